/** CSV as RFC 4180 has it, safe to open in a spreadsheet. */

/** A text column. A spreadsheet takes a text that begins like this for a formula, so it gets a leading apostrophe. */
export function csvText(text: string | undefined): string {
  const safe = /^[=+\-@\t\r]/.test(text ?? "") ? `'${text}` : (text ?? "");
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** Joins finished cells: `csvText` for texts, bare digits for numbers. */
export function toCsv(head: readonly string[], lines: readonly (readonly string[])[]): string {
  return `${[head, ...lines].map((cells) => cells.join(",")).join("\r\n")}\r\n`;
}
