import type { CommandFields } from "#lib/gateway/commands.ts";
import type { Call } from "../context.ts";
import { OutcomeRefusal } from "../refusal.ts";
import { amountRefusal, askedCents, refundCents } from "../rules/amount.ts";
import { runCheckPayment } from "./check-payment.ts";
import type { Handler } from "./handler.ts";
import { requireOriginal, requireStep } from "./original.ts";
import { wordsOf } from "./words.ts";

/** Draws the amount from a bank account. */
export const checkSale: Handler<"check:sale"> = (call, fields) =>
  runCheckPayment(call, {
    command: "check:sale",
    trantype: "K",
    account: fields.check,
    cents: askedCents(fields) ?? 0,
    words: wordsOf(call, fields),
    extras: fields,
  });

/** Sends money to a bank account; with an earlier check named, at most what is left of it. */
export const checkCredit: Handler<"check:credit"> = async (call, fields) => {
  const cents = askedCents(fields) ?? 0;
  const refusal = amountRefusal(cents);
  if (refusal) throw new OutcomeRefusal(refusal);
  return runCheckPayment(call, {
    command: "check:credit",
    trantype: "H",
    account: fields.check,
    cents,
    words: wordsOf(call, fields),
    extras: fields,
    original: await requireRoom(call, fields, cents),
  });
};

async function requireRoom(call: Call, fields: CommandFields<"check:credit">, asked: number) {
  if (!fields.trankey && !fields.refnum) return undefined;
  const original = await requireOriginal(call, "check:credit", fields);
  requireStep("refund", original);
  const { row, refunded } = original;
  if (refundCents({ amount: row.amount, refunded, asked }) === undefined)
    throw new OutcomeRefusal("exceedsOriginal");
  return { id: row.id, connected: true };
}
