import {
  type BatchHeld,
  type BulkResult,
  codesOf,
  type ResultFilter,
  type ResultPage,
} from "#lib/bulk/bulk-results.ts";
import type { BulkFile } from "#lib/bulk/file/bulk-file.ts";
import { type CommandName, changesPayment, commands } from "#lib/gateway/commands.ts";
import type { CurrentState } from "#lib/payments/transaction-labels.ts";
import type { Read } from "#lib/read.ts";
import { db } from "#server/db/db.ts";
import { listResults, toResults } from "#server/gateway-cache/cached-results.ts";
import { toRead } from "#server/gateway-cache/to-read.ts";
import { read } from "#server/gateway-client/client.ts";
import { findFile } from "../files.ts";
import { rowsOfLines } from "../row-of-line.ts";
import { readStates, toLater } from "./later-changes.ts";

/** A page of the results of a completed group, from the gateway cache only. */
export async function readResults(
  groupKey: string,
  filter: ResultFilter,
  page: { limit: number; offset: number },
): Promise<ResultPage> {
  const { results, total } = await listResults(groupKey, filter, page);
  return { results: await withLater(groupKey, await withRows(groupKey, results)), total, ...page };
}

/** Adds what became of each payment since, where that is known. */
async function withLater(groupKey: string, results: readonly BulkResult[]): Promise<BulkResult[]> {
  const approved = results.filter(
    ({ resultCode = "", isDuplicate }) => !isDuplicate && codesOf.approved.includes(resultCode),
  );
  const payments = approved.flatMap(({ transactionKey: key, cents = null }) => (key ? [{ key, cents }] : []));
  const [states, compared] = await Promise.all([readStates(payments), listCompared(groupKey)]);
  return results.map((result) => {
    const { transactionKey: key } = result;
    if (!key || !approved.includes(result)) return result;
    const was = { wasAuthorized: result.phase === "authorized", wasVoided: result.kind === "voids" };
    const since = toLater(compared.get(key), was) ?? toLater(states.get(key), was);
    return since ? { ...result, since } : result;
  });
}

/** What the group's batches showed of payments when they were compared. */
async function listCompared(groupKey: string): Promise<Map<string, CurrentState>> {
  const rows = await db()
    .selectFrom("bulk_comparisons")
    .select("held")
    .where("group_key", "=", groupKey)
    .where("held", "is not", null)
    .execute();
  return new Map(
    rows.flatMap(({ held }) => {
      const { voided, captured = [] }: BatchHeld = JSON.parse(held ?? "{}"); // written by `compare`
      return [
        ...voided.keys.map((key) => [key, "voided"] as const),
        ...captured.map(({ key }) => [key, "pending"] as const),
      ];
    }),
  );
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
    "The gateway lists no rows of this group.",
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
  const [rows, changes] = await Promise.all([rowsOfLines(file.id, lines), changesOfLines(file, lines)]);
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
