import { insertMany } from "#server/sql/insert-many.ts";
import type { Db } from "../database.ts";
import type { BulkItemRow } from "../tables/bulk-items.ts";
import { toRow } from "../transactions.ts";

export async function insertItems(db: Db, items: readonly BulkItemRow[]): Promise<void> {
  const rows = items.map((item) => [
    item.group_id,
    item.ordinal,
    item.line,
    item.transaction_id,
    item.answer,
  ]);
  await insertMany(db, "bulk_items", columns, rows);
}

const columns = {
  group_id: "bigint",
  ordinal: "bigint",
  line: "bigint",
  transaction_id: "bigint",
  answer: "text",
} as const;

/** A page of the rows that have run, the latest first. Ordinals have no gaps, so a deep page costs no more than the first. */
export async function listItems(
  db: Db,
  { groupId, total, limit, offset }: { groupId: number; total: number; limit: number; offset: number },
) {
  const items = await db
    .selectFrom("bulk_items")
    .selectAll()
    .where("group_id", "=", groupId)
    .where("ordinal", "<=", total - offset)
    .orderBy("ordinal", "desc")
    .limit(limit)
    .execute();
  const ids = items.flatMap(({ transaction_id: id }) => (id === null ? [] : [id]));
  const rows =
    ids.length === 0 ? [] : await db.selectFrom("transactions").selectAll().where("id", "in", ids).execute();
  const byId = new Map(rows.map((row) => [row.id, toRow(row)]));
  return items.map((item) => ({
    ...item,
    row: item.transaction_id === null ? undefined : byId.get(item.transaction_id),
  }));
}
