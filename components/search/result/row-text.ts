import { formatRecent } from "#lib/format/dates.ts";
import { formatMoney } from "#lib/format/money.ts";
import { t } from "#lib/language/t.ts";
import { indexedState } from "#lib/payments/transaction-labels.ts";
import { paidWith } from "#lib/search/columns.ts";
import type { FoundTransaction } from "#lib/search/found.ts";
import { momentIn } from "#lib/time.ts";

/** The chosen row as it is spoken: choosing moves no focus. */
export function rowText(row: FoundTransaction, timeZone: string, now: number): string {
  const { cents, currency: code } = row;
  return [
    cents === undefined ? t("No amount") : formatMoney(row.givesBack ? -cents : cents, { code }),
    indexedState(row).word,
    paidWith(row),
    row.customer,
    row.invoice && t("Invoice {invoice}", { invoice: row.invoice }),
    formatRecent(momentIn(timeZone, row.createdAt), momentIn(timeZone, now), { today: "today " }),
  ]
    .filter(Boolean)
    .join(", ");
}
