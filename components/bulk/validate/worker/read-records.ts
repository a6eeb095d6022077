import type { FilePlan } from "#lib/bulk/file/file-plan.ts";
import { type FileRecord, RecordReader } from "#lib/bulk/file/record-reader.ts";
import { SliceDigest } from "#lib/bulk/file/slice-digest.ts";

/** What is read at a time: small enough that progress moves, large enough to be quick. */
const pieceBytes = 256 * 1024;

/** Reads a file's records piece by piece; `onRecords` also gets the bytes read so far. Returns the file's digest. */
export async function readRecords(
  file: Blob,
  plan: FilePlan,
  onRecords: (records: FileRecord[], bytes: number) => Promise<void>,
): Promise<string> {
  const digest = new SliceDigest();
  const decoder = new TextDecoder(plan.encoding);
  const reader = new RecordReader(plan.separator);
  for (let start = 0; start < file.size; start += pieceBytes) {
    const end = Math.min(start + pieceBytes, file.size);
    const bytes = new Uint8Array(await file.slice(start, end).arrayBuffer());
    await digest.update(bytes);
    await onRecords(reader.push(decoder.decode(bytes, { stream: true })), end);
  }
  await onRecords([...reader.push(decoder.decode()), ...reader.end()], file.size);
  return digest.end();
}
