import type { Kysely } from "kysely";
import { beforeClose } from "#server/db/close-store.ts";
import type { Database } from "#server/db/database.ts";
import { db } from "#server/db/db.ts";
import { perProcess } from "#server/per-process.ts";
import { isPostgres } from "#server/sql/dialect.ts";
import { memoryStore } from "./memory-store.ts";
import { postgresStore } from "./postgres-store.ts";
import { SharedLimiter } from "./shared-limiter.ts";

/** This process's limiter, one for each store, even when a module is loaded twice. */
export function limiter(): SharedLimiter {
  const store = db();
  const known = limiters().get(store);
  if (known) return known;
  const limiter = new SharedLimiter(isPostgres(store) ? postgresStore(store) : memoryStore(store));
  limiters().set(store, limiter);
  beforeClose(store, () => limiter.flush());
  return limiter;
}

const limiters = () =>
  perProcess("merchant-console.rate-limiter", () => new WeakMap<Kysely<Database>, SharedLimiter>());
