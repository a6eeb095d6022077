import { type Kysely, type RawBuilder, sql } from "kysely";
import type { Database } from "#server/db/database.ts";
import { startsWith } from "./term-ranges.ts";

/** Where a search is asked: its store, and the condition that ends a query after its time (`server/sql/within-time.ts`). */
export type Asking = { store: Kysely<Database>; inTime: RawBuilder<boolean> };

/** A word or identifier, or its beginning. */
export type AskedTerm = { term: string; prefix: boolean };

/**
 * The terms that a search asks for, and those of them that more payments have than are worth looking up: where every
 * invoice begins with "INV", the rows are read in their order until enough of them match.
 */
export type TermUse = { asked: Map<string, AskedTerm>; common: ReadonlySet<string> };

export const keyOf = ({ term, prefix }: AskedTerm): string => `${term}${prefix ? "*" : ""}`;

/** Which of the terms more than `most` payments have. */
export async function readCommon(
  asked: Iterable<AskedTerm>,
  most: number,
  asking: Asking,
): Promise<ReadonlySet<string>> {
  const common = new Set<string>();
  for (const one of asked) if ((await countUpTo(one, most + 1, asking)) > most) common.add(keyOf(one));
  return common;
}

async function countUpTo(asked: AskedTerm, limit: number, { store, inTime }: Asking): Promise<number> {
  const { count } = await store
    .selectFrom((from) =>
      from
        .selectFrom("transaction_terms")
        .select("id")
        .where(inTime)
        .where(isTerm(asked))
        .limit(limit)
        .as("entries"),
    )
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .executeTakeFirstOrThrow();
  return count;
}

/** On a row of `transaction_terms`. */
export const isTerm = ({ term, prefix }: AskedTerm): RawBuilder<boolean> =>
  prefix ? startsWith(sql.ref("term"), term) : sql`term = ${term}`;
