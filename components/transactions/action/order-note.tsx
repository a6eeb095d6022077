import { Link } from "#components/layout/navigation/link.tsx";
import { tx } from "#components/ui/rich-text.tsx";
import { Note } from "#components/ui/status/note.tsx";
import type { Attempt } from "#lib/attempt.ts";
import { formatMoney } from "#lib/format/money.ts";
import { isRefundCommand } from "#lib/forms/follow-up.ts";
import { voidsPayment } from "#lib/gateway/commands.ts";
import type { TransactionDetail } from "#lib/gateway/schemas/transaction.ts";
import { t } from "#lib/language/t.ts";
import { paths } from "#lib/paths.ts";
import { partsOf } from "#lib/payments/order.ts";
import type { Offer } from "./offers.ts";

/** That the payment about to be voided or refunded is a part of an order, and what becomes of that. `madeBy` took the payment. */
export function OrderNote({
  command,
  transaction,
  madeBy,
}: {
  command: Offer["command"];
  transaction: TransactionDetail;
  madeBy: Attempt | undefined;
}) {
  const balance = madeBy?.current?.balance;
  if (!balance || balance.closed || !(voidsPayment(command) || isRefundCommand(command, transaction)))
    return null;
  const parts = partsOf(balance);
  if (!parts.some(({ attemptId }) => attemptId === madeBy.id)) return null;
  const total = formatMoney(balance.askedCents, { code: madeBy.currency });
  return (
    <Note tone="warning">
      {tx("{title} {rest} {link} to undo all of it.", {
        title: <b>{t("This payment is part of an order of {total}.", { total })}</b>,
        rest:
          parts.length > 1
            ? t(
                "The other payments stay. What you void or refund here is left to pay again, and the order waits under Attention.",
              )
            : t("It is the only payment left in the order. Without it, the order ends."),
        link: <Link href={paths.attempt(madeBy.id)}>{t("See the order")}</Link>,
      })}
    </Note>
  );
}
