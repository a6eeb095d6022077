import type { Kysely } from "kysely";
import type { Database } from "./database.ts";
import { storeKey } from "./db.ts";

/** For tests only: makes `db()` answer with this store. */
export function useStore(store: Kysely<Database>): void {
  Object.assign(globalThis, { [storeKey]: store });
}
