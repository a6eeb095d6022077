import type { CommandName } from "#lib/gateway/commands.ts";
import type { CommandFields } from "#lib/gateway/schemas/command-requests.ts";
import { requireCents } from "#lib/money.ts";
import type { Call, SourceSettings } from "../context.ts";
import { askIssuer } from "../processor/issuer.ts";
import { OutcomeRefusal } from "../refusal.ts";
import { amountRefusal, askedCents } from "../rules/amount.ts";
import { enterOpenBatch } from "../store/batches.ts";
import type { TransactionDetails } from "../store/tables/transactions.ts";
import { changeTransaction, insertTransaction } from "../store/transactions.ts";
import { raiseEvent } from "../webhooks/raise-event.ts";
import type { CommandResult, Handler } from "./handler.ts";
import { requireAllowed, requireOriginal, type TransactionSnapshot } from "./original.ts";
import { breakdownOf } from "./payment-details.ts";
import { cardOfTransaction, verifiableOf } from "./usable-card.ts";

type CaptureCommand = Extract<CommandName, `cc:capture${string}`>;
/** What to do with an expired authorization. */
type ExpiredMode = SourceSettings["captureExpired"];

/**
 * Moves an authorization into the open batch (contract: rule 4). The commands differ only once it has expired; the plain one
 * follows the key's setting.
 */
export const captureAs =
  <Name extends CaptureCommand>(command: Name, expiredMode?: ExpiredMode): Handler<Name> =>
  async (call, fields) => {
    const original = await requireOriginal(call, command, fields);
    requireAllowed("capture", original);
    const cents = amendedAmount(original, fields);
    if (original.state.phase === "pending") return await amend(call, original, cents, fields);
    if (original.state.phase === "expired") {
      const mode = expiredMode ?? call.source.settings.captureExpired;
      if (mode === "error") throw new OutcomeRefusal("authorizationExpired");
      if (mode === "reauth") return await reauthorize(call, command, original, cents, fields);
    }
    return await enter(call, original, cents, fields);
  };

/** A sale that is already in the batch stays there with its new amount and details. */
export async function amend(
  call: Call,
  { row, batch }: TransactionSnapshot,
  cents: number,
  fields: CommandFields<"cc:capture">,
): Promise<CommandResult> {
  const details = amendedDetails(row.details, fields);
  return { row: await changeTransaction(call.db, row, { amount: cents, details }), batch };
}

async function enter(
  call: Call,
  { row }: TransactionSnapshot,
  cents: number,
  fields: CommandFields<"cc:capture">,
): Promise<CommandResult> {
  const { batch, ordinal } = await enterOpenBatch(call.db, call.now, call.sandbox.settings.batchHours);
  const changed = await changeTransaction(call.db, row, {
    trantype_code: "S",
    status_code: "P",
    amount: cents,
    batch_id: batch.id,
    ordinal,
    details: amendedDetails(row.details, fields),
  });
  return { row: changed, batch };
}

/** A new authorization replaces the expired one. */
async function reauthorize(
  call: Call,
  command: CommandName,
  { row }: TransactionSnapshot,
  cents: number,
  fields: CommandFields<"cc:capture">,
): Promise<CommandResult> {
  const card = cardOfTransaction(call, row);
  const answer = askIssuer(card.number, cents, { partial: false, ...verifiableOf(card) });
  if (answer.result !== "A") throw new OutcomeRefusal("generalDecline");
  const replaced = await changeTransaction(call.db, row, { trantype_code: "V", status_code: "R" });
  await raiseEvent(call, "transaction.sale.voided", { row: replaced });
  const { batch, ordinal } = await enterOpenBatch(call.db, call.now, call.sandbox.settings.batchHours);
  const { id: _id, key: _key, ...copy } = row;
  const fresh = await insertTransaction(call.db, {
    ...copy,
    command,
    created_at: call.now,
    trantype_code: "S",
    status_code: "P",
    authcode: answer.authcode,
    amount: cents,
    batch_id: batch.id,
    ordinal,
    original_id: row.id,
    duplicate_of_kind: null,
    details: { ...amendedDetails(row.details, fields), authorized: cents },
  });
  return { row: fresh, batch };
}

type Amendment = CommandFields<"cc:capture">;

/** Cents an amended payment has: as asked, by its new breakdown, or what it had. Throws when that cannot be. */
export function amendedAmount({ row, refunded }: TransactionSnapshot, fields: Amendment): number {
  const cents = wantedCents(row.amount, row.details, fields);
  const refusal = amountRefusal(cents);
  if (refusal) throw new OutcomeRefusal(refusal);
  if (cents < refunded) throw new OutcomeRefusal("exceedsOriginal");
  return cents;
}

/** A breakdown without a subtotal changes only the parts it has, such as the tip; one with a subtotal replaces the total. */
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

/** The details with the amendment's fields; fields it does not have stay. */
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
