import { type SqlBool, sql } from "kysely";
import { daysFrom } from "#lib/business-day.ts";
import { formatDay } from "#lib/format/dates.ts";
import { print } from "#lib/search/print.ts";
import { dayIn } from "#lib/time.ts";
import { db } from "#server/db/db.ts";
import { searchClock } from "../search/answer-search.ts";
import type { Asking } from "../search/common-terms.ts";
import { toWhere } from "../search/conditions.ts";
import { readSearch } from "../search/read-search.ts";
import type { RowFilter } from "./read-pages.ts";
import { selectionMark } from "./selection.ts";

/** Which transactions an export holds. */
export type ExportSource = {
  filter: RowFilter;
  /** Of the file, without its ending. */
  name: string;
  /** For the person: "Batch 2184", "Nov 9, 2026 – Nov 15, 2026". */
  about: string;
  /** As it is recorded. */
  query: string;
  /** `selectionMark` of it: the references of its daily summary carry it. */
  mark: string;
};

/**
 * What an address asks for: `batch` (a key), `q` (a search), or `from` and `until` (business days, both included).
 * Undefined where it names none, or days that aren't any. Throws a refusal where a search holds a card number.
 */
export async function readSource(query: URLSearchParams, asking?: Asking): Promise<ExportSource | undefined> {
  const batch = query.get("batch");
  if (batch) return ofBatch(batch, asking);
  const search = query.get("q");
  if (search !== null) return ofSearch(search, asking);
  const [from, until] = [query.get("from"), query.get("until")];
  return isDay(from) && isDay(until) && from <= until ? ofDays(from, until) : undefined;
}

async function ofBatch(key: string, asking: Asking | undefined): Promise<ExportSource> {
  const value = { is: "text", text: key, prefix: false } as const;
  const query = { kind: "term", field: "batch", values: [value], start: 0, end: 0 } as const;
  return {
    filter: sql<SqlBool>`indexed_transactions.batch_key = ${key}`,
    name: `batch-${key.replace(/[^\w-]/g, "").slice(0, 40)}`,
    about: `Batch ${key}`,
    query: new URLSearchParams({ batch: key }).toString(),
    mark: await selectionMark(query, searchClock(), asking?.store ?? db()),
  };
}

/** Days of a search, such as `today`, are those of this moment until the file is written. */
async function ofSearch(text: string, asking: Asking | undefined): Promise<ExportSource> {
  const query = readSearch(text);
  const at = searchClock();
  const printed = print(query);
  return {
    filter: await toWhere(query, at, asking),
    name: `transactions-${dayIn(at.clock.timeZone, at.now)}`,
    about: printed || "All transactions",
    query: new URLSearchParams({ q: printed }).toString(),
    mark: await selectionMark(query, at, asking?.store ?? db()),
  };
}

function ofDays(from: string, until: string): ExportSource {
  return {
    filter: sql<SqlBool>`indexed_transactions.business_day between ${from} and ${until}`,
    name: from === until ? `transactions-${from}` : `transactions-${from}-to-${until}`,
    about: from === until ? formatDay(from) : `${formatDay(from)} – ${formatDay(until)}`,
    query: new URLSearchParams({ from, until }).toString(),
    mark: "",
  };
}

/** "2026-02-30" isn't one. */
const isDay = (text: string | null): text is string =>
  text !== null && /^\d{4}-\d{2}-\d{2}$/.test(text) && isDate(text);

function isDate(day: string): boolean {
  return !Number.isNaN(Date.parse(day)) && daysFrom(day, 0) === day;
}
