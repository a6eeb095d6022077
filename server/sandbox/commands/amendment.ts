import { amendable } from "#lib/gateway/schemas/command-fields.ts";
import type { CommandFields } from "#lib/gateway/schemas/command-requests.ts";
import { requireCents, toDecimal } from "#lib/money.ts";
import { invalidField, OutcomeRefusalError } from "../refusal.ts";
import { askedCents } from "../rules/amount.ts";
import type { AmountBreakdown, TransactionDetails, TransactionRow } from "../store/tables/transactions.ts";
import { requireMovable } from "./movable-amount.ts";
import type { TransactionSnapshot } from "./original.ts";
import { breakdownOf, givenOf } from "./payment-details.ts";

type Amendment = CommandFields<"cc:capture">;

/** Cents an amended payment has: as asked, by its new breakdown, or what it had. Throws when that cannot be. */
export function amendedAmount({ row, refunded }: TransactionSnapshot, fields: Amendment): number {
  const cents = wantedCents(row, fields);
  requireMovable(cents, row.details.currency);
  if (cents < refunded) throw new OutcomeRefusalError("exceedsOriginal");
  return cents;
}

/**
 * A breakdown with a subtotal is a new total. Without one it changes the parts it has: a tip is paid on top, and so is not
 * in the total yet; tax, shipping, duty and a discount describe the total, which stays (contract: adjust "can add data").
 */
function wantedCents({ amount, details }: TransactionRow, fields: Amendment): number {
  if (fields.amount !== undefined) return requireCents(fields.amount);
  const given = breakdownOf(fields.amount_detail);
  if (!given) return amount;
  if (given.subtotal !== undefined) return askedCents({ amount_detail: given }) ?? amount;
  const tip = given.tip === undefined ? 0 : requireCents(given.tip) - tipOf(details.amount_detail);
  const cents = amount + tip;
  if (subtotalOf({ ...details.amount_detail, ...given }, cents) < 0)
    throw invalidField("amount_detail", "must not be more than the total: send amount or subtotal too");
  return cents;
}

const tipOf = (breakdown: AmountBreakdown | undefined) => requireCents(breakdown?.tip ?? "0");

/** The details with the amendment's fields for the new total in cents; fields it does not have stay. */
export function amendedDetails(row: TransactionRow, fields: Amendment, cents: number): TransactionDetails {
  const { details } = row;
  return {
    ...details,
    ...givenOf(amendable, fields),
    custom_fields: fields.custom_fields
      ? { ...details.custom_fields, ...fields.custom_fields }
      : details.custom_fields,
    amount_detail: amendedBreakdown(row, fields, cents),
  };
}

/** The given parts over the earlier ones. Unless the subtotal is given too, it is what the other parts leave of the total. */
function amendedBreakdown(
  { amount, details: { amount_detail: before } }: TransactionRow,
  fields: Amendment,
  cents: number,
): AmountBreakdown | undefined {
  const given = breakdownOf(fields.amount_detail);
  if (!given && (!before || cents === amount)) return before;
  if (given?.subtotal !== undefined) return fields.amount === undefined ? given : { ...before, ...given };
  const parts = { ...before, ...given };
  const subtotal = subtotalOf(parts, cents);
  // A total that was set below its parts is no error.
  return subtotal < 0 ? parts : { ...parts, subtotal: toDecimal(subtotal) };
}

const subtotalOf = (parts: AmountBreakdown, cents: number): number =>
  cents - (askedCents({ amount_detail: { ...parts, subtotal: undefined } }) ?? 0);
