import type { CommandFields } from "#lib/gateway/commands.ts";
import type { Call } from "../context.ts";
import { askIssuer } from "../processor/issuer.ts";
import { OutcomeRefusal } from "../refusal.ts";
import { expiredMode } from "../rules/steps.ts";
import { enterOpenBatch, nextOrdinal } from "../store/batches.ts";
import { changeTransaction, insertTransaction } from "../store/transactions.ts";
import { raiseEvent } from "../webhooks/raise-event.ts";
import { amendedAmount, amendedDetails } from "./amendment.ts";
import { cardOfTransaction, verifiableOf } from "./card-in-hand.ts";
import type { CommandResult, Handler } from "./handler.ts";
import { requireOriginal, requireStep, type Standing } from "./original.ts";

type CaptureCommand = "cc:capture" | "cc:capture:error" | "cc:capture:reauth" | "cc:capture:override";

/** Moves an authorization into the open batch (contract: rule 4). The four differ only once it has expired. */
export const captureAs =
  <Name extends CaptureCommand>(command: Name): Handler<Name> =>
  async (call, fields) => {
    const original = await requireOriginal(call, command, fields);
    requireStep("capture", original);
    const cents = amendedAmount(original, fields);
    if (original.state === "sale-pending") return await amend(call, original, cents, fields);
    if (original.state === "authorization-expired") {
      const mode = expiredMode(command, call.source.settings.captureExpired);
      if (mode === "error") throw new OutcomeRefusal("authorizationExpired");
      if (mode === "reauth") return await reauthorize(call, command, original, cents, fields);
    }
    return await enter(call, original, cents, fields);
  };

/** A sale that is in the batch already stays there with its new amount and words. */
export async function amend(
  call: Call,
  { row, batch }: Standing,
  cents: number,
  fields: CommandFields<"cc:capture">,
): Promise<CommandResult> {
  const details = amendedDetails(row.details, fields);
  return { row: await changeTransaction(call.db, row, { amount: cents, details }), batch };
}

async function enter(
  call: Call,
  { row }: Standing,
  cents: number,
  fields: CommandFields<"cc:capture">,
): Promise<CommandResult> {
  const batch = await enterOpenBatch(call.db, call.now, call.sandbox.settings.batchHours);
  const changed = await changeTransaction(call.db, row, {
    trantype_code: "S",
    status_code: "P",
    amount: cents,
    batch_id: batch.id,
    ordinal: await nextOrdinal(call.db, batch.id),
    details: amendedDetails(row.details, fields),
  });
  return { row: changed, batch };
}

/** A new authorization takes the place of the expired one, whose hold is gone. */
async function reauthorize(
  call: Call,
  command: CaptureCommand,
  { row }: Standing,
  cents: number,
  fields: CommandFields<"cc:capture">,
): Promise<CommandResult> {
  const card = await cardOfTransaction(call, row);
  const answer = askIssuer(card.number, cents, { partial: false, ...verifiableOf(card) });
  if (answer.result !== "A") throw new OutcomeRefusal("generalDecline");
  const replaced = await changeTransaction(call.db, row, { trantype_code: "V", status_code: "R" });
  await raiseEvent(call, "transaction.sale.voided", { row: replaced });
  const batch = await enterOpenBatch(call.db, call.now, call.sandbox.settings.batchHours);
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
    ordinal: await nextOrdinal(call.db, batch.id),
    original_id: row.id,
    duplicate_of_kind: null,
    details: { ...amendedDetails(row.details, fields), authorized: cents },
  });
  return { row: fresh, batch };
}
