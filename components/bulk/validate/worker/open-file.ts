import { suggestMapping } from "#lib/bulk/file/column-labels.ts";
import { guessEncoding, guessSeparator } from "#lib/bulk/file/file-format.ts";
import { RecordReader } from "#lib/bulk/file/record-reader.ts";
import { toHex } from "#lib/bulk/file/slice-digest.ts";
import { t, text } from "#lib/language/t.ts";
import { FileError, type FileFormat, type OpenedFile } from "./worker-messages.ts";

/** As much of a file as its header and first row fit in. */
const startBytes = 256 * 1024;

/**
 * Reads the beginning of a file: how it is written, what its columns are called. What is `chosen` is not guessed.
 * Throws FileError or UnreadableFileError when it cannot be a bulk file.
 */
export async function openFile(file: Blob, chosen: Partial<FileFormat> = {}): Promise<OpenedFile> {
  if (file.size === 0) throw new FileError(t("The file is empty. Choose one with a header and rows."));
  const start = new Uint8Array(await file.slice(0, startBytes).arrayBuffer());
  refuseWorkbook(start);
  const encoding = chosen.encoding ?? guessEncoding(start);
  const isWhole = file.size <= startBytes;
  const text = new TextDecoder(encoding).decode(start, { stream: !isWhole });
  const separator = chosen.separator ?? guessSeparator(text);
  const reader = new RecordReader(separator);
  const records = reader.push(text);
  if (records.length < 2 && isWhole) records.push(...reader.end());
  const [first, second] = records;
  if (!first) throw new FileError(t("The file has no rows. Choose one with a header and rows."));
  if (first.row > 1) throw new FileError(`${t("The file begins with an empty row.")} ${t(headerFirst)}`);
  const mapping = suggestMapping(first.cells);
  if (mapping.every((column) => column === null) && first.cells.some(looksLikeData))
    throw new FileError(`${t("The first row has no column names.")} ${t(headerFirst)}`);
  return {
    encoding,
    separator,
    header: first.cells.map(hideDigitsOfNumbers),
    sample: first.cells.map((_, place) => hideDigits(second?.cells[place] ?? "")),
    mapping,
    signature: first.cells.some(looksLikeData) ? "" : await signatureOf(first.cells),
  };
}

const headerFirst = text(
  "Put the names of the columns into the first row, such as command, amount, ccnum and ccexp, and choose the file again.",
);

/** The two kinds of workbook that a spreadsheet saves by default. */
function refuseWorkbook(start: Uint8Array) {
  const [a, b, c, d] = start;
  const isZip = a === 0x50 && b === 0x4b && c === 0x03 && d === 0x04;
  const isOldOffice = a === 0xd0 && b === 0xcf && c === 0x11 && d === 0xe0;
  if (isZip || isOldOffice)
    throw new FileError(t("This is a workbook, not a CSV file. Save it as CSV there and choose that file."));
}

/** An amount, or digits as many as an account or a card has. */
const looksLikeData = (cell: string) =>
  /^\s*-?\d+[.,]\d\d\s*$/.test(cell) || cell.replace(/\D/g, "").length >= 8;

const hideDigits = (cell: string) => cell.trim().slice(0, 40).replace(/\d/g, "0");

/** A header's own digits stay ("address 2"), a number among the names doesn't. */
const hideDigitsOfNumbers = (cell: string) =>
  cell
    .trim()
    .slice(0, 60)
    .replace(/\d(?:[ -]?\d){4,}/g, (digits) => digits.replace(/\d/g, "0"));

async function signatureOf(header: readonly string[]): Promise<string> {
  const names = JSON.stringify(header.map((name) => name.trim().toLowerCase()));
  return toHex(new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(names))));
}
