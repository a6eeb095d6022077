import { createHash } from "node:crypto";
import { addToTotals, type BulkTotal } from "#lib/bulk/bulk-totals.ts";
import { checkLine } from "#lib/bulk/check-line.ts";
import { type FileMends, type FilePlan, toCells } from "#lib/bulk/file-plan.ts";
import { type FileRecord, RecordReader } from "#lib/bulk/record-reader.ts";
import { SliceDigest } from "#lib/bulk/slice-digest.ts";
import type { BulkCells, BulkColumn } from "#lib/gateway/bulk.ts";
import { collectGarbage } from "./collect-garbage.ts";
import { lineDigester } from "./known-lines.ts";

/** What went through, to be held against what was released. */
export type LineTally = { sha256: string; rows: number; good: number; totals: BulkTotal[] };

export type LineStream = {
  /** The file as the gateway takes it: its own columns, the mended lines, none that is left out or at fault. */
  lines: AsyncGenerator<string, void>;
  /** Complete once `lines` is over. */
  tally: LineTally;
};

/**
 * Turns the bytes of a chosen file into the lines that are sent, a piece at a time: nothing of a line outlives its piece.
 * `noteLines` is awaited with the digests of each piece before the piece is given on. Throws UnreadableFile.
 */
export function streamLines(
  bytes: AsyncIterable<Uint8Array>,
  {
    plan,
    mends,
    currentMonth,
    lineKey,
    noteLines,
  }: {
    plan: FilePlan;
    mends: FileMends;
    /** The merchant's own, "2026-11". */
    currentMonth: string;
    lineKey: string;
    noteLines: (lines: { row: number; digest: string }[]) => Promise<void>;
  },
): LineStream {
  const tally: LineTally = { sha256: "", rows: 0, good: 0, totals: [] };
  const columns = columnsOf(plan, mends);
  const leftOut = new Set(mends.leftOut);
  const digestOf = lineDigester(lineKey);

  async function* lines(): AsyncGenerator<string, void> {
    const digest = new SliceDigest((slice) => createHash("sha256").update(slice).digest());
    const decoder = new TextDecoder(plan.encoding);
    const reader = new RecordReader(plan.separator);
    yield toCsv(columns);
    let sinceCollected = 0;
    for await (const piece of bytes) {
      sinceCollected += piece.length;
      if (sinceCollected > collectAfterBytes) {
        sinceCollected = 0;
        collectGarbage();
      }
      await digest.update(piece);
      yield await send(reader.push(decoder.decode(piece, { stream: true })));
    }
    yield await send([...reader.push(decoder.decode()), ...reader.end()]);
    tally.sha256 = await digest.end();
  }

  async function send(records: FileRecord[]): Promise<string> {
    const noted: { row: number; digest: string }[] = [];
    let text = "";
    for (const { row, cells: record } of records) {
      if (row === 1) continue;
      tally.rows += 1;
      if (leftOut.has(row)) continue;
      const cells = mends.mended[row] ?? toCells(record, plan);
      const check = checkLine(cells, currentMonth);
      if (check.kind === "bad") continue;
      tally.good += 1;
      addToTotals(tally.totals, check);
      noted.push({ row, digest: digestOf(cells) });
      text += toCsv(columns.map((column) => cells[column] ?? ""));
    }
    await noteLines(noted);
    return text;
  }

  return { lines: lines(), tally };
}

/** A file smaller than this is no matter. */
const collectAfterBytes = 4 * 1024 * 1024;

/** The columns of the file, and those that a mended line fills beside them. */
function columnsOf({ mapping }: FilePlan, { mended }: FileMends): BulkColumn[] {
  const added = Object.values(mended).flatMap((cells: BulkCells) => Object.keys(cells) as BulkColumn[]);
  return [...new Set([...mapping.filter((column) => column !== null), ...added])];
}

/** One row (RFC 4180). */
function toCsv(cells: readonly string[]): string {
  const quoted = cells.map((cell) => (/[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell));
  return `${quoted.join(",")}\r\n`;
}
