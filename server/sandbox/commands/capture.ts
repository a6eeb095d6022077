import type { CommandName } from "#lib/gateway/commands.ts";
import type { CommandFields } from "#lib/gateway/schemas/command-requests.ts";
import type { Call, SourceSettings } from "../context.ts";
import { askIssuer } from "../processor/issuer.ts";
import { OutcomeRefusalError } from "../refusal.ts";
import { enterOpenBatch } from "../store/batches.ts";
import { changeTransaction, insertTransaction } from "../store/transactions.ts";
import { raiseEvent } from "../webhooks/raise-event.ts";
import { amendedAmount, amendedDetails } from "./amendment.ts";
import type { CommandResult, Handler } from "./handler.ts";
import { requireAllowed, requireOriginal, type TransactionSnapshot } from "./original.ts";
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
      if (mode === "error") throw new OutcomeRefusalError("authorizationExpired");
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
  const details = amendedDetails(row, fields, cents);
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
    details: amendedDetails(row, fields, cents),
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
  if (answer.result !== "A") throw new OutcomeRefusalError("generalDecline");
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
    details: { ...amendedDetails(row, fields, cents), authorized: cents },
  });
  return { row: fresh, batch };
}
