import { createHash } from "node:crypto";
import type { Approval } from "#lib/bulk/approval.ts";
import type { BulkTotal } from "#lib/bulk/bulk-totals.ts";
import type { FileEdits, FilePlan } from "#lib/bulk/file/file-plan.ts";
import { type FileRecord, RecordReader } from "#lib/bulk/file/record-reader.ts";
import { type SentRow, SentRows } from "#lib/bulk/file/sent-rows.ts";
import { SliceDigest } from "#lib/bulk/file/slice-digest.ts";
import { paymentName } from "#lib/bulk/payment-name.ts";
import { csvCell, csvRow } from "#lib/csv.ts";
import type { BulkCells, BulkColumn } from "#lib/gateway/schemas/bulk.ts";
import { keysOf } from "#lib/keys-of.ts";
import { collectGarbage } from "#server/collect-garbage.ts";
import type { Digest } from "#server/payments/card-data/secrets.ts";
import { type NotedRow, rowDigester } from "../known-rows.ts";
import { isTraced, payerOfRow, tracer } from "../results/traces.ts";

/** What was sent, to be compared with what was approved. */
export type RowTally = {
  sha256: string;
  rows: number;
  good: number;
  totals: BulkTotal[];
  approval: Approval | undefined;
};

export type RowStream = {
  /** The file in the gateway's format: its columns, with the fixes, without excluded or invalid rows. */
  lines: AsyncGenerator<string, void>;
  /** Complete once `lines` has ended. */
  tally: RowTally;
};

/** The file is larger than the approved one: it is given up at the first byte or row beyond that. */
export class FileTooLargeError extends Error {}

/** SHA-256 that copies nothing. */
export const nodeSha256 = (bytes: Uint8Array) => createHash("sha256").update(bytes).digest();

/**
 * Turns the bytes of a chosen file into the rows that are sent, some hundred kB at a time: nothing of a row outlives its
 * turn. `recordRows` is awaited with the digests of rows before these are given on. Throws UnreadableFileError and FileTooLargeError.
 */
export function streamRows(bytes: AsyncIterable<Uint8Array>, options: RowStreamOptions): RowStream {
  const { plan, edits, currentMonth } = options;
  const tally: RowTally = { sha256: "", rows: 0, good: 0, totals: [], approval: undefined };
  const sent = new SentRows({ plan, edits, currentMonth }, nodeSha256);
  const collected = collectRows(sent, options);
  return { lines: readLines(bytes, options, { sent, collected, tally }), tally };
}

type RowStreamOptions = {
  plan: FilePlan;
  edits: FileEdits;
  /** The merchant's own, "2026-11". */
  currentMonth: string;
  /** The size of the approved file. */
  approved: { bytes: number; rows: number };
  /** Keyed. */
  digests: { row: Digest; trace: Digest };
  recordRows: (lines: NotedRow[]) => Promise<void>;
  /** Sees every row before it is given on. */
  onRow?: (row: SentRow) => void;
};

async function* readLines(
  bytes: AsyncIterable<Uint8Array>,
  { plan, approved }: RowStreamOptions,
  { sent, collected, tally }: { sent: SentRows; collected: CollectedRows; tally: RowTally },
): AsyncGenerator<string, void> {
  const digest = new SliceDigest(nodeSha256);
  const decoder = new TextDecoder(plan.encoding);
  const reader = new RecordReader(plan.separator);
  let sinceCollected = 0;
  let length = 0;
  try {
    for await (const piece of bytes) {
      length += piece.length;
      if (length > approved.bytes) throw new FileTooLargeError();
      sinceCollected += piece.length;
      if (sinceCollected > collectAfterBytes) {
        sinceCollected = 0;
        collectGarbage();
      }
      await digest.update(piece);
      reader.push(decoder.decode(piece, { stream: true })).forEach(collected.add);
      await sent.flush();
      if (collected.length() >= turnLength) yield await collected.take();
    }
    [...reader.push(decoder.decode()), ...reader.end()].forEach(collected.add);
    tally.sha256 = await digest.end();
    const { rows, good, totals } = sent;
    Object.assign(tally, { rows, good, totals, approval: await sent.end() });
    yield await collected.take();
  } finally {
    digest.wipe();
    sent.wipe();
  }
}

/** The rows of one turn, in the gateway's format; the first turn begins with the columns. */
type CollectedRows = {
  add(record: FileRecord): void;
  /** In characters. */
  length(): number;
  /** The collected rows, once they are recorded. The next turn begins. */
  take(): Promise<string>;
};

function collectRows(
  sent: SentRows,
  { plan, edits, approved, digests, recordRows, onRow }: RowStreamOptions,
): CollectedRows {
  const columns = columnsOf(plan, edits);
  const unkeyed = rowDigester();
  const traceOf = tracer(digests.trace);
  let text = toCsv(columns);
  let noted: NotedRow[] = [];
  return {
    add: (record) => {
      const taken = sent.take(record);
      if (sent.rows > approved.rows) throw new FileTooLargeError();
      if (!taken) return;
      const { row, cells, check } = taken;
      const { orderid, invoice } = cells;
      const shown = { orderid, invoice, cents: check.amountCents, payer: payerOfRow(cells) };
      const trace = isTraced(sent.good) ? traceOf(shown) : undefined;
      const { command } = check;
      const trankey = paymentName(cells.trankey);
      noted.push({ row, digest: digests.row(unkeyed(cells)), trace, command, trankey });
      text += toCsv(columns.map((column) => cells[column] ?? ""));
      onRow?.(taken);
    },
    length: () => text.length,
    take: async () => {
      const [given, now] = [text, noted];
      text = "";
      noted = [];
      await recordRows(now);
      return given;
    },
  };
}

/** About how many characters of rows are recorded in one commit and then sent together. */
const turnLength = 256 * 1024;
/** Smaller files need no garbage collection. */
const collectAfterBytes = 4 * 1024 * 1024;

/** The columns of the file, and those that fixes fill in addition. */
function columnsOf({ mapping }: FilePlan, { fixed }: FileEdits): BulkColumn[] {
  const added = Object.values(fixed).flatMap((cells: BulkCells) => keysOf(cells));
  return [...new Set([...mapping.filter((column) => column !== null), ...added])];
}

const toCsv = (cells: readonly string[]) => csvRow(cells.map(csvCell));
