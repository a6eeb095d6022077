import { db } from "#server/db/db.ts";
import { migrateToLatest } from "#server/db/migrate.ts";
import { startResolver } from "#server/journal/resolve.ts";
import { runAttempt } from "#server/journal/run.ts";
import { startCharge, startFollowUp } from "#server/journal/start.ts";
import type { Known, Press, Till, TillAnswer } from "./till.ts";

const person = { id: "proof-desk", name: "Mira Castellanos", role: "admin" } as const;

/** Opens the store and starts what every console process starts. */
export async function open(): Promise<void> {
  await migrateToLatest(db());
  await startResolver();
}

export const press: Till["press"] = async (pressed: Press): Promise<TillAnswer> => {
  if (pressed.door === "plan") {
    const outcome = await runAttempt(person, pressed.plan);
    return outcome.kind === "attempt" ? { attempt: outcome.attempt } : { refused: outcome.kind };
  }
  const result =
    pressed.door === "charge"
      ? await startCharge(person, pressed.values)
      : await startFollowUp(person, pressed.values);
  if (result.ok) return { attempt: result.value };
  const { problem } = result;
  return { refused: problem.kind === "refused" ? problem.message : problem.kind };
};

export const known: Till["known"] = async (): Promise<Known[]> => {
  const rows = await db()
    .selectFrom("attempts")
    .select(["id", "state", "reference", "problem", "answer"])
    .execute();
  const steps = await db()
    .selectFrom("attempt_steps")
    .select(["attempt_id", "kind"])
    .orderBy("position")
    .execute();
  const stepsOf = Map.groupBy(steps, ({ attempt_id }) => attempt_id);
  return rows.map(({ id, state, reference, problem, answer }) => ({
    id,
    state,
    reference,
    moved: problem ? JSON.parse(problem).moved : undefined,
    result: answer ? JSON.parse(answer).result_code : undefined,
    steps: stepsOf.get(id)?.map(({ kind }) => kind) ?? [],
  }));
};
