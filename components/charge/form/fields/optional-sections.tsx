"use client";

import { useRef, useState } from "react";
import { flushSync } from "react-dom";
import { type FieldErrors, useFormState, useWatch } from "react-hook-form";
import { useHotkeys } from "#components/layout/shortcuts/use-hotkeys.ts";
import { onDemand, usePreload } from "#components/ui/on-demand.tsx";
import { Disclosure } from "#components/ui/panel/disclosure.tsx";
import { Spinner } from "#components/ui/status/spinner.tsx";
import type { ChargeSection } from "#lib/charge/fields/sections.ts";
import { type ChargeValues, type FieldGroup, fieldList, isOffered } from "#lib/charge/fields/values.ts";
import { hasAmount } from "#lib/charge/kinds.ts";
import { summaryOf } from "#lib/charge/summary.ts";
import { t, translated } from "#lib/language/t.ts";
import { keepLayout } from "../keep-layout.ts";
import { useAfterHydration, useChargeForm } from "../use-charge-form.ts";
import { ChargeFields } from "./charge-fields.tsx";

const Loading = () => <Spinner>{t("Loading the fields")}</Spinner>;
const CustomerFields = onDemand<object>(
  () => import("./customer-fields.tsx").then((module) => module.CustomerFields),
  <Loading />,
);

const LineItems = onDemand<object>(
  () => import("./line-items.tsx").then((module) => module.LineItems),
  <Loading />,
);

/** A section that opens. Its groups are those of lib/charge/fields.ts. */
type Section = {
  id: ChargeSection;
  title: string;
  key: string;
  groups: readonly (FieldGroup | "items")[];
  /** All fields of its group when left out. */
  body?: typeof CustomerFields;
};

const sections: readonly Section[] = translated(
  ["title"],
  [
    { id: "order", title: "Order details", key: "O", groups: ["order", "custom"] },
    {
      id: "customer",
      title: "Customer and addresses",
      key: "A",
      groups: ["customer", "billing", "shipping"],
      body: CustomerFields,
    },
    { id: "items", title: "Line items", key: "I", groups: ["items"], body: LineItems },
    { id: "receipt", title: "Receipt", key: "R", groups: ["receipt"] },
    { id: "more", title: "Currency, terminal and purpose", key: "M", groups: ["more"] },
  ],
);

/** What a payment may say beside its amount, each section closed until somebody opens it. */
export function OptionalSections({ kept }: { kept: readonly ChargeSection[] }) {
  const { control } = useChargeForm();
  const [tender, kind, items, order, custom, customer, billing, receipt, more] = useWatch({
    control,
    name: ["tender", "kind", "items", "order", "custom", "customer", "billing", "receipt", "more"],
  });
  const typed = { tender, kind, items, order, custom, customer, billing, receipt, more };
  const summarized = useAfterHydration(typed);
  const { errors } = useFormState({ control });
  usePreload(CustomerFields, LineItems);
  const [open, setOpen] = useState<ReadonlySet<ChargeSection>>(() => new Set(kept));
  // Several may be opened at once: before the page was ready.
  const latest = useRef(open);
  const frame = useRef<HTMLDivElement>(null);

  function turn(id: ChargeSection, to: boolean) {
    const next = new Set([...latest.current].filter((other) => other !== id).concat(to ? [id] : []));
    latest.current = next;
    setOpen(next);
    keepLayout({ open: [...next] });
  }
  function turnByKey({ id, body }: Section) {
    if (open.has(id)) return turn(id, false);
    // Its fields can take the focus only once they are loaded and it is open.
    const show = () => {
      flushSync(() => turn(id, true));
      frame.current?.querySelector<HTMLElement>(`[data-section="${id}"] input`)?.focus();
    };
    if (body) void body.preload().then(show);
    else show();
  }
  useHotkeys(
    sections
      .filter((section) => isUsed(section, { tender, kind }))
      .map((section) => ({
        keys: section.key.toLowerCase(),
        does: section.title,
        act: () => turnByKey(section),
      })),
    { group: t("Charge") },
  );

  return (
    <div ref={frame} className="border-t border-line">
      {sections
        .filter((section) => isUsed(section, summarized))
        .map(({ id, title, key, groups, body: Body }) => {
          const isOpen = open.has(id) || hasError(groups, errors);
          return (
            <div key={id} data-section={id} className="not-first:border-t not-first:border-line">
              <Disclosure
                title={title}
                kbd={key}
                value={summaryOf(id, summarized)}
                open={isOpen}
                onOpenChange={(to) => turn(id, to)}
              >
                {isOpen &&
                  (Body ? (
                    <Body />
                  ) : (
                    <div className="grid gap-4">
                      {groups.map((group) => group !== "items" && <ChargeFields key={group} group={group} />)}
                    </div>
                  ))}
              </Disclosure>
            </div>
          );
        })}
    </div>
  );
}

/** Whether what is asked for has any of its fields. */
const isUsed = ({ groups }: Section, values: Pick<ChargeValues, "tender" | "kind">) =>
  (groups.includes("items") && hasAmount(values)) ||
  fieldList.some((field) => groups.includes(field.group) && isOffered(field, values));

/** Whether one of its fields is refused, for which it opens. */
const hasError = (groups: Section["groups"], errors: FieldErrors<ChargeValues>): boolean =>
  (groups.includes("items") && (errors.items ?? errors.confirmedDifference) !== undefined) ||
  fieldList.some(
    ({ group, key, pinned }) => groups.includes(group) && !pinned && errors[group] && key in errors[group],
  );
