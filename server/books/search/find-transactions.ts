import { sql } from "kysely";
import { refundTrantypes } from "#lib/gateway/codes.ts";
import type { SearchClock } from "#lib/search/days.ts";
import type { FoundPage, FoundTransaction } from "#lib/search/found.ts";
import type { Query } from "#lib/search/query.ts";
import { db } from "#server/db/db.ts";
import type { IndexedTransactionRow } from "#server/db/tables/books/indexed-transactions.ts";
import { RefusedBodyError } from "#server/read-body.ts";
import { withinTime } from "#server/sql/within-time.ts";
import { toWhere } from "./conditions.ts";

/** Where a page begins: after (`older`) or before (`newer`) the row of a mark. */
export type PageStart = { older?: string | undefined; newer?: string | undefined };

/** A search that reads more is refused: on SQLite it keeps all other requests waiting. */
const longestMs = 1000;

/**
 * A page of the transactions that match, newest first. The next page continues where this one ended, even if rows were
 * added. Throws a refusal where it takes too long.
 */
export async function findTransactions(
  query: Query,
  at: SearchClock,
  { older, newer }: PageStart = {},
  limit = 50,
): Promise<FoundPage> {
  const start = readMark(older ?? newer);
  const isBack = older === undefined && newer !== undefined && start !== undefined;
  const found = await withinTime(db(), longestMs, async (store, inTime) => {
    const where = await toWhere(query, at, { store, inTime });
    return store
      .selectFrom("indexed_transactions")
      .leftJoin("history_batches", "history_batches.batch_key", "indexed_transactions.batch_key")
      .selectAll("indexed_transactions")
      .select("history_batches.sequence")
      .where(inTime)
      .where(where)
      .$if(start !== undefined, (select) => select.where(isBeyond(start as Mark, isBack))) // called only then
      .orderBy("created_at", isBack ? "asc" : "desc")
      .orderBy("id", isBack ? "asc" : "desc")
      .limit(limit + 1)
      .execute();
  });
  if (!found) throw new RefusedBodyError(400, tooLong);
  const hasMore = found.length > limit;
  const rows = found.slice(0, limit);
  if (isBack) rows.reverse();
  const [first, last] = [rows.at(0), rows.at(-1)];
  const hasNewer = isBack ? hasMore : start !== undefined;
  const hasOlder = isBack || hasMore;
  return {
    rows: rows.map(toFound),
    ...(first && hasNewer && { newer: toMark(first) }),
    ...(last && hasOlder && { older: toMark(last) }),
  };
}

/** The refusal of a search that takes too long. */
export const tooLong =
  "This search reads too many payments. Add a day, such as last week, or an exact number.";

type Mark = { createdAt: number; id: string };

const toMark = ({ created_at, id }: { created_at: number; id: string }) => `${created_at}_${id}`;

function readMark(text: string | undefined): Mark | undefined {
  const [, createdAt, id] = /^(\d{1,15})_(.{1,64})$/.exec(text ?? "") ?? [];
  return createdAt && id ? { createdAt: Number(createdAt), id } : undefined;
}

/** Both stores compare rows of values in the order of the index. */
const isBeyond = ({ createdAt, id }: Mark, isBack: boolean) =>
  sql<boolean>`(indexed_transactions.created_at, indexed_transactions.id) ${sql.raw(isBack ? ">" : "<")} (${createdAt}, ${id})`;

type FoundRow = IndexedTransactionRow & { sequence: string | null };

export function toFound(row: FoundRow): FoundTransaction {
  const { trantype_code: code } = row;
  return {
    id: row.id,
    ...known({
      key: row.transaction_key,
      attemptId: row.attempt_id,
      batchKey: row.batch_key,
      batchNumber: row.sequence,
      refnum: row.refnum,
      authcode: row.authcode,
      invoice: row.invoice,
      orderid: row.orderid,
      customer: row.customer,
      description: row.description,
      lastFour: row.last_four,
      brand: row.brand,
      trantypeCode: code,
      reason: row.reason,
      cents: row.cents,
      tipCents: row.tip_cents,
      taxCents: row.tax_cents,
      shippingCents: row.shipping_cents,
      currency: row.currency,
      takenBy: row.user_name ?? row.clerk,
    }),
    createdAt: row.created_at,
    tender: row.tender,
    phase: row.phase,
    outcome: row.outcome,
    netCents: row.net_cents,
    refundedCents: row.refunded_cents,
    givesBack: row.kind === "refunds" || (refundTrantypes as readonly (string | null)[]).includes(code), // includes takes only members of the list
    isElsewhere: row.user_id === null,
  };
}

type Known<Fields> = { [Name in keyof Fields]?: NonNullable<Fields[Name]> };

const known = <Fields extends Record<string, string | number | null>>(fields: Fields) =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null)) as Known<Fields>; // Object.entries forgets the type
