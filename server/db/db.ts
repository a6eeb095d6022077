import { Kysely } from "kysely";
import { env } from "#server/env.ts";
import type { Database } from "./database.ts";
import { openDialect, type StoreSettings } from "./dialect.ts";

/** The console's store, opened on first use and once for the whole process, however often a module is loaded. */
export function db(): Kysely<Database> {
  // globalThis outlives a module that development loads anew.
  const shared = globalThis as typeof globalThis & { [storeKey]?: Kysely<Database> };
  shared[storeKey] ??= openStore(env());
  return shared[storeKey];
}

/** A store of its own, for a program that is not the console. Whoever opens it ends it with `destroy()`. */
export function openStore(settings: StoreSettings): Kysely<Database> {
  return new Kysely<Database>({ dialect: openDialect(settings) });
}

export const storeKey: unique symbol = Symbol.for("merchant-console.store");
