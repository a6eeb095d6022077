"use client";

import { type ReactNode, useRef, useState } from "react";
import { type FieldErrors, useFormState, useWatch } from "react-hook-form";
import { useHotkeys } from "#components/layout/use-hotkeys.ts";
import { Disclosure } from "#components/ui/disclosure.tsx";
import { summaryOf } from "#lib/charge/summary.ts";
import { type ChargeValues, type FieldGroup, fieldList } from "#lib/charge/values.ts";
import { ChargeFields } from "./charge-fields.tsx";
import { CustomerFields } from "./customer-fields.tsx";
import { useChargeForm } from "./use-charge-form.ts";

/** A section that opens. Its groups are those of lib/charge/fields.ts. */
type Section = {
  id: "order" | "customer" | "receipt";
  title: string;
  key: string;
  groups: readonly FieldGroup[];
  /** All fields of its group when left out. */
  body?: () => ReactNode;
};

const sections: readonly Section[] = [
  { id: "order", title: "Order details", key: "O", groups: ["order"] },
  {
    id: "customer",
    title: "Customer and addresses",
    key: "A",
    groups: ["billing", "shipping"],
    body: CustomerFields,
  },
  { id: "receipt", title: "Receipt", key: "R", groups: ["receipt"] },
];

/** What a payment may say beside its amount, each section closed until somebody opens it. */
export function OptionalSections() {
  const { control } = useChargeForm();
  const [tender, order, billing, receipt] = useWatch({
    control,
    name: ["tender", "order", "billing", "receipt"],
  });
  const { errors } = useFormState({ control });
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set());
  const frame = useRef<HTMLDivElement>(null);

  function turn(id: string, to: boolean) {
    setOpen((now) => new Set([...now].filter((other) => other !== id).concat(to ? [id] : [])));
  }
  function turnByKey(id: string) {
    turn(id, !open.has(id));
    // The fields of a section can take the focus only once it is open.
    if (!open.has(id))
      requestAnimationFrame(() =>
        frame.current?.querySelector<HTMLElement>(`[data-section="${id}"] input`)?.focus(),
      );
  }
  useHotkeys(
    sections.map(({ id, title, key }) => ({
      keys: key.toLowerCase(),
      does: title,
      act: () => turnByKey(id),
    })),
    { group: "Charge" },
  );

  return (
    <div ref={frame} className="border-t border-line">
      {sections.map(({ id, title, key, groups, body: Body }) => {
        const isOpen = open.has(id) || hasError(groups, errors);
        return (
          <div key={id} data-section={id} className="not-first:border-t not-first:border-line">
            <Disclosure
              title={title}
              kbd={key}
              value={summaryOf(id, { tender, order, billing, receipt })}
              open={isOpen}
              onOpenChange={(to) => turn(id, to)}
            >
              {isOpen &&
                (Body ? <Body /> : groups.map((group) => <ChargeFields key={group} group={group} />))}
            </Disclosure>
          </div>
        );
      })}
    </div>
  );
}

/** Whether one of its fields is refused, for which it opens. */
const hasError = (groups: readonly FieldGroup[], errors: FieldErrors<ChargeValues>): boolean =>
  fieldList.some(
    ({ group, key, pinned }) => groups.includes(group) && !pinned && errors[group] && key in errors[group],
  );
