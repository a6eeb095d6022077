import { isMasked } from "#lib/gateway/card-number.ts";
import type { CommandFields } from "#lib/gateway/schemas/command-requests.ts";
import type { Call } from "../context.ts";
import { invalidField, OutcomeRefusalError } from "../refusal.ts";
import { askedCents, refundCents } from "../rules/amount.ts";
import { accountOfTransaction, type BankAccount, runCheckPayment } from "./check-payment.ts";
import type { Handler } from "./handler.ts";
import { requireMovable } from "./movable-amount.ts";
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
    wholeRequest: () => ({
      ...fields,
      check: { ...fields.check, routing: null, account: null },
      ignore_duplicate: null,
    }),
    ignoreDuplicate: fields.ignore_duplicate,
  });

/** Sends money to a bank account. With an earlier check: at most its remaining amount, which is also the default. */
export const checkCredit: Handler<"check:credit"> = async (call, fields) => {
  const asked = askedCents(fields);
  if (asked !== undefined) requireMovable(asked, fields.currency);
  const original = await findOriginal(call, fields);
  return runCheckPayment(call, {
    command: "check:credit",
    trantype: "H",
    account: accountOf(call, fields, original),
    cents: original ? requireLeft(original, asked) : (asked ?? 0),
    details: { ...toDetails(call, fields), orderid: fields.orderid ?? original?.row.details.orderid },
    extras: fields,
    original: original && { id: original.row.id, connected: true },
  });
};

function accountOf(
  call: Call,
  { check }: CommandFields<"check:credit">,
  original: TransactionSnapshot | undefined,
): BankAccount {
  const { routing, account, ...stated } = check ?? {};
  // A masked account beside a key is ignored: the key names it.
  if (routing && account && !(original && isMasked(account))) return { ...stated, routing, account };
  if (!original) throw invalidField("check", "is required, or trankey");
  const given = Object.fromEntries(Object.entries(stated).filter(([, part]) => part !== undefined));
  return { ...accountOfTransaction(call, original.row), ...given };
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
  if (cents === undefined) throw new OutcomeRefusalError("exceedsOriginal");
  return cents;
}
