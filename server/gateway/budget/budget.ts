import type { Kysely } from "kysely";
import { beforeClose } from "#server/db/close-store.ts";
import type { Database } from "#server/db/database.ts";
import { db } from "#server/db/db.ts";
import { isPostgres } from "#server/db/dialect.ts";
import { Broker } from "./broker.ts";
import { memoryStore } from "./memory-store.ts";
import { postgresStore } from "./postgres-store.ts";

/** The broker of this process, one for each store, however often a module is loaded. */
export function budget(): Broker {
  const shared = globalThis as typeof globalThis & { [key]?: WeakMap<Kysely<Database>, Broker> };
  shared[key] ??= new WeakMap();
  const store = db();
  const known = shared[key].get(store);
  if (known) return known;
  const broker = new Broker(isPostgres(store) ? postgresStore(store) : memoryStore(store));
  shared[key].set(store, broker);
  beforeClose(store, () => broker.flush());
  return broker;
}

const key: unique symbol = Symbol.for("merchant-console.budget");
