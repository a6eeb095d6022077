import type { Kysely } from "kysely";
import type { Database } from "./database.ts";

/** Closes a store once all that is put down late, such as counts, has been put down. */
export async function closeStore(store: Kysely<Database>): Promise<void> {
  for (const putDown of lateWriters().get(store) ?? []) await putDown();
  await store.destroy();
}

/** What to put down before a store closes. `putDown` is the same function each time, and is called once. */
export function beforeClose(store: Kysely<Database>, putDown: () => Promise<void>): void {
  const known = lateWriters().get(store);
  if (known) known.add(putDown);
  else lateWriters().set(store, new Set([putDown]));
}

/** globalThis outlives a module that development loads anew. */
function lateWriters(): WeakMap<Kysely<Database>, Set<() => Promise<void>>> {
  const shared = globalThis as typeof globalThis & { [key]?: ReturnType<typeof lateWriters> };
  shared[key] ??= new WeakMap();
  return shared[key];
}

const key: unique symbol = Symbol.for("merchant-console.late-writers");
