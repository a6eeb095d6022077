import {
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type Selectable,
} from "kysely";
import type { Database } from "./database.ts";
import type { BatchRow } from "./tables/batches.ts";
import type { EventsTable } from "./tables/events.ts";
import type { TransactionRow, TransactionsTable } from "./tables/transactions.ts";

/**
 * PostgreSQL: what a payment writes, put down before the store is asked, and all that has to be so for it to be right.
 * Slips of many payments are then recorded by one statement, each of them whole or not at all.
 */
export type Slip = {
  /** The number of its transaction, nobody else's; unknown until it is recorded unless it was drawn before. */
  number: number | undefined;
  /** Set when it is in the store. */
  recorded: boolean;
  /** The open batch as it was last seen. */
  readonly openBatch: BatchRow | undefined;
  /** No payment of this kind may be there since then, and none may come before this one is recorded. */
  unique?: { kind: string; since: number };
  /** The key of a batch that has to be open still. */
  batchKey?: string;
  payment?: Omit<Selectable<TransactionsTable>, "id">;
  event?: Omit<EventsTable, "id">;
  /** What the work wanted to know, be it on the slip or not. */
  readonly asked: { number: boolean; batch: boolean };
  /** Set when that was more than the slip can tell: the work needs a transaction of its own. */
  spoiled: boolean;
};

/** The slip that the work of `db` is put down on; undefined in a transaction. */
export function slipOf(db: Kysely<Database>): Slip | undefined {
  const { adapter } = db.getExecutor();
  return adapter instanceof SlipAdapter ? adapter.slip : undefined;
}

/** Ends work that asks for more than its slip can tell. */
export function spoil(slip: Slip): never {
  slip.spoiled = true;
  throw spoiledSlip;
}

/** One for all, since noting where each was thrown costs more than the work until then. */
const spoiledSlip = new Error("This work needs a transaction of its own.");

/** The row of a payment that was put down. Its number is there once it is recorded; who asks earlier spoils the slip. */
export function toPendingRow(slip: Slip, row: Omit<TransactionRow, "id">): TransactionRow {
  return {
    ...row,
    get id() {
      if (!slip.recorded) slip.asked.number = true;
      return slip.number ?? spoil(slip);
    },
  };
}

/** Stands for the store while one work at a time is put down; every query spoils the slip. */
export function openSlipDb(): { db: Kysely<Database>; use(slip: Slip): void } {
  const adapter = new SlipAdapter();
  const db = new Kysely<Database>({
    dialect: {
      createAdapter: () => adapter,
      createDriver: () => new SpoilingDriver(adapter),
      createQueryCompiler: () => new PostgresQueryCompiler(),
      createIntrospector: (any) => new PostgresIntrospector(any),
    },
  });
  return {
    db,
    use: (slip) => {
      adapter.slip = slip;
    },
  };
}

class SlipAdapter extends PostgresAdapter {
  slip: Slip | undefined;
}

class SpoilingDriver extends DummyDriver {
  readonly #adapter: SlipAdapter;

  constructor(adapter: SlipAdapter) {
    super();
    this.#adapter = adapter;
  }

  override async acquireConnection(): Promise<never> {
    // Only while one is in use is there work that asks.
    spoil(this.#adapter.slip as Slip);
  }
}
