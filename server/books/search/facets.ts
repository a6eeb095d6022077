import { type RawBuilder, sql } from "kysely";
import type { SearchClock } from "#lib/search/days.ts";
import { fieldRow } from "#lib/search/fields.ts";
import { type Facet, type FacetField, facetFields } from "#lib/search/found.ts";
import { combine, conditionsOf, isUnreadable, type Query, withoutInvalid } from "#lib/search/query.ts";
import { db } from "#server/db/db.ts";
import { withinTime } from "#server/sql/within-time.ts";
import { toWhere } from "./conditions.ts";

/** For all of them. */
const facetTimeMs = 280;
/** Counted of a larger result are its newest: the counts say that they were cut off. */
const maxRows = 20_000;
const maxNames = 12;

/**
 * What the values of some fields would match, each under all conditions but its own. Fields without a condition are
 * counted together in one reading; what isn't counted in time is missing.
 */
export async function facetsOf(searched: Query, at: SearchClock): Promise<Facet[]> {
  // Without a field's condition, what could not be read may be all that is left.
  const query = isUnreadable(searched) ? searched : withoutInvalid(searched);
  const hasCondition = (field: FacetField) => conditionsOf(query).some((item) => isOf(item, field));
  const until = Date.now() + facetTimeMs;
  const together = facetFields.filter((field) => !hasCondition(field));
  const counted = new Map(await countBy(together, query, at, until));
  for (const field of facetFields.filter(hasCondition))
    for (const [name, facet] of await countBy([field], withoutField(query, field), at, until))
      counted.set(name, facet);
  return facetFields.flatMap((field) => counted.get(field) ?? []);
}

const isOf = (item: Query, field: FacetField) => item.kind === "term" && item.field === field;

/** Conditions of the field at the top of the query are left out: choosing another value replaces or adds to them. */
const withoutField = (query: Query, field: FacetField): Query =>
  combine(
    "and",
    conditionsOf(query).filter((item) => !isOf(item, field)),
  );

const columns: Record<FacetField, RawBuilder<string | null>> = {
  status: sql.ref("phase"),
  tender: sql.ref("tender"),
  brand: sql.ref("brand"),
  clerk: sql`coalesce(user_name, clerk)`,
  outcome: sql.ref("outcome"),
};

async function countBy(
  fields: readonly FacetField[],
  query: Query,
  at: SearchClock,
  until: number,
): Promise<(readonly [FacetField, Facet])[]> {
  if (fields.length === 0) return [];
  const groups = await readGroups(fields, query, at, until);
  if (!groups) return fields.map((field) => [field, { field, values: [], isCut: true }]);
  const isCut = groups.reduce((sum, { count }) => sum + count, 0) > maxRows;
  return fields.map((field) => {
    const counts = new Map<string | null, number>();
    for (const group of groups) {
      const value = group[field] ?? null;
      counts.set(value, (counts.get(value) ?? 0) + group.count);
    }
    const values = field === "clerk" ? toNames(counts) : toWords(field, counts);
    return [field, { field, values, isCut }];
  });
}

type Group = { count: number } & Partial<Record<FacetField, string | null>>;

/** How many transactions have the same values in these fields; undefined when it takes longer than that. */
async function readGroups(
  fields: readonly FacetField[],
  query: Query,
  at: SearchClock,
  until: number,
): Promise<Group[] | undefined> {
  return withinTime(db(), Math.max(1, until - Date.now()), async (store, inTime) => {
    const where = await toWhere(query, at, { store, inTime }, maxRows);
    return store
      .selectFrom((from) =>
        from
          .selectFrom("indexed_transactions")
          .select(fields.map((field) => columns[field].as(field)))
          .where(inTime)
          .where(where)
          .orderBy("created_at", "desc")
          .orderBy("id", "desc")
          .limit(maxRows + 1)
          .as("matches"),
      )
      .select(fields.map((field) => sql<string | null>`${sql.ref(field)}`.as(field)))
      .select(({ fn }) => fn.countAll<number>().as("count"))
      .groupBy(fields.map((field) => sql.ref(field)))
      .execute();
  });
}

function toNames(counts: ReadonlyMap<string | null, number>): Facet["values"] {
  return [...counts]
    .flatMap(([value, count]) => (value === null ? [] : [{ value, label: value, count }]))
    .sort((one, other) => other.count - one.count || (one.label < other.label ? -1 : 1))
    .slice(0, maxNames);
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
