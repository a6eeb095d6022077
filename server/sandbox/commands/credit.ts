import { OutcomeRefusalError } from "../refusal.ts";
import { askedCents } from "../rules/amount.ts";
import { runCardPayment } from "./card-payment.ts";
import type { Handler } from "./handler.ts";
import { requireOriginal } from "./original.ts";
import { toDetails } from "./payment-details.ts";
import { requireCard, requireCardOr } from "./usable-card.ts";

/** An open refund to a card, given directly or by an earlier transaction, whose amount does not limit it. */
export const credit: Handler<"cc:credit"> = async (call, fields) => {
  const named = fields.trankey || fields.refnum;
  const original = named ? await requireOriginal(call, "cc:credit", fields) : undefined;
  if (original?.state.kind === "notApproved") throw new OutcomeRefusalError("originalNotApproved");
  const card = await (original ? requireCardOr(call, original.row, fields) : requireCard(call, fields));
  return runCardPayment(call, {
    command: "cc:credit",
    trantype: "C",
    card,
    cents: askedCents(fields) ?? original?.row.amount ?? 0,
    details: { ...toDetails(call, fields), orderid: fields.orderid ?? original?.row.details.orderid },
    extras: fields,
    chip: Boolean(fields.iccdata),
    original: original && { id: original.row.id, connected: false },
  });
};
