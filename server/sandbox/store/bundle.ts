import { CompiledQuery, type Selectable } from "kysely";
import { makeKey } from "../keys.ts";
import { enterOpenBatch, nextOrdinal } from "./batches.ts";
import { isPostgres } from "./dialect.ts";
import type { Db } from "./store.ts";
import type { BatchRow } from "./tables/batches.ts";
import type { TransactionRow, TransactionsTable } from "./tables/transactions.ts";
import { type NewTransaction, toRow } from "./transactions.ts";

/**
 * What the many payments of one SQL transaction share: the open batch, which it holds, the place behind its last row, and
 * statements that are made once. Does what the functions of the same names do alone.
 */
export type Bundle = {
  enterOpenBatch(now: number, hours: number): Promise<BatchRow>;
  nextOrdinal(batchId: number): Promise<number>;
  findDuplicate(kind: string, since: number): Promise<TransactionRow | undefined>;
  insertTransaction(draft: NewTransaction): Promise<TransactionRow>;
  /** Before anything else may have changed the batch. */
  forget(): void;
};

export function openBundle(db: Db): Bundle {
  const statements = statementsOf(db);
  let batch: BatchRow | undefined;
  let lastOrdinal: number | undefined;
  return {
    enterOpenBatch: async (now, hours) => {
      batch ??= await enterOpenBatch(db, now, hours);
      return batch;
    },
    nextOrdinal: async (batchId) => {
      lastOrdinal = lastOrdinal === undefined ? await nextOrdinal(db, batchId) : lastOrdinal + 1;
      return lastOrdinal;
    },
    findDuplicate: async (kind, since) => {
      const { rows } = await db.executeQuery<Selectable<TransactionsTable>>(
        CompiledQuery.raw(statements.findDuplicate, [kind, since, "A", "P", "V", 1]),
      );
      return rows[0] && toRow(rows[0]);
    },
    insertTransaction: async (draft) => {
      const key = makeKey("transaction", Date.now());
      const row = { ...draft, key, details: JSON.stringify(draft.details) };
      const values = columns.map((column) => row[column]);
      const { rows, insertId } = await db.executeQuery<{ id: number }>(
        CompiledQuery.raw(statements.insertTransaction, values),
      );
      const id = rows[0]?.id ?? Number(insertId);
      return { ...draft, key, id };
    },
    forget: () => {
      batch = undefined;
      lastOrdinal = undefined;
    },
  };
}

const columns = [
  "key",
  "source_id",
  "created_at",
  "command",
  "tender",
  "trantype_code",
  "status_code",
  "result_code",
  "error_code",
  "error",
  "authcode",
  "amount",
  "batch_id",
  "ordinal",
  "original_id",
  "connected",
  "duplicate_of_kind",
  "next_step_at",
  "sealed",
  "fingerprint",
  "details",
] as const satisfies readonly (keyof TransactionRow)[];

type Statements = { insertTransaction: string; findDuplicate: string };
const known: Partial<Record<"postgres" | "sqlite", Statements>> = {};

function statementsOf(db: Db): Statements {
  const store = isPostgres(db) ? "postgres" : "sqlite";
  const place = (number: number) => (store === "postgres" ? `$${number}` : "?");
  const places = columns.map((_, index) => place(index + 1)).join(", ");
  // SQLite tells the row's number by itself.
  const returning = store === "postgres" ? " returning id" : "";
  known[store] ??= {
    insertTransaction: `insert into transactions (${columns.join(", ")}) values (${places})${returning}`,
    // In the order of its index, which is the order of the rows: nothing is sorted.
    findDuplicate:
      `select * from transactions where duplicate_of_kind = ${place(1)} and created_at >= ${place(2)} ` +
      `and result_code in (${place(3)}, ${place(4)}) and trantype_code <> ${place(5)} order by created_at desc, id desc limit ${place(6)}`,
  };
  return known[store];
}
