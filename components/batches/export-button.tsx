"use client";

import { Button } from "#components/ui/button.tsx";
import { formatCount } from "#lib/format/counts.ts";
import { toBatchCsv } from "./batch-csv.ts";
import type { BatchRow } from "./batch-row.ts";

/** Saves the rows that are shown as a CSV file; the button says how many they are. */
export function ExportButton({ rows, fileName }: { rows: readonly BatchRow[]; fileName: string }) {
  return (
    <Button
      size="s"
      icon="download"
      disabled={rows.length === 0}
      onClick={() => save(toBatchCsv(rows), fileName)}
    >
      Export {formatCount(rows.length)}
    </Button>
  );
}

function save(csv: string, fileName: string) {
  // The mark tells spreadsheets that the file is UTF-8.
  const url = URL.createObjectURL(new Blob(["\uFEFF", csv], { type: "text/csv;charset=utf-8" }));
  const link = document.createElement("a");
  link.href = url;
  link.download = fileName;
  link.click();
  URL.revokeObjectURL(url);
}
