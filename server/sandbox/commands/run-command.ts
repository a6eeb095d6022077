import type { TrantypeCode } from "#lib/gateway/codes.ts";
import { type CommandName, commandRow, commands, findCommand } from "#lib/gateway/commands.ts";
import { requestOf } from "#lib/gateway/schemas/command-requests.ts";
import type { Call } from "../context.ts";
import { parseFields } from "../http/parse-fields.ts";
import { OutcomeRefusalError, RefusalError } from "../refusal.ts";
import { askedCents } from "../rules/amount.ts";
import type { TransactionRow } from "../store/tables/transactions.ts";
import { findTransaction, insertTransaction } from "../store/transactions.ts";
import { raiseCommandEvent } from "../webhooks/raise-event.ts";
import type { CommandResult } from "./handler.ts";
import { handlers } from "./index.ts";
import { toDetails } from "./payment-details.ts";
import { describeRefusedCard } from "./usable-card.ts";

/** A request that was read by its command's row of the table. */
export type ReadCommand = { name: CommandName; fields: CommandFieldsOfAny };

// Every command's fields are a selection of these.
type CommandFieldsOfAny = Parameters<(typeof handlers)["cc:credit"]>[1];

/** Finds a command's row and reads its fields. Throws a RefusalError that names each wrong field. */
export function readCommand(body: { command: string }): ReadCommand {
  const name = findCommand(body.command);
  if (!name) throw new RefusalError("unknownCommand");
  // The schema of the row is the one its handler takes.
  return { name, fields: parseFields(requestOf(name), body) as CommandFieldsOfAny };
}

/** Runs a command and raises its event. A refusal becomes an outcome `E`, recorded if the command creates records. */
export async function runCommand(call: Call, command: ReadCommand): Promise<CommandResult> {
  const result = await runHandler(call, command);
  await raiseCommandEvent(call, command.name, result);
  return result;
}

async function runHandler(call: Call, { name, fields }: ReadCommand): Promise<CommandResult> {
  try {
    requireAllowed(call, name);
    // The fields were read by the schema of this command.
    const handler = handlers[name] as (call: Call, fields: CommandFieldsOfAny) => Promise<CommandResult>;
    return await handler(call, fields);
  } catch (error) {
    if (!(error instanceof OutcomeRefusalError)) throw error;
    return await recordRefusal(call, name, fields, error);
  }
}

function requireAllowed(call: Call, name: CommandName): void {
  const { right } = commands[name];
  if (!call.source.pin && (right === "refund" || right === "void"))
    throw new OutcomeRefusalError("pinRequired");
  const allowed = call.source.settings.commands;
  if (allowed && !allowed.some((wireName) => findCommand(wireName) === name))
    throw new OutcomeRefusalError("commandNotAllowed");
}

async function recordRefusal(
  call: Call,
  name: CommandName,
  fields: CommandFieldsOfAny,
  { code, message }: OutcomeRefusalError,
): Promise<CommandResult> {
  const error = { code, text: message };
  const original =
    fields.trankey || fields.refnum
      ? await findTransaction(call.db, fields.trankey || fields.refnum || "")
      : undefined;
  const trantype = commandRow(name).records;
  if (!trantype) return { row: original, error };
  const tender = original?.tender ?? tenderOf(name);
  const row = await insertTransaction(call.db, {
    source_id: call.source.id,
    created_at: call.now,
    command: name,
    tender,
    trantype_code: tender === "check" ? checkTrantype(trantype) : trantype,
    status_code: "E",
    result_code: "E",
    error: message,
    error_code: String(code),
    authcode: "",
    amount: Math.max(0, askedCents(fields) ?? original?.amount ?? 0),
    batch_id: null,
    ordinal: null,
    original_id: original?.id ?? null,
    connected: 0,
    duplicate_of_kind: null,
    next_step_at: null,
    sealed: null,
    fingerprint: null,
    details: { ...toDetails(call, fields), card: cardOf(original, fields) },
  });
  return { row };
}

/** The issuer was not asked, so there is no AVS or CVC result. */
function cardOf(original: TransactionRow | undefined, fields: CommandFieldsOfAny) {
  const card = original?.details.card;
  return card ? { ...card, avs: undefined, cvc: undefined } : describeRefusedCard(fields.creditcard);
}

const tenderOf = (name: CommandName): "card" | "check" | "cash" => {
  const tender = commands[name].tenders[0];
  return tender === "check" || tender === "cash" ? tender : "card";
};

const checkTrantype = (trantype: TrantypeCode): TrantypeCode =>
  trantype === "S" ? "K" : trantype === "C" ? "R" : trantype;
