import { type encodings, separators } from "./file-plan.ts";

export type Encoding = (typeof encodings)[number];
export type Separator = (typeof separators)[number];

/** Detects the encoding by the file's first bytes: its mark, the zeros between its letters, else UTF-8 where that reads, else the old Western one. */
export function guessEncoding(start: Uint8Array): Encoding {
  if (start[0] === 0xff && start[1] === 0xfe) return "utf-16le";
  if (start[0] === 0xfe && start[1] === 0xff) return "utf-16be";
  const zeros = (parity: 0 | 1) =>
    start.subarray(0, 1000).filter((byte, place) => byte === 0 && place % 2 === parity).length;
  if (zeros(1) > start.subarray(0, 1000).length / 4) return "utf-16le";
  if (zeros(0) > start.subarray(0, 1000).length / 4) return "utf-16be";
  try {
    // Streamed: a sign that is cut at the end of the sample is no fault.
    new TextDecoder("utf-8", { fatal: true }).decode(start, { stream: true });
    return "utf-8";
  } catch {
    return "windows-1252";
  }
}

/** The separator that the header row has most of, outside quotes. */
export function guessSeparator(text: string): Separator {
  const header = (text.split(/\r\n|\r|\n/, 1)[0] ?? "").replace(/"[^"]*"/g, "");
  const counts = separators.map((separator) => ({ separator, count: header.split(separator).length - 1 }));
  return counts.reduce((best, one) => (one.count > best.count ? one : best)).separator;
}
