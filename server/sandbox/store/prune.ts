import { type Expression, sql } from "kysely";
import { DAY_MS } from "#lib/time.ts";
import { storeTimeMs } from "#server/sql/dialect.ts";
import type { Store } from "../context.ts";
import type { Db } from "./database.ts";

/** Limits for tables that would grow without bound. None of them holds payments. */
export type Bounds = {
  /** The newest rows of `deliveries` and `mail`. */
  rows: number;
  /** Ms of the sandbox's clock. */
  ageMs: number;
  /** Rows removed in one transaction; payments wait for it. */
  step: number;
};

const bounds: Bounds = { rows: 10_000, ageMs: 90 * DAY_MS, step: 500 };

/** Removes rows beyond the bounds, a step at a time; returns how many. `now` is by the sandbox's clock. */
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
  // A receipt that waits for the mail server is removed only by its own schedule.
  (db, limits) =>
    remove(
      db,
      "mail",
      limits,
      sql`status <> 'waiting' and (created_at < ${limits.oldest} or id <= ${beyond("mail", limits)})`,
    ),
  // An event is retried for a few days only: an older one had no receiver.
  (db, limits) => remove(db, "events", limits, sql`next_attempt_at < ${limits.oldest}`),
  (db, limits) => remove(db, "payment_keys", limits, sql`created_at < ${limits.oldest}`),
  async (db, limits) => remove(db, "test_calls", limits, sql`first_at < ${(await storeTimeMs(db)) - DAY_MS}`),
];

type Pruned = "deliveries" | "mail" | "events" | "payment_keys" | "test_calls";
const keyOf = {
  deliveries: "id",
  mail: "id",
  events: "id",
  payment_keys: "payment_key",
  test_calls: "caller",
} as const;

/** Row numbers rise: the newest rows are above this one. */
const beyond = (table: "deliveries" | "mail", { rows }: Limits) =>
  sql`(select max(id) - ${rows} from ${sql.table(table)})`;

async function remove(db: Db, table: Pruned, { step }: Limits, where: Expression<unknown>): Promise<number> {
  const key = sql.ref(keyOf[table]);
  const { numAffectedRows } = await sql`
    delete from ${sql.table(table)} where ${key} in (
      select ${key} from ${sql.table(table)} where ${where} order by ${key} limit ${step})`.execute(db);
  return Number(numAffectedRows ?? 0);
}
