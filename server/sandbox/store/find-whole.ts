import { fromRefnum, keyForm } from "../keys.ts";
import { preparedQuery } from "./prepared-query.ts";
import type { Db } from "./store.ts";
import type { BatchReference } from "./tables/batches.ts";
import type { TransactionRow } from "./tables/transactions.ts";
import { standingRefunds, toRow } from "./transactions.ts";

/** A transaction with all that is shown of it; cents of the refunds that stand against it. */
export type Whole = { row: TransactionRow; batch: BatchReference | undefined; refunded: number };

/** Looks a transaction up by its key or its refnum, with what belongs to it, by one query: three take twice as long. */
export async function findWhole(db: Db, keyOrRefnum: string): Promise<Whole | undefined> {
  const id = fromRefnum(keyOrRefnum);
  if (id === undefined && !keyForm.test(keyOrRefnum)) return undefined;
  const [found] =
    id === undefined ? await selectByKey(db, { key: keyOrRefnum }) : await selectById(db, { id });
  if (!found) return undefined;
  const { batch_id, batch_key: key, batch_sequence: sequence, batch_status: status } = found;
  // Of a batch that is there all three are.
  const batch =
    batch_id === null || key === null || sequence === null || status === null
      ? undefined
      : { id: batch_id, key, sequence, status };
  return { row: toRow(found), batch, refunded: found.refunded ?? 0 };
}

const whole = (db: Db) =>
  db
    .selectFrom("transactions as whole")
    .leftJoin("batches", "batches.id", "whole.batch_id")
    .selectAll("whole")
    .select([
      "batches.key as batch_key",
      "batches.sequence as batch_sequence",
      "batches.status as batch_status",
    ])
    .select((eb) =>
      standingRefunds(db)
        .whereRef("original_id", "=", eb.ref("whole.id"))
        .select((sum) => sum.fn.sum<number | null>("amount").as("cents"))
        .as("refunded"),
    );

const selectByKey = preparedQuery((db, { key }: { key: string }) => whole(db).where("whole.key", "=", key));
const selectById = preparedQuery((db, { id }: { id: number }) => whole(db).where("whole.id", "=", id));
