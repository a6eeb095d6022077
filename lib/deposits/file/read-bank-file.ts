import { countOf } from "#lib/format/counts.ts";
import { t } from "#lib/language/t.ts";
import {
  BankFileError,
  type CsvChoice,
  maxFileBytes,
  maxLines,
  numberRepeats,
  type ReadFile,
  type RefusedFile,
  tooManyLines,
} from "./bank-file.ts";
import { readCamt } from "./camt.ts";
import { readCsv } from "./csv.ts";
import { readOfx } from "./ofx.ts";

/**
 * Reads a file of a bank in any format that it may have, by its content. Card and account numbers in its texts are masked.
 * Lines of days after tomorrow, or of more than ten years ago, can't be used; `today` is the merchant's.
 */
export function readBankFile(
  bytes: Uint8Array,
  choice?: CsvChoice,
  today = new Date().toISOString().slice(0, 10),
): ReadFile | RefusedFile {
  try {
    if (bytes.length > maxFileBytes)
      throw new BankFileError(t("The file is larger than 2 MB. Export fewer days at a time."));
    const read = readText(decodeText(bytes), choice, today);
    if (read.kind === "refused") return read;
    if (read.lines.length > maxLines) throw new BankFileError(tooManyLines);
    if (read.lines.length + read.unreadable.length + read.pending === 0)
      return { kind: "refused", message: t("The file has no lines."), csv: read.csv };
    return withoutZeros(read);
  } catch (error) {
    if (error instanceof BankFileError) return { kind: "refused", message: error.message };
    throw error;
  }
}

/** A line of 0.00, such as a note of the bank, pays nothing. */
function withoutZeros(read: ReadFile): ReadFile {
  const lines = read.lines.filter(({ cents }) => cents !== 0);
  const zeros = read.lines.length - lines.length;
  const note =
    zeros === 1
      ? t("1 line of 0.00 pays nothing and will be skipped.")
      : t("{lines} of 0.00 pay nothing and will be skipped.", { lines: countOf(zeros, "line") });
  return {
    ...read,
    lines: numberRepeats(lines),
    ...(zeros > 0 && { leftOut: [...(read.leftOut ?? []), note] }),
  };
}

function readText(text: string, choice: CsvChoice | undefined, today: string): ReadFile | RefusedFile {
  const head = text.slice(0, 2000).trimStart();
  if (/^OFXHEADER:/i.test(head) || /<OFX[>\s]|<\?OFX\s/i.test(head)) return readOfx(text, today);
  if (head.startsWith("<")) return readCamt(text, today);
  if (head.startsWith("%PDF-") || head.startsWith("PK") || head.includes("\u0000"))
    throw new BankFileError(t("This isn't a text file. Export OFX, camt.053 or CSV from the bank."));
  return readCsv(text, choice, today);
}

/**
 * The text of a bank file. Its byte order mark or its own header names the encoding; without either it is UTF-8, or
 * Windows-1252 where it is not valid UTF-8.
 */
function decodeText(bytes: Uint8Array): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder("utf-16le").decode(bytes);
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return new TextDecoder("utf-16be").decode(bytes);
  const head = new TextDecoder("windows-1252").decode(bytes.subarray(0, 400));
  const named = /encoding=["']([\w-]+)["']/i.exec(head)?.[1];
  if (named && /^(iso-8859-1|iso-8859-15|windows-1252)$/i.test(named))
    return new TextDecoder(named.toLowerCase()).decode(bytes);
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder("windows-1252").decode(bytes);
  }
}
