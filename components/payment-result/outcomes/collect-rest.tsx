"use client";

import { formatMoney } from "#lib/format/money.ts";
import { isRestSettling, openCents } from "../result-kind.ts";
import type { ResultProps } from "../result-props.ts";
import { TenderChoice } from "../tender-choice.tsx";

/** The ways to collect what is still open of an order; nothing while a payment toward it has no answer. */
export function CollectRest({
  attempt,
  payBy,
}: Pick<ResultProps, "attempt"> & Pick<ResultProps["actions"], "payBy">) {
  const { id, transaction, present, currency: code } = attempt;
  const cents = openCents(attempt);
  if (!payBy || cents === 0 || isRestSettling(attempt)) return null;
  return (
    <TenderChoice
      title={`Collect ${formatMoney(cents, { code })} by`}
      note={transaction?.invoice ? `Same invoice ${transaction.invoice}.` : "Order and customer are kept."}
      onChoose={(tender) => payBy(tender, { cents, completes: present?.rest?.first.attemptId ?? id })}
    />
  );
}
