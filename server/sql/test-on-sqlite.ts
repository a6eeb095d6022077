import { test } from "vitest";

/** For tests only: whether what runs on SQLite alone runs on PostgreSQL too, as in the full proof. */
export const everyStoreIsAsked = process.env.TEST_STORES === "all";

/** In place of `test` in a suite of both stores: this one runs on SQLite alone, or on both with TEST_STORES=all. */
export type TestOnSqlite = ((title: string, run: () => unknown, timeoutMs?: number) => void) &
  Pick<typeof test, "each">;

export const testOnSqlite = (store: "SQLite" | "PostgreSQL"): TestOnSqlite =>
  store === "SQLite" || everyStoreIsAsked ? test : leftOut;

const leftOut: TestOnSqlite = Object.assign(() => {}, { each: () => () => {} });
