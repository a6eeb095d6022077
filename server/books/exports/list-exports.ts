import type { TakenExport } from "#lib/exports/export-record.ts";
import { formatDay } from "#lib/format/dates.ts";
import { db } from "#server/db/db.ts";

/** Who took which transactions out of the console, the newest first. */
export async function listExports(limit = 100): Promise<TakenExport[]> {
  const rows = await db()
    .selectFrom("exports")
    .selectAll()
    .orderBy("started_at", "desc")
    .orderBy("id")
    .limit(limit)
    .execute();
  const queries = rows.map(({ query }) => new URLSearchParams(query));
  const numbers = await readBatchNumbers(queries.flatMap((query) => query.get("batch") ?? []));
  return rows.map((row, place) => ({
    id: row.id,
    by: row.user_name,
    at: row.started_at,
    format: row.format,
    ...aboutOf(queries[place] ?? new URLSearchParams(), numbers),
    record: {
      state: row.state,
      rowsBefore: row.rows_before,
      rowsAfter: row.rows_after ?? undefined,
      rowsWritten: row.rows_written ?? undefined,
      bytes: row.bytes ?? undefined,
    },
  }));
}

async function readBatchNumbers(keys: readonly string[]): Promise<ReadonlyMap<string, string>> {
  if (keys.length === 0) return new Map();
  const rows = await db()
    .selectFrom("history_batches")
    .select(["batch_key", "sequence"])
    .where("batch_key", "in", [...new Set(keys)])
    .execute();
  return new Map(rows.flatMap(({ batch_key, sequence }) => (sequence ? [[batch_key, sequence]] : [])));
}

function aboutOf(
  query: URLSearchParams,
  numbers: ReadonlyMap<string, string>,
): Pick<TakenExport, "about" | "batchKey" | "search"> {
  const batchKey = query.get("batch");
  if (batchKey) return { about: `Batch ${numbers.get(batchKey) ?? batchKey}`, batchKey };
  const search = query.get("q");
  if (search !== null) return { about: search || "All transactions", search };
  const [from, until] = [query.get("from") ?? "", query.get("until") ?? ""];
  return { about: from === until ? formatDay(from) : `${formatDay(from)} – ${formatDay(until)}` };
}
