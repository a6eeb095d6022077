import {
  type BulkCells,
  type BulkProblem,
  type BulkUpload,
  bulkRowErrors,
  readBulkRow,
} from "#lib/gateway/schemas/bulk.ts";
import type { ReadCommand } from "../commands/run-command.ts";
import type { Caller, Sandbox } from "../context.ts";
import { compiled } from "../http/parse-fields.ts";
import { makeKey } from "../keys.ts";
import { RefusalError } from "../refusal.ts";
import { enqueueBulkGroup } from "../store/bulk/groups.ts";
import { beginUpload, insertChunk, isUploading, rememberRows, removeUpload } from "../store/bulk/uploads.ts";
import { type BulkRow, comparableText } from "./bulk-row.ts";
import { type BulkRecord, readRecords } from "./read-records.ts";
import type { ReceivedFile } from "./receive-file.ts";

/** A file is refused when more than this share of its rows was uploaded before. */
const MAX_DUPLICATES = 0.25;
/** Rows that are encrypted, and later run, together. */
const CHUNK_ROWS = 64;
/** Rows that are stored in one commit. */
const COMMIT_LINES = 4 * CHUNK_ROWS;
/** How many rejected rows the reply describes; all are counted. */
const MAX_DESCRIBED = 1000;

type Uploading = { sandbox: Sandbox; caller: Caller; groupId: number };

/**
 * Stores a bulk file row by row, encrypted, and queues its group after the last row. An interrupted or refused file leaves
 * nothing. Throws RefusalError.
 */
export async function storeUpload(
  sandbox: Sandbox,
  caller: Caller,
  { filename, bytes }: ReceivedFile,
): Promise<BulkUpload> {
  const { store, clock, bulk } = sandbox;
  const key = makeKey("bulk", Date.now());
  const upload = {
    key,
    source_id: caller.source.id,
    client_ip: caller.clientIp,
    server_ip: caller.serverIp,
    filename: shownName(filename),
    uploaded_at: clock.now(),
    worker: bulk.worker,
  };
  const groupId = await store.transact((db) => beginUpload(db, upload));
  try {
    const counts = await storeLines({ sandbox, caller, groupId }, readRecords(bytes));
    await store.transact(async (db) => {
      if (!(await isUploading(db, groupId))) throw new RefusalError("bulkNotFound");
      await enqueueBulkGroup(db, groupId, counts.transactions);
    });
    bulk.wake();
    return { ...counts, bulk_key: key };
  } catch (error) {
    while (!(await store.transact((db) => removeUpload(db, groupId))));
    throw error;
  }
}

async function storeLines(uploading: Uploading, records: AsyncIterable<BulkRecord>) {
  const counts = { lines: 0, transactions: 0, errors: 0, dupes: 0 };
  const described: NonNullable<BulkUpload["error_lines"]> = [];
  let waiting: ReadLine[] = [];
  const flush = async () => {
    const stored = await storeChunks(uploading, waiting);
    counts.transactions += stored;
    counts.dupes += waiting.length - stored;
    waiting = [];
  };
  for await (const { line, cells } of records) {
    const read = await readLine(uploading, cells);
    if (read.kind === "problem") {
      counts.errors++;
      if (described.length < MAX_DESCRIBED) described.push(describeProblem(line, read));
      continue;
    }
    const fingerprint = uploading.sandbox.vault.fingerprint(comparableText(cells ?? {}));
    waiting.push({ fingerprint, text: JSON.stringify({ line, ...read.command } satisfies BulkRow) });
    if (waiting.length === COMMIT_LINES) await flush();
  }
  if (waiting.length > 0) await flush();
  counts.lines = counts.transactions + counts.errors;
  if (counts.dupes > MAX_DUPLICATES * (counts.lines + counts.dupes)) throw new RefusalError("bulkDuplicates");
  return { ...counts, error_lines: described };
}

/** A row to be stored, as the text that is encrypted. */
type ReadLine = { fingerprint: string; text: string };

type LineRead = { kind: "command"; command: ReadCommand } | ({ kind: "problem" } & BulkProblem);

async function readLine({ sandbox, caller }: Uploading, cells: BulkCells | undefined): Promise<LineRead> {
  if (!cells) return badRow(undefined, "has more or fewer cells than the header");
  if (cells.source && !(await isCaller(sandbox, caller, cells.source)))
    return badRow("source", "must be empty or the API key that sends the file");
  const read = readBulkRow(cells, compiled);
  if (read.kind === "problem") return read;
  // The command's schema has just read its fields.
  return { kind: "command", command: { name: read.command, fields: read.fields } as ReadCommand };
}

async function isCaller({ registry }: Sandbox, { source }: Caller, named: string): Promise<boolean> {
  return named === source.settings.name || (await registry.findSource(named))?.id === source.id;
}

/** Stores the rows that no earlier file had; returns how many. */
async function storeChunks(
  { sandbox: { store, vault }, groupId }: Uploading,
  lines: readonly ReadLine[],
): Promise<number> {
  return await store.transactLarge(async (db) => {
    if (!(await isUploading(db, groupId))) throw new RefusalError("bulkNotFound");
    const earlier = await rememberRows(
      db,
      groupId,
      lines.map(({ fingerprint }) => fingerprint),
    );
    const fresh = lines.filter(({ fingerprint }) => !earlier.has(fingerprint)).map(({ text }) => text);
    for (let at = 0; at < fresh.length; at += CHUNK_ROWS)
      await insertChunk(db, groupId, vault.encrypt(`[${fresh.slice(at, at + CHUNK_ROWS).join()}]`));
    return fresh.length;
  });
}

const badRow = (column: BulkProblem["column"], reason: string): LineRead => ({
  kind: "problem",
  column,
  reason,
  code: bulkRowErrors.badRow,
});

function describeProblem(line: number, { column, reason, code }: BulkProblem) {
  return {
    line,
    ...(column ? { column } : {}),
    error: column ? `${column} ${reason}` : reason,
    errorcode: code,
  };
}

/** A file name that is safe to store and show: no folder, nothing long enough to be a card number. */
function shownName(filename: string): string {
  const [name = ""] = filename.split(/[\\/]/).slice(-1);
  return (
    name
      .replaceAll(/\p{Cc}/gu, "")
      .replaceAll(/\d{12,}/g, "[number]")
      .slice(0, 255) || "upload.csv"
  );
}
