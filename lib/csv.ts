/** CSV as RFC 4180 has it, safe to open in a spreadsheet. */

/**
 * A text cell. A spreadsheet runs text that begins like a formula, so such text gets a leading apostrophe. Where the country
 * separates cells by semicolons, one begins after each of them, quoted or not; a tab is the separator of what is pasted.
 */
export function csvText(text = ""): string {
  if (PLAIN.test(text)) return text;
  return csvCell(text.replace(FORMULA, "'$&"));
}

/** A cell whose text must arrive as it is, for a program: quoted where it has to be. */
export const csvCell = (text: string) => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);

/** Full-width signs count too: some spreadsheets read them as the plain ones. */
const signs = "=+\\-@\\t\\r\\n＝＋－＠";
const FORMULA = new RegExp(`(?<=^|[;\\t]"*)[${signs}]`, "g");
/** What most texts are: no formula, and nothing to quote. */
const PLAIN = new RegExp(`^[^${signs}",;][^",;\\t\\r\\n]*$`);

/** One row of finished cells (RFC 4180). */
export const csvRow = (cells: readonly string[]) => `${cells.join(",")}\r\n`;

/** Joins finished cells: `csvText` for texts, bare digits for numbers. */
export function toCsv(head: readonly string[], lines: readonly (readonly string[])[]): string {
  return [head, ...lines].map(csvRow).join("");
}
