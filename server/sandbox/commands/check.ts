import type { CommandFields } from "#lib/gateway/schemas/command-requests.ts";
import type { Call } from "../context.ts";
import { OutcomeRefusal } from "../refusal.ts";
import { amountRefusal, askedCents, refundCents } from "../rules/amount.ts";
import { runCheckPayment } from "./check-payment.ts";
import type { Handler } from "./handler.ts";
import { requireAllowed, requireOriginal, type TransactionSnapshot } from "./original.ts";
import { toDetails } from "./payment-details.ts";

/** An ACH sale: debits a bank account. */
export const checkSale: Handler<"check:sale"> = (call, fields) =>
  runCheckPayment(call, {
    command: "check:sale",
    trantype: "K",
    account: fields.check,
    cents: askedCents(fields) ?? 0,
    details: toDetails(call, fields),
    extras: fields,
    repeatable: fields.ignore_duplicate
      ? undefined
      : () => ({ ...fields, check: null, ignore_duplicate: null }),
  });

/** Sends money to a bank account. With an earlier check: at most its remaining amount, which is also the default. */
export const checkCredit: Handler<"check:credit"> = async (call, fields) => {
  const asked = askedCents(fields);
  if (asked !== undefined) requireMovable(asked);
  const original = await findOriginal(call, fields);
  return runCheckPayment(call, {
    command: "check:credit",
    trantype: "H",
    account: fields.check,
    cents: original ? requireLeft(original, asked) : (asked ?? 0),
    details: toDetails(call, fields),
    extras: fields,
    original: original && { id: original.row.id, connected: true },
  });
};

function requireMovable(cents: number): void {
  const refusal = amountRefusal(cents);
  if (refusal) throw new OutcomeRefusal(refusal);
}

async function findOriginal(
  call: Call,
  fields: CommandFields<"check:credit">,
): Promise<TransactionSnapshot | undefined> {
  if (!fields.trankey && !fields.refnum) return undefined;
  const original = await requireOriginal(call, "check:credit", fields);
  requireAllowed("refund", original);
  return original;
}

/** Cents to send: the amount asked for, or the remaining amount. Throws when it exceeds the remaining amount. */
function requireLeft({ row, refunded }: TransactionSnapshot, asked: number | undefined): number {
  const cents = refundCents({ amount: row.amount, refunded, asked });
  if (cents === undefined) throw new OutcomeRefusal("exceedsOriginal");
  return cents;
}
