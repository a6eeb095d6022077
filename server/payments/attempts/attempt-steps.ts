import { type Kysely, sql } from "kysely";
import type { AttemptStep } from "#lib/attempt.ts";
import type { Database } from "#server/db/database.ts";
import { db } from "#server/db/db.ts";

/** Adds a step behind the last one of an attempt. */
export async function addStep(store: Kysely<Database>, id: string, step: AttemptStep): Promise<void> {
  await store
    .insertInto("attempt_steps")
    .values(({ selectFrom }) => ({
      attempt_id: id,
      position: selectFrom("attempt_steps")
        .select(({ fn, lit }) => sql<number>`${fn.coalesce(fn.max("position"), lit(0))} + 1`.as("next"))
        .where("attempt_id", "=", id),
      ...step,
    }))
    .execute();
}

export async function stepsOf(id: string): Promise<AttemptStep[]> {
  return db()
    .selectFrom("attempt_steps")
    .select(["at", "kind", "text"])
    .where("attempt_id", "=", id)
    .orderBy("position")
    .execute();
}
