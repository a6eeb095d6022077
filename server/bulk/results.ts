import type { BulkFile } from "#lib/bulk/bulk-file.ts";
import { type BulkResult, codesOf, type ResultFilter, type ResultPage } from "#lib/bulk/bulk-results.ts";
import { type CommandName, changesPayment, commands } from "#lib/gateway/commands.ts";
import type { Read } from "#lib/read.ts";
import { db } from "#server/db/db.ts";
import { listResults, toResults } from "#server/gateway-cache/cached-results.ts";
import { toRead } from "#server/gateway-cache/to-read.ts";
import { read } from "#server/gateway-client/client.ts";
import { findFile } from "./files.ts";

/** A page of the results of a completed group, from the gateway cache only. */
export async function readResults(
  groupKey: string,
  filter: ResultFilter,
  page: { limit: number; offset: number },
): Promise<ResultPage> {
  const { results, total } = await listResults(groupKey, filter, page);
  return { results: await withRows(groupKey, results), total, ...page };
}

/** The rows of a group that ran last, newest first: one request, shared for a few seconds. */
export async function readNewest(groupKey: string): Promise<Read<BulkResult[]>> {
  if (newest?.groupKey === groupKey && Date.now() - newest.at < sharedMs) return newest.answer;
  newest = { groupKey, at: Date.now(), answer: askForNewest(groupKey) };
  return newest.answer;
}

const newestLines = 8;
const sharedMs = 5000;
/** One group runs at a time, so that one answer is worth keeping. */
let newest: { groupKey: string; at: number; answer: Promise<Read<BulkResult[]>> } | undefined;

async function askForNewest(groupKey: string): Promise<Read<BulkResult[]>> {
  const query = { limit: newestLines, offset: 0 };
  const listed = toRead(
    await read("listBulkTransactions", { segments: { bulk_key: groupKey }, query, priority: "person" }),
    "The gateway lists no lines of this group.",
  );
  if (listed.kind !== "found") return listed;
  const { data, total } = listed.value;
  const results = toResults(groupKey, total ?? data.length, data);
  return { ...listed, value: await withRows(groupKey, results) };
}

/** The gateway counts the rows it was sent: those of the chosen file without the excluded ones. */
async function withRows(groupKey: string, results: readonly BulkResult[]): Promise<BulkResult[]> {
  const file = await findFile(groupKey);
  if (!file) return results.map((result) => ({ ...result, row: undefined }));
  const lines = results.flatMap(({ row }) => (row === undefined ? [] : [row]));
  const [rows, changes] = await Promise.all([rowsOfLines(file, lines), changesOfLines(file, lines)]);
  return results.map((result) => {
    const change = result.row === undefined ? undefined : changes.get(result.row);
    return {
      ...result,
      row: result.row && rows.get(result.row),
      ...(change && ofChange(result, change)),
    };
  });
}

/** Of a row that changed an earlier payment the gateway lists that payment: its time, and where nothing was done its batch, are not the row's. */
function ofChange(result: BulkResult, { command, cents }: Change): Partial<BulkResult> {
  const type = commands[command].label;
  if (codesOf.errors.includes(result.resultCode ?? ""))
    return { type, created: undefined, batchKey: undefined, cents: cents ?? undefined };
  return result.kind === "refunds" ? { type } : { type, created: undefined };
}

type Change = { command: CommandName; cents: number | null };

/** What rows that change an earlier payment were to do, by their line. */
async function changesOfLines(file: BulkFile, lines: readonly number[]): Promise<Map<number, Change>> {
  if (lines.length === 0) return new Map();
  const changes = await db()
    .selectFrom("bulk_payouts")
    .select(["line", "command", "cents"])
    .where("file_id", "=", file.id)
    .where("line", ">=", Math.min(...lines))
    .where("line", "<=", Math.max(...lines))
    .execute();
  return new Map(
    changes.flatMap(({ line, ...change }) =>
      changesPayment(change.command) ? [[line, change] as const] : [],
    ),
  );
}

async function rowsOfLines(file: BulkFile, lines: readonly number[]): Promise<Map<number, number>> {
  if (lines.length === 0) return new Map();
  // Line 1 is the header; the k-th sent line is the k-th recorded row.
  const first = Math.max(2, Math.min(...lines));
  const last = Math.max(...lines);
  const rows = await db()
    .selectFrom("bulk_rows")
    .select("row")
    .where("file_id", "=", file.id)
    .orderBy("row")
    .limit(last - first + 1)
    .offset(first - 2)
    .execute();
  return new Map(rows.map(({ row }, place) => [first + place, row]));
}
