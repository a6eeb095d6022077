import { newAttemptId } from "#lib/attempt.ts";
import type { Preparation } from "#lib/bulk/file/bulk-file.ts";
import type { FileEdits, FilePlan } from "#lib/bulk/file/file-plan.ts";
import { RecordReader } from "#lib/bulk/file/record-reader.ts";
import { SentRows } from "#lib/bulk/file/sent-rows.ts";
import { SliceDigest } from "#lib/bulk/file/slice-digest.ts";
import { nodeSha256 } from "./upload/row-stream.ts";

export const noEdits: FileEdits = { fixed: {}, excluded: [] };

/** For tests only: what the page reports of a file that it has validated. */
export async function preparationOf(
  content: string | Iterable<Uint8Array>,
  {
    mapping,
    edits = noEdits,
    name = "payroll.csv",
  }: { mapping: FilePlan["mapping"]; edits?: FileEdits; name?: string },
): Promise<Preparation> {
  const plan: FilePlan = { encoding: "utf-8", separator: ",", mapping };
  const digest = new SliceDigest();
  const decoder = new TextDecoder();
  const reader = new RecordReader(plan.separator);
  const sent = new SentRows({ plan, edits, currentMonth: "2026-11" }, nodeSha256);
  let size = 0;
  for (const piece of typeof content === "string" ? [new TextEncoder().encode(content)] : content) {
    size += piece.length;
    await digest.update(piece);
    for (const record of reader.push(decoder.decode(piece, { stream: true }))) sent.take(record);
    await sent.flush();
  }
  for (const record of reader.end()) sent.take(record);
  const { rows, good, totals } = sent;
  return {
    id: newAttemptId(),
    name,
    size,
    sha256: await digest.end(),
    rows,
    good,
    excluded: rows - good,
    fixed: Object.keys(edits.fixed).length,
    plan,
    totals,
    approval: await sent.end(),
  };
}
