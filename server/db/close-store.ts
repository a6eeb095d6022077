import type { Kysely } from "kysely";
import { perProcess } from "#server/per-process.ts";
import type { Database } from "./database.ts";

/** Closes a store after everything that is written late, such as counts, has been flushed. */
export async function closeStore(store: Kysely<Database>): Promise<void> {
  for (const flush of flushesByStore().get(store) ?? []) await flush();
  await store.destroy();
}

/** Registers what to flush before a store closes. `flush` is called once, even when it is registered again. */
export function beforeClose(store: Kysely<Database>, flush: () => Promise<void>): void {
  const known = flushesByStore().get(store);
  if (known) known.add(flush);
  else flushesByStore().set(store, new Set([flush]));
}

const flushesByStore = () =>
  perProcess("merchant-console.flushes", () => new WeakMap<Kysely<Database>, Set<() => Promise<void>>>());
