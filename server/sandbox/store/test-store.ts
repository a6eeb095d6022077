import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, describe } from "vitest";
import { createDatabase } from "#server/sql/test-database.ts";
import type { Store } from "../context.ts";
import { openStore } from "./store.ts";
import type { NewTransaction } from "./transactions.ts";

/** For tests only: separate stores, and a payment to add to them. */

const postgres = process.env.TEST_POSTGRES_URL;
const servers = [["SQLite", undefined] as const, ...(postgres ? [["PostgreSQL", postgres] as const] : [])];

/** Runs the tests on SQLite and, when TEST_POSTGRES_URL is set, on PostgreSQL. `open` returns a store that is removed after its test. */
export function describeStores(title: string, tests: (open: () => Promise<Store>) => void): void {
  describePlaces(title, (newPlace, cleanups) =>
    tests(async () => {
      const store = await openStore(await newPlace());
      cleanups.push(() => store.close());
      return store;
    }),
  );
}

type Place = { dataDir: string; databaseUrl: string | undefined };
type Cleanups = (() => Promise<unknown>)[];

function describePlaces(
  title: string,
  tests: (newPlace: () => Promise<Place>, cleanups: Cleanups) => void,
): void {
  describe.each(servers)(`${title} (%s)`, (_name, server) => {
    const cleanups: Cleanups = [];
    afterEach(async () => {
      for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
    });
    tests(async () => {
      const dataDir = await mkdtemp(join(tmpdir(), "sandbox-store-"));
      cleanups.push(() => rm(dataDir, { recursive: true, force: true }));
      const database = server === undefined ? undefined : await createDatabase(server);
      if (database) cleanups.push(database.drop);
      return { dataDir, databaseUrl: database?.url };
    }, cleanups);
  });
}

/** An approved card sale of a dollar, in no batch. */
export const cardSale: NewTransaction = {
  source_id: 1,
  created_at: 0,
  command: "sale",
  tender: "card",
  trantype_code: "S",
  status_code: "P",
  result_code: "A",
  error_code: null,
  error: null,
  authcode: "",
  amount: 100,
  batch_id: null,
  ordinal: null,
  original_id: null,
  connected: 0,
  duplicate_of_kind: null,
  next_step_at: null,
  sealed: null,
  fingerprint: null,
  details: {},
};
