import type { CommandName, ReplyPart } from "#lib/gateway/commands.ts";
import type { CommandFields } from "#lib/gateway/schemas/command-requests.ts";
import type { Call } from "../context.ts";
import type { BatchReference } from "../store/tables/batches.ts";
import type { TransactionRow } from "../store/tables/transactions.ts";

/** The result of a command; the presenter turns it into the contract's reply. */
export type CommandResult = {
  /** The transaction to answer with; undefined where the contract leaves key and refnum empty. */
  row: TransactionRow | undefined;
  batch?: BatchReference | undefined;
  /** The record the command made, where it answers with another: the credit of a settled payment that was lowered. */
  made?: TransactionRow;
  /** Whether `row` is an earlier payment that this request duplicates. */
  isDuplicate?: boolean;
  /** The fields to answer with, where they aren't those of the command: a creditvoid that voided. */
  replyWith?: readonly ReplyPart[];
  /** Raise the event of another command: a refund that lowered an authorization. */
  raiseAs?: CommandName;
  /** Receipts that were sent, where the record does not keep that. */
  receipts?: TransactionRow["details"]["receipts"];
  /** Cents to show instead of the row's. */
  authCents?: number;
  /** A card that was only saved. */
  saved?: Pick<TransactionRow["details"], "card" | "savedcard">;
  /** A refusal that left the row unchanged. */
  error?: { code: number; text: string };
};

/** One command: find, check the rules, write, return. Throws OutcomeRefusalError before it writes anything. */
export type Handler<Name extends CommandName> = (
  call: Call,
  fields: CommandFields<Name>,
) => Promise<CommandResult>;
