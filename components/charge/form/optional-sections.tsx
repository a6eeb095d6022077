"use client";

import { type ReactNode, useRef, useState } from "react";
import { type FieldErrors, useFormState, useWatch } from "react-hook-form";
import { useHotkeys } from "#components/layout/use-hotkeys.ts";
import { Disclosure } from "#components/ui/disclosure.tsx";
import type { ChargeValues } from "#lib/charge/values.ts";
import { CustomerFields } from "./customer-fields.tsx";
import { OrderFields } from "./order-fields.tsx";
import { ReceiptFields } from "./receipt-fields.tsx";
import { useChargeForm } from "./use-charge-form.ts";

type Section = {
  id: "order" | "customer" | "receipt";
  title: string;
  key: string;
  body: () => ReactNode;
  value: (values: Pick<ChargeValues, "order" | "billing" | "card" | "receipt">) => string;
  hasError: (errors: FieldErrors<ChargeValues>) => boolean;
};

const sections: readonly Section[] = [
  {
    id: "order",
    title: "Order details",
    key: "O",
    body: OrderFields,
    value: ({ order: { ponum, orderid, description, comments } }) =>
      [ponum && `PO ${ponum}`, orderid && `Order ${orderid}`, description, comments]
        .filter(Boolean)
        .join(", ") || "None",
    hasError: ({ order }) => Object.keys(order ?? {}).some((name) => name !== "invoice"),
  },
  {
    id: "customer",
    title: "Customer and addresses",
    key: "A",
    body: CustomerFields,
    value: ({ billing }) =>
      [`${billing.firstname} ${billing.lastname}`.trim() || billing.company, billing.postalcode]
        .filter(Boolean)
        .join(", ") || "None",
    hasError: ({ billing, shipping }) => billing !== undefined || shipping !== undefined,
  },
  {
    id: "receipt",
    title: "Receipt",
    key: "R",
    body: ReceiptFields,
    value: ({ receipt }) =>
      receipt.email ? `${receipt.send ? "Email" : "Not sent to"} ${receipt.email}` : "Not emailed",
    hasError: ({ receipt }) => receipt !== undefined,
  },
];

/** What a payment may say beside its amount, each section closed until somebody opens it. */
export function OptionalSections() {
  const { control } = useChargeForm();
  const [order, billing, card, receipt] = useWatch({
    control,
    name: ["order", "billing", "card", "receipt"],
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
      {sections.map(({ id, title, key, body: Body, value, hasError }) => (
        <div key={id} data-section={id} className="not-first:border-t not-first:border-line">
          <Disclosure
            title={title}
            kbd={key}
            value={value({ order, billing, card, receipt })}
            open={open.has(id) || hasError(errors)}
            onOpenChange={(to) => turn(id, to)}
          >
            {(open.has(id) || hasError(errors)) && <Body />}
          </Disclosure>
        </div>
      ))}
    </div>
  );
}
