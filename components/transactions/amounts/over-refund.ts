import { formatMoney } from "#lib/format/money.ts";
import type { TransactionDetail } from "#lib/gateway/schemas/transaction.ts";
import type { Phase } from "#lib/gateway/transaction-phase.ts";
import { t } from "#lib/language/t.ts";
import type { RefundTotals } from "#lib/payments/refund-totals.ts";
import { phaseOf } from "#lib/payments/transaction-labels.ts";

/** The warning that more was given back than the payment brings in, or undefined. */
export function overRefund(
  transaction: TransactionDetail,
  { soldCents, refundedCents, unconfirmedCents }: RefundTotals,
): string | undefined {
  const broughtIn = uncollected.includes(phaseOf(transaction)) ? 0 : soldCents;
  const over = refundedCents - broughtIn;
  if (over <= 0) return undefined;
  const money = formatMoney(over, { code: transaction.currency });
  return over > unconfirmedCents
    ? t(
        "{money} more was given back than this payment brings in. Check its refunds: one that isn't settled yet can still be voided.",
        { money },
      )
    : t(
        "{money} more may have been given back than this payment brings in. Check its refunds: one that isn't settled yet can still be voided.",
        { money },
      );
}

const uncollected: readonly Phase[] = ["voided", "released", "returned"];
