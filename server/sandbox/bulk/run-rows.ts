import { requestErrors } from "#lib/gateway/errors.ts";
import type { CommandResult } from "../commands/handler.ts";
import { runCommand } from "../commands/run-command.ts";
import type { Call } from "../context.ts";
import { presentReply } from "../presenters/transaction-reply.ts";
import { RefusalError, SlowIssuerError } from "../refusal.ts";
import { insertItems } from "../store/bulk/items.ts";
import type { BulkGroupRow } from "../store/tables/bulk-groups.ts";
import type { BulkItemRow } from "../store/tables/bulk-items.ts";
import type { BulkRow } from "./bulk-row.ts";

export type BulkCounts = Pick<BulkGroupRow, "approved" | "declined" | "failed">;
/** A row with a slow issuer: run again after so many seconds. */
export type SlowRow = { line: BulkRow; seconds: number };

type Item = Pick<BulkItemRow, "line" | "transaction_id" | "answer"> & { counts: keyof BulkCounts };

/**
 * Runs rows as if each were a request and records their results, all in the call's transaction. Returns the group's new
 * counts and the rows that have to wait for a slow issuer.
 */
export async function runRows(
  call: Call,
  group: BulkGroupRow,
  lines: readonly BulkRow[],
): Promise<{ counts: BulkCounts; slow: SlowRow[] }> {
  const counts: BulkCounts = { approved: group.approved, declined: group.declined, failed: group.failed };
  const before = ranRows(group);
  const items: BulkItemRow[] = [];
  const slow: SlowRow[] = [];
  for (const line of lines) {
    const run = await runLine(call, line);
    if ("seconds" in run) {
      slow.push(run);
      continue;
    }
    const { counts: kind, ...item } = run;
    counts[kind]++;
    items.push({ ...item, group_id: group.id, ordinal: before + items.length + 1 });
  }
  await insertItems(call.db, items);
  return { counts, slow };
}

/** How many rows of a group have run. */
export const ranRows = ({ approved, declined, failed }: BulkCounts): number => approved + declined + failed;

/** A command throws before it writes anything, so a refused row leaves nothing behind. */
async function runLine(call: Call, line: BulkRow): Promise<Item | SlowRow> {
  try {
    return toItem(line, await runCommand(call, line));
  } catch (error) {
    if (error instanceof SlowIssuerError) return { line, seconds: error.seconds };
    if (!(error instanceof RefusalError)) throw error;
    const { code, text } = requestErrors[error.kind];
    const answer = { type: "transaction", key: "", refnum: "", result_code: "E", result: "Error" };
    return {
      line: line.line,
      transaction_id: null,
      answer: JSON.stringify({ ...answer, error: text, error_code: code }),
      counts: "failed",
    };
  }
}

function toItem({ line, name }: BulkRow, result: CommandResult): Item {
  const { row, error, isDuplicate } = result;
  const resultCode = error ? "E" : (row?.result_code ?? "A");
  const plain = row && !error && !isDuplicate;
  return {
    line,
    transaction_id: row?.id ?? null,
    answer: plain ? null : JSON.stringify(presentReply(name, result)),
    counts: countedAs[resultCode],
  };
}

const countedAs = { A: "approved", P: "approved", D: "declined", V: "declined", E: "failed" } as const;
