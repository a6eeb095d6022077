import { randomUUID } from "node:crypto";
import { db } from "#server/db/db.ts";

/** This process, by a name of its own: attempts carry it, so that another can tell what died with it. */
export function processId(): string {
  const shared = globalThis as typeof globalThis & { [own]?: string };
  shared[own] ??= randomUUID();
  return shared[own];
}

/** A process that has not been seen for this long counts as dead. Should it live after all, its answer still counts. */
const silentMs = 6_000;

/** Shows that this process lives, and forgets those that are long gone. */
export async function showAlive(now = Date.now()): Promise<void> {
  await db()
    .insertInto("processes")
    .values({ id: processId(), seen_at: now })
    .onConflict((conflict) => conflict.column("id").doUpdateSet({ seen_at: now }))
    .execute();
  await db()
    .deleteFrom("processes")
    .where("seen_at", "<", now - 60 * silentMs)
    .execute();
}

/** The processes that live, this one among them. */
export async function livingProcesses(now = Date.now()): Promise<string[]> {
  const rows = await db()
    .selectFrom("processes")
    .select("id")
    .where("seen_at", ">", now - silentMs)
    .execute();
  return [...new Set([processId(), ...rows.map(({ id }) => id)])];
}

const own: unique symbol = Symbol.for("merchant-console.process");
