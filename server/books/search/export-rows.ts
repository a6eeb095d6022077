import { csvRow } from "#lib/csv.ts";
import { type ColumnName, columns } from "#lib/search/columns.ts";
import type { SearchClock } from "#lib/search/days.ts";
import type { Query } from "#lib/search/query.ts";
import { findTransactions } from "./find-transactions.ts";

const rowsAtOnce = 1000;

/** All that matches as CSV, newest first, with a row of labels. Read a part at a time, as fast as it is taken. */
export function exportCsv(
  query: Query,
  at: SearchClock,
  chosen: readonly ColumnName[],
): ReadableStream<Uint8Array> {
  const { timeZone } = at.clock;
  const encoder = new TextEncoder();
  let older: string | undefined;
  let isFirst = true;
  return new ReadableStream({
    async pull(controller) {
      // The byte order mark makes spreadsheets read the file as UTF-8.
      if (isFirst)
        controller.enqueue(encoder.encode(`\uFEFF${csvRow(chosen.map((name) => columns[name].label))}`));
      isFirst = false;
      const page = await findTransactions(query, at, { older }, rowsAtOnce);
      const text = page.rows
        .map((row) => csvRow(chosen.map((name) => columns[name].file(row, timeZone))))
        .join("");
      if (text) controller.enqueue(encoder.encode(text));
      older = page.older;
      if (!older) controller.close();
    },
  });
}
