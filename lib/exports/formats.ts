import { keysOf } from "#lib/keys-of.ts";
import { translated } from "#lib/language/t.ts";

/** What an export can be written as. `lines`: a row for each transaction; otherwise a daily summary for a program. */
export const exportFormats = translated(["label"], {
  csv: { label: "CSV", file: "csv", lines: true },
  xlsx: { label: "Excel (XLSX)", file: "xlsx", lines: true },
  "quickbooks-iif": { label: "QuickBooks Desktop (IIF)", file: "iif", lines: false },
  "quickbooks-csv": { label: "QuickBooks Online (CSV)", file: "csv", lines: false },
  xero: { label: "Xero (CSV)", file: "csv", lines: false },
  ofx: { label: "OFX statement", file: "ofx", lines: false },
  hledger: { label: "hledger journal", file: "journal", lines: false },
} as const satisfies Record<string, { label: string; file: string; lines: boolean }>);

export type ExportFormat = keyof typeof exportFormats;
export type JournalFormat = {
  [Name in ExportFormat]: (typeof exportFormats)[Name]["lines"] extends false ? Name : never;
}[ExportFormat];

const exportFormatNames = keysOf(exportFormats);
export const journalFormatNames = exportFormatNames.filter(isJournal);

export function isJournal(format: ExportFormat): format is JournalFormat {
  return !exportFormats[format].lines;
}

export const readExportFormat = (name: string | null): ExportFormat | undefined =>
  name !== null && Object.hasOwn(exportFormats, name) ? (name as ExportFormat) : undefined; // a key of it
