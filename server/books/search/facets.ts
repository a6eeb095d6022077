import { sql } from "kysely";
import type { SearchClock } from "#lib/search/days.ts";
import { fieldRow } from "#lib/search/fields.ts";
import { type Facet, type FacetField, facetFields } from "#lib/search/found.ts";
import { combine, conditionsOf, type Query } from "#lib/search/query.ts";
import { db } from "#server/db/db.ts";
import { toWhere } from "./conditions.ts";
import { withinTime } from "./within-time.ts";

const facetTimeMs = 300;
/** Counted of a larger result are its newest: the counts say that they were cut off. */
const mostRows = 50_000;
const mostNames = 12;

/** What the values of some fields would match, each under all conditions but its own. */
export async function facetsOf(query: Query, at: SearchClock): Promise<Facet[]> {
  const facets: Facet[] = [];
  for (const field of facetFields) facets.push(await facetOf(field, withoutField(query, field), at));
  return facets;
}

/** Conditions of the field at the top of the query are left out: choosing another value replaces or adds to them. */
function withoutField(query: Query, field: FacetField): Query {
  const rest = conditionsOf(query).filter((item) => !(item.kind === "term" && item.field === field));
  return combine("and", rest);
}

async function facetOf(field: FacetField, query: Query, at: SearchClock): Promise<Facet> {
  const counts = await countBy(columns[field], query, at);
  if (!counts) return { field, values: [], isCut: true };
  const isCut = [...counts.values()].reduce((sum, count) => sum + count, 0) > mostRows;
  return { field, values: field === "clerk" ? toNames(counts) : toWords(field, counts), isCut };
}

const columns = {
  status: sql<string | null>`phase`,
  tender: sql<string | null>`tender`,
  brand: sql<string | null>`brand`,
  clerk: sql<string | null>`coalesce(user_name, clerk)`,
  outcome: sql<string | null>`outcome`,
} as const;

async function countBy(column: (typeof columns)[FacetField], query: Query, at: SearchClock) {
  const rows = await withinTime(db(), facetTimeMs, (store) =>
    store
      .selectFrom((from) =>
        from
          .selectFrom("indexed_transactions")
          .select(column.as("value"))
          .where(toWhere(query, at))
          .limit(mostRows + 1)
          .as("matches"),
      )
      .select("value")
      .select(({ fn }) => fn.countAll<number>().as("count"))
      .groupBy("value")
      .execute(),
  );
  return rows && new Map(rows.map(({ value, count }) => [value, Number(count)]));
}

function toNames(counts: ReadonlyMap<string | null, number>): Facet["values"] {
  return [...counts]
    .flatMap(([value, count]) => (value === null ? [] : [{ value, label: value, count }]))
    .sort((one, other) => other.count - one.count || (one.label < other.label ? -1 : 1))
    .slice(0, mostNames);
}

function toWords(field: FacetField, counts: ReadonlyMap<string | null, number>): Facet["values"] {
  const row = fieldRow(field);
  if (row.kind !== "words") return [];
  return row.words.map(({ word, label, asks }) => ({
    value: word,
    label,
    count: "in" in asks ? asks.in.reduce((sum, value) => sum + (counts.get(value) ?? 0), 0) : 0,
  }));
}
