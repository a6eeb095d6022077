"use client";

import { useQuery } from "@tanstack/react-query";
import { useMerchant } from "#components/layout/merchant.tsx";
import { copiesOf } from "#components/receipts/copies.ts";
import { readPaper, readPrintSettings } from "#components/receipts/print-storage.ts";
import type { Attempt, OrderBalance } from "#lib/attempt.ts";
import { attemptQuery } from "#lib/queries/attempts.ts";
import { DocumentJob } from "./document-job.tsx";
import { type OrderFacts, orderReceipt } from "./order-receipt.ts";

/** Prints one receipt for all payments of an order. For another print mount another one. */
export function OrderJob({
  balance,
  onPrinted,
}: {
  balance: OrderBalance;
  onPrinted: (count: number) => void;
}) {
  const { name: merchant, timeZone } = useMerchant();
  const { data: first } = useQuery(attemptQuery(balance.first.attemptId));
  if (!first) return null;
  return (
    <DocumentJob
      item={`order:${first.id}`}
      html={orderReceipt(balance, factsOf(first), { merchant, timeZone })}
      paper={readPaper()}
      copies={copiesOf(readPrintSettings())}
      onPrinted={onPrinted}
    />
  );
}

function factsOf({ form = {}, preparedAt, currency }: Attempt): OrderFacts {
  const textOf = (name: string) => (typeof form[name] === "string" ? form[name] : undefined);
  const prefix = "breakdown.";
  const breakdown = Object.entries(form).flatMap(([name, value]) =>
    name.startsWith(prefix) && typeof value === "string" ? [[name.slice(prefix.length), value] as const] : [],
  );
  const customer = [textOf("billing.firstname"), textOf("billing.lastname")].filter(Boolean).join(" ");
  return {
    at: preparedAt,
    invoice: textOf("order.invoice"),
    customer: customer || textOf("billing.company"),
    breakdown: Object.fromEntries(breakdown),
    currency,
  };
}
