import { sql } from "kysely";
import { isPostgres } from "#server/sql/dialect.ts";
import type { Db } from "./database.ts";
import { toRow } from "./transactions.ts";

type Page = { limit: number; offset: number };

/** Newest first over all transactions. */
export async function listTransactions(db: Db, page: Page) {
  const { rows, total } = await (isPostgres(db) ? skipToPage(db, page) : findPage(db, page));
  return { rows: rows.map(toRow), total };
}

/**
 * SQLite: row numbers have no gaps, since a rollback frees its number and transactions are never deleted individually. So
 * a page is found by row number without counting.
 */
async function findPage(db: Db, { limit, offset }: Page) {
  // Separate queries: each is one index lookup, while a combined one scans the whole index.
  const edge = (end: "min" | "max") =>
    db
      .selectFrom("transactions")
      .select((eb) => eb.fn<number | null>(end, ["id"]).as("id"))
      .executeTakeFirstOrThrow();
  const { id: first } = await edge("min");
  const { id: last } = await edge("max");
  if (first === null || last === null) return { rows: [], total: 0 };
  const rows = await db
    .selectFrom("transactions")
    .selectAll()
    .where("id", "<=", last - offset)
    .orderBy("id", "desc")
    .limit(limit)
    .execute();
  return { rows, total: last - first + 1 };
}

/** PostgreSQL: rolled-back numbers leave gaps, so rows are counted and skipped, in the index alone. */
async function skipToPage(db: Db, { limit, offset }: Page) {
  const { total } = await db
    .selectFrom("transactions")
    .select((eb) => eb.fn.countAll<number>().as("total"))
    .executeTakeFirstOrThrow();
  const rows = await db
    .selectFrom("transactions")
    .selectAll()
    .where("id", "in", (eb) =>
      eb.selectFrom("transactions").select("id").orderBy("id", "desc").limit(limit).offset(offset),
    )
    .orderBy("id", "desc")
    .execute();
  return { rows, total };
}

/** Newest first within a batch. */
export async function listBatchTransactions(db: Db, batchId: number, page: Page) {
  const { rows, total } = await (isPostgres(db) ? skipInBatch : findInBatch)(db, batchId, page);
  return { rows: rows.map(toRow), total };
}

/** SQLite: ordinals have no gap, so a page far behind costs what the first one does. */
async function findInBatch(db: Db, batchId: number, { limit, offset }: Page) {
  const { total } = await db
    .selectFrom("transactions")
    .select(sql<number>`coalesce(max(ordinal), 0)`.as("total"))
    .where("batch_id", "=", batchId)
    .executeTakeFirstOrThrow();
  const rows = await db
    .selectFrom("transactions")
    .selectAll()
    .where("batch_id", "=", batchId)
    .where("ordinal", "<=", total - offset)
    .orderBy("ordinal", "desc")
    .limit(limit)
    .execute();
  return { rows, total };
}

/** PostgreSQL: ordinals only rise, so rows are counted and skipped, in the index and not in the rows. */
async function skipInBatch(db: Db, batchId: number, { limit, offset }: Page) {
  const ofBatch = db.selectFrom("transactions").where("batch_id", "=", batchId);
  const { total } = await ofBatch
    .select((eb) => eb.fn.countAll<number>().as("total"))
    .executeTakeFirstOrThrow();
  const page = ofBatch
    .select("id")
    .orderBy("ordinal", "desc")
    .orderBy("id", "desc")
    .limit(limit)
    .offset(offset);
  const rows = await db
    .selectFrom("transactions")
    .selectAll()
    .where("id", "in", page)
    .orderBy("ordinal", "desc")
    .orderBy("id", "desc")
    .execute();
  return { rows, total };
}
