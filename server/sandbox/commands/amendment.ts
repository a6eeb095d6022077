import type { CommandFields } from "#lib/gateway/commands.ts";
import { requireCents } from "#lib/money.ts";
import { OutcomeRefusal } from "../refusal.ts";
import { amountRefusal, askedCents } from "../rules/amount.ts";
import type { TransactionDetails } from "../store/transaction-details.ts";
import type { Standing } from "./original.ts";
import { breakdownOf } from "./words.ts";

type Amendment = CommandFields<"cc:capture">;

/** Cents an amended payment has: as asked, by its new breakdown, or what it had. Throws when that cannot be. */
export function amendedAmount({ row, refunded }: Standing, fields: Amendment): number {
  const cents = wantedCents(row.amount, row.details, fields);
  const refusal = amountRefusal(cents);
  if (refusal) throw new OutcomeRefusal(refusal);
  if (cents < refunded) throw new OutcomeRefusal("exceedsOriginal");
  return cents;
}

/** A breakdown that says a part only, such as a tip, changes that part; one with a subtotal says it all. */
function wantedCents(amount: number, details: TransactionDetails, fields: Amendment): number {
  if (fields.amount !== undefined) return requireCents(fields.amount);
  const changed = breakdownOf(fields.amount_detail);
  if (!changed) return amount;
  if (changed.subtotal !== undefined) return askedCents({ amount_detail: changed }) ?? amount;
  const before = Object.fromEntries(
    Object.keys(changed).map((part) => [part, details.amount_detail?.[part as keyof typeof changed]]),
  );
  return (
    amount + (askedCents({ amount_detail: changed }) ?? 0) - (askedCents({ amount_detail: before }) ?? 0)
  );
}

/** The details with what the amendment says; what it does not mention stays. */
export function amendedDetails(details: TransactionDetails, fields: Amendment): TransactionDetails {
  const breakdown = breakdownOf(fields.amount_detail);
  return {
    ...details,
    invoice: fields.invoice ?? details.invoice,
    ponum: fields.ponum ?? details.ponum,
    orderid: fields.orderid ?? details.orderid,
    description: fields.description ?? details.description,
    lineitems: fields.lineitems ?? details.lineitems,
    custom_fields: fields.custom_fields ?? details.custom_fields,
    amount_detail: breakdown ? { ...details.amount_detail, ...breakdown } : details.amount_detail,
  };
}
