import { isFailedCode } from "#lib/gateway/codes/result-codes.ts";
import { commands, takesMoney } from "#lib/gateway/commands.ts";
import type { Transaction, TransactionDetail } from "#lib/gateway/schemas/transaction.ts";
import { stateOf } from "#lib/payments/transaction-labels.ts";
import type { AttemptRow } from "#server/db/tables/payments/attempts.ts";

/** How a lost answer is resolved: the change to the attempt and its step in the timeline. */
export type Resolution = {
  /** What was found out, and where. */
  verdict: {
    moved: boolean;
    message: string;
    transactionKey: string | undefined;
    batchKey: string | undefined;
  };
  change: Partial<AttemptRow>;
  step: { kind: "resolved"; text: string };
};

/** The gateway has a transaction for it, approved or not. */
export function toFound(transaction: TransactionDetail, seenIn: string, at: number): Resolution {
  const moved = isApproved(transaction);
  const found = [`Found by its attempt number in ${seenIn}.`];
  if (!moved) found.push(`It was not approved: ${transaction.error ?? transaction.result ?? "declined"}.`);
  if (moved && isVoided(transaction)) found.push("It has been voided since.");
  return resolution(found.join(" "), moved, at, transaction);
}

/** The payment it acts on is now as the command would make it. */
export function toDone(transaction: TransactionDetail, at: number): Resolution {
  const text = `The payment was read again. It is now as this action makes it: ${stateOf(transaction).word}.`;
  return resolution(text, true, at, transaction);
}

/** The payment it acts on was undone, and this one took its place. */
export function toReplaced(transaction: TransactionDetail, at: number): Resolution {
  const text = `The payment was read again: it was undone, and transaction ${transaction.key} took its place.`;
  return resolution(text, true, at, transaction);
}

/** The payment it acts on has not changed, read after the command could no longer be processed. */
export function toUnchanged(row: Pick<AttemptRow, "command">, at: number): Resolution {
  const text = `The payment was read again and has not changed. ${commands[row.command].label} did not happen.`;
  return resolution(text, false, at);
}

/** What became of saving a card, with the answer that shows it. */
export const toSaved = (
  message: string,
  isSaved: boolean,
  at: number,
  answer: Transaction | undefined,
): Resolution => resolution(message, isSaved, at, answer);

/** It is in none of the places it could be, which `searched` names. */
export function toNotFound(
  { command, reference }: Pick<AttemptRow, "command" | "reference">,
  searched: string,
  at: number,
): Resolution {
  const text = takesMoney(command)
    ? `No charge found: attempt ${reference} is not in ${searched}.`
    : `Not found: attempt ${reference} is not in ${searched}.`;
  return resolution(text, false, at);
}

/** A result we do not know counts as money moved: wrong the safe way. */
export function isApproved({ result_code }: Pick<Transaction, "result_code">): boolean {
  return !isFailedCode(result_code);
}

export function isVoided({ trantype_code, status_code, check }: TransactionDetail): boolean {
  return trantype_code === "V" || trantype_code === "Z" || (check !== undefined && status_code === "V");
}

function resolution(message: string, moved: boolean, at: number, transaction?: Transaction): Resolution {
  return {
    verdict: { moved, message, transactionKey: transaction?.key, batchKey: transaction?.batch?.key },
    change: {
      state: "resolved",
      outcome_at: at,
      next_lookup_at: null,
      problem: JSON.stringify({ message, moved }),
      ...(transaction && {
        answer: JSON.stringify(transaction),
        transaction_key: transaction.key ?? null,
      }),
    },
    step: { kind: "resolved", text: message },
  };
}
