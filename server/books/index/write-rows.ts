import { setImmediate } from "node:timers/promises";
import type { Kysely } from "kysely";
import { keysOf } from "#lib/keys-of.ts";
import type { Database } from "#server/db/database.ts";
import type { IndexedTransactionRow } from "#server/db/tables/books/indexed-transactions.ts";
import { insertMany } from "#server/sql/insert-many.ts";
import { fromLines, termsOf, toLines } from "./terms.ts";

type Row = IndexedTransactionRow;

/**
 * Writes rows of the index. A row that is there already takes what the newer reading shows and keeps what it alone knows:
 * a list item may have fewer fields than the transaction, and an older reading that arrives late changes nothing.
 */
export async function writeRows(store: Kysely<Database>, rows: readonly Row[]): Promise<void> {
  const unique = [...new Map(rows.map((row) => [row.id, row])).values()];
  for (let start = 0; start < unique.length; start += rowsAtOnce) {
    // A store in a file is written by this thread: requests have their turn between the parts of a long list.
    if (start > 0) await setImmediate();
    await writePart(store, unique.slice(start, start + rowsAtOnce));
  }
}

async function writePart(store: Kysely<Database>, part: readonly Row[]): Promise<void> {
  const terms = part.map(termsOf);
  const clerks = new Set(part.flatMap(({ user_name, clerk }) => [user_name, clerk]));
  await insertMany(
    store,
    "indexed_transactions",
    { ...columns, terms: "text" },
    part.map((row, place) => [...names.map((name) => row[name]), toLines(terms[place] ?? [])]),
    merge,
  );
  await insertMany(
    store,
    "transaction_terms",
    { term: "text", id: "text" },
    part.flatMap(({ id }, place) => (terms[place] ?? []).map((term) => [term, id])),
    "on conflict do nothing",
  );
  await insertMany(
    store,
    "transaction_clerks",
    { name: "text" },
    [...clerks].flatMap((name) => (name === null ? [] : [[name]])),
    "on conflict do nothing",
  );
}

/** Takes rows out of the index with their terms: an attempt's own, once the transaction's key is known. */
export async function removeRows(store: Kysely<Database>, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  const rows = await store
    .selectFrom("indexed_transactions")
    .select(["id", "terms"])
    .where("id", "in", ids)
    .execute();
  for (const { id, terms } of rows)
    await store
      .deleteFrom("transaction_terms")
      .where("term", "in", fromLines(terms))
      .where("id", "=", id)
      .execute();
  await store.deleteFrom("indexed_transactions").where("id", "in", ids).execute();
}

const rowsAtOnce = 100;

const columns = {
  id: "text",
  transaction_key: "text",
  attempt_id: "text",
  source: "text",
  read_at: "bigint",
  created_at: "bigint",
  business_day: "text",
  batch_key: "text",
  refnum: "text",
  authcode: "text",
  invoice: "text",
  orderid: "text",
  customer: "text",
  description: "text",
  last_four: "text",
  brand: "text",
  tender: "text",
  trantype_code: "text",
  kind: "text",
  phase: "text",
  outcome: "text",
  reason: "text",
  cents: "bigint",
  net_cents: "bigint",
  tip_cents: "bigint",
  tax_cents: "bigint",
  shipping_cents: "bigint",
  currency: "text",
  refunded_cents: "bigint",
  user_id: "text",
  user_name: "text",
  clerk: "text",
  source_name: "text",
  reread_at: "bigint",
} as const satisfies Record<keyof Row, "text" | "bigint">;

const names = keysOf(columns);

/** The person and the attempt are known to this console alone: no reading takes them away. */
const ownFacts: readonly string[] = ["attempt_id", "user_id", "user_name"];

/** What was given back is known to this console alone too, and may become less: a refund is voided. */
const mergedColumns = names
  .filter((name) => name !== "id")
  .map((name) => {
    const [old, now] = [`indexed_transactions.${name}`, `excluded.${name}`];
    if (ownFacts.includes(name)) return `${name} = coalesce(${now}, ${old})`;
    // The gateway shows a saved card as the card it is.
    if (name === "tender")
      return `${name} = case when 'token' in (${old}, ${now}) then 'token' else ${now} end`;
    if (name === "refunded_cents")
      return `${name} = case when excluded.source = 'console' then ${now} else ${old} end`;
    // The gateway's own time, once known, is kept. A reading that names none has that of the reading.
    if (name === "created_at" || name === "business_day")
      return `${name} = case when excluded.source = 'console' or excluded.created_at = excluded.read_at
        then ${old} else ${now} end`;
    // Null says that it changes no more.
    if (name === "reread_at")
      return `${name} = case when excluded.read_at >= indexed_transactions.read_at then ${now} else ${old} end`;
    return `${name} = case when excluded.read_at >= indexed_transactions.read_at
      then coalesce(${now}, ${old}) else coalesce(${old}, ${now}) end`;
  });

/** It stays findable by what an earlier reading showed. */
const mergedTerms = `terms = indexed_transactions.terms ||
  case when replace(indexed_transactions.terms, excluded.terms, '') = indexed_transactions.terms then excluded.terms else '' end`;

const merge = `on conflict (id) do update set ${[...mergedColumns, mergedTerms].join(", ")}`;
