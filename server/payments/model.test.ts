import fc from "fast-check";
import { expect, test } from "vitest";
import type { AttemptProblem, Contradiction } from "#lib/attempt.ts";
import type { AttemptRow } from "#server/db/tables/payments/attempts.ts";
import { Model } from "./test-model.ts";
import { type Action, actions, type Setting, setting } from "./test-model-actions.ts";

/**
 * The rules of attempts and the whole search against a gateway in memory: lost answers, late ones, declined ones, crashes at
 * any step, closings, outages, webhooks, wrong clocks, lists that leave something out. PROVE_RUNS and PROVE_SEED choose
 * how many and which; a failure prints its seed.
 */
test("in any order of events, no charge that happened is recorded as not charged, and every charge that can be found is found", async () => {
  const seed = process.env.PROVE_SEED;
  await fc.assert(fc.asyncProperty(setting, fc.array(actions, { maxLength: 20, size: "max" }), live), {
    numRuns: Number(process.env.PROVE_RUNS ?? 2_000),
    ...(seed !== undefined && { seed: Number(seed) }),
  });
}, 3_600_000);

async function live(setting: Setting, actions: Action[]): Promise<void> {
  const model = new Model(setting);
  for (const action of actions) {
    await model.act(action);
    expectHonest(model);
  }
  await model.settleDown();
  expectHonest(model);
  await expectSettled(model);
}

/** At every moment: what the attempts say is what the gateway did. */
function expectHonest(model: Model): void {
  for (const row of model.records.rows.values()) {
    const moved = model.hasMoved(row);
    const problem: AttemptProblem | undefined = row.problem ? JSON.parse(row.problem) : undefined;
    const decided = model.decisions.get(row.id);
    if (row.state === "resolved" && decided === undefined)
      expect(model.isTrue(row, problem?.moved), `${row.command} ${problem?.message}`).toBe(true);
    // A decision may be wrong. It stays as it was recorded, and only the truth may contradict it.
    if (decided !== undefined) expect(problem?.moved).toBe(decided);
    if (row.contradiction !== null) {
      const contradiction: Contradiction = JSON.parse(row.contradiction);
      expect(contradiction.moved, row.command).toBe(!decided);
      expect(model.isTrue(row, contradiction.moved), `${row.command} ${contradiction.message}`).toBe(true);
    }
    if (row.state === "unsent" || row.state === "refused") expect(moved, row.state).toBe(false);
    if (row.state === "answered") expect(JSON.parse(row.answer ?? "{}").result_code === "A").toBe(moved);
  }
  for (const posts of model.posts.values()) expect(posts).toBe(1);
}

/** In the end: nothing is left that anything could still prove, and every wrong decision is found out. */
async function expectSettled(model: Model): Promise<void> {
  for (const row of model.records.rows.values()) {
    expect(row.state).not.toBe("sent");
    expect(row.state).not.toBe("prepared");
    if (row.state === "unknown")
      expect(model.isProvable(row), `${row.command} ${row.lookup_notes}`).toBe(false);
    if (isWrong(model, row) && model.isProvable(row) && !(await model.records.isFollowed(row)))
      expect(model.records.notices, `${row.command} ${row.lookup_notes}`).toContain(
        `contradiction:${row.id}`,
      );
  }
}

/** Whether a person has decided the opposite of what happened. */
function isWrong(model: Model, row: AttemptRow): boolean {
  const decided = model.decisions.get(row.id);
  return decided !== undefined && !model.isTrue(row, decided);
}
