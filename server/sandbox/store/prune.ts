import { type Expression, sql } from "kysely";
import type { Db, Store } from "./store.ts";
import { storeTimeMs } from "./store-time.ts";

/** What is kept of the tables that would grow for ever. None of it is a payment. */
export type Bounds = {
  /** The newest rows of `deliveries` and `mail`. */
  rows: number;
  /** Ms of the sandbox's clock. */
  ageMs: number;
  /** Rows removed in one transaction, so that no payment waits long for it. */
  step: number;
};

const DAY_MS = 86_400_000;
export const bounds: Bounds = { rows: 10_000, ageMs: 90 * DAY_MS, step: 500 };

/** Removes what is beyond the bounds, a step at a time; returns how many rows. `now` is of the sandbox's clock. */
export async function prune(
  store: Store,
  now: number,
  { rows, ageMs, step }: Bounds = bounds,
): Promise<number> {
  const oldest = now - ageMs;
  let removed = 0;
  for (const removeStep of steps) {
    let last: number;
    do {
      last = await store.transact((db) => removeStep(db, { oldest, rows, step }));
      removed += last;
    } while (last === step);
  }
  return removed;
}

type Limits = { oldest: number; rows: number; step: number };

const steps: readonly ((db: Db, limits: Limits) => Promise<number>)[] = [
  (db, limits) =>
    remove(
      db,
      "deliveries",
      limits,
      sql`tried_at < ${limits.oldest} or id <= ${beyond("deliveries", limits)}`,
    ),
  // What still waits for the mail server goes only by its own schedule.
  (db, limits) =>
    remove(
      db,
      "mail",
      limits,
      sql`status <> 'waiting' and (created_at < ${limits.oldest} or id <= ${beyond("mail", limits)})`,
    ),
  // The retries of an event end within days: one that is older has had nobody to be sent to.
  (db, limits) => remove(db, "events", limits, sql`next_attempt_at < ${limits.oldest}`),
  (db, limits) => remove(db, "raised_events", limits, sql`raised_at < ${limits.oldest}`),
  (db, limits) => remove(db, "payment_keys", limits, sql`created_at < ${limits.oldest}`),
  async (db, limits) => remove(db, "test_calls", limits, sql`first_at < ${(await storeTimeMs(db)) - DAY_MS}`),
];

type Pruned = "deliveries" | "mail" | "events" | "raised_events" | "payment_keys" | "test_calls";
const keyOf = {
  deliveries: "id",
  mail: "id",
  events: "id",
  raised_events: "id",
  payment_keys: "payment_key",
  test_calls: "caller",
} as const;

/** Row numbers rise, so the newest rows are those above this one. */
const beyond = (table: "deliveries" | "mail", { rows }: Limits) =>
  sql`(select max(id) - ${rows} from ${sql.table(table)})`;

async function remove(db: Db, table: Pruned, { step }: Limits, where: Expression<unknown>): Promise<number> {
  const key = sql.ref(keyOf[table]);
  const { numAffectedRows } = await sql`
    delete from ${sql.table(table)} where ${key} in (
      select ${key} from ${sql.table(table)} where ${where} order by ${key} limit ${step})`.execute(db);
  return Number(numAffectedRows ?? 0);
}
