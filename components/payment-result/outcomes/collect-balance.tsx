"use client";

import { formatMoney } from "#lib/format/money.ts";
import { t } from "#lib/language/t.ts";
import { openCents } from "../result-kind.ts";
import type { ResultProps } from "../result-props.ts";
import { TenderChoice } from "../tender-choice.tsx";

/** The ways to collect what is still open of an order. */
export function CollectBalance({
  attempt,
  payBy,
}: Pick<ResultProps, "attempt"> & Pick<ResultProps["actions"], "payBy">) {
  const { id, transaction, current, currency: code } = attempt;
  const cents = openCents(attempt);
  if (!payBy || cents === 0) return null;
  return (
    <TenderChoice
      title={t("Collect {money} by", { money: formatMoney(cents, { code }) })}
      note={
        transaction?.invoice
          ? t("Same invoice {invoice}.", { invoice: transaction.invoice })
          : t("Order and customer are kept.")
      }
      code={code}
      paidWith={attempt.tender}
      onChoose={(tender) => payBy(tender, { cents, completes: current?.balance?.first.attemptId ?? id })}
    />
  );
}
