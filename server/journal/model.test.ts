import fc from "fast-check";
import { expect, test } from "vitest";
import type { AttemptProblem } from "#lib/attempt.ts";
import { Model } from "./test-model.ts";
import { type Action, actions, type Setting, setting } from "./test-model-actions.ts";

/**
 * The journal's rules and the whole search against a gateway in memory: lost answers, late ones, declined ones, crashes at
 * any step, closings, outages, webhooks, wrong clocks, lists that leave something out. PROVE_RUNS and PROVE_SEED choose
 * how many and which; a failure prints its seed.
 */
test("whatever happens, the journal never calls a charge not charged, and finds every charge there is to find", async () => {
  const seed = process.env.PROVE_SEED;
  await fc.assert(fc.asyncProperty(setting, fc.array(actions, { maxLength: 20, size: "max" }), live), {
    numRuns: Number(process.env.PROVE_RUNS ?? 20_000),
    ...(seed !== undefined && { seed: Number(seed) }),
  });
}, 3_600_000);

async function live(world: Setting, story: Action[]): Promise<void> {
  const model = new Model(world);
  for (const action of story) {
    await model.act(action);
    expectHonest(model);
  }
  await model.settleDown();
  expectHonest(model);
  expectSettled(model);
}

/** At every moment: what the journal says is what the gateway did. */
function expectHonest(model: Model): void {
  for (const row of model.records.rows.values()) {
    const moved = model.hasMoved(row);
    const problem: AttemptProblem | undefined = row.problem ? JSON.parse(row.problem) : undefined;
    if (row.state === "resolved")
      expect(model.isTrue(row, problem?.moved), `${row.command} ${problem?.message}`).toBe(true);
    if (row.state === "unsent" || row.state === "refused") expect(moved, row.state).toBe(false);
    if (row.state === "answered") expect(JSON.parse(row.answer ?? "{}").result_code === "A").toBe(moved);
  }
  for (const posts of model.posts.values()) expect(posts).toBe(1);
}

/** In the end: nothing is left that anything could still prove. */
function expectSettled(model: Model): void {
  for (const row of model.records.rows.values()) {
    expect(row.state).not.toBe("sent");
    expect(row.state).not.toBe("prepared");
    if (row.state === "unknown") expect(model.isProvable(row), `${row.command} ${row.search}`).toBe(false);
  }
}
