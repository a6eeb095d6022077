import { afterEach, beforeAll, expect, test } from "vitest";
import type { AttemptState } from "#lib/attempt.ts";
import { DAY_MS } from "#lib/time.ts";
import { db } from "#server/db/db.ts";
import { describeStores } from "#server/db/test-store.ts";
import { useStore } from "#server/db/use-store.ts";
import { findAttempt, type NewAttempt, writePrepared } from "./attempts/attempts.ts";
import { countOpen, listOpen, listRecentlyResolved } from "./attention.ts";
import { decide } from "./decide.ts";

const manager = { id: "manager-1", name: "Tobias Lindqvist" };

beforeAll(() => {
  process.env.GATEWAY_URL = "http://127.0.0.1:9/api/v2";
  process.env.GATEWAY_API_KEY = "test-key";
  process.env.GATEWAY_API_PIN = "test-pin";
  process.env.AUTH_SECRET = "a".repeat(40);
});

async function write(id: string, state: AttemptState, ageMs: number, user = "clerk-1"): Promise<void> {
  const row: NewAttempt = {
    id,
    reference: id,
    process_id: "p",
    user_id: user,
    user_name: "Mira Castellanos",
    command: "sale",
    tender: "card",
    payer: "Visa ending 2224",
    amount_cents: 100,
    original_key: null,
    original_before: null,
    fingerprint: null,
    digest: id,
    request: "{}",
    prepared_at: Date.now() - ageMs,
  };
  await db()
    .transaction()
    .execute((store) => writePrepared(store, row, `${id} recorded`));
  await db()
    .updateTable("attempts")
    .set({ state, outcome_at: state === "resolved" ? Date.now() - ageMs : null })
    .where("id", "=", id)
    .execute();
}

describeStores("items under Attention", (open) => {
  beforeAll(async () => useStore((await open()).db));
  afterEach(async () => {
    await db().deleteFrom("attempt_steps").execute();
    await db().deleteFrom("attempts").execute();
  });

  test("is every attempt of unknown outcome, the oldest first, with its steps; and one's own when asked", async () => {
    await write("young", "unknown", 1000);
    await write("old", "unknown", 3 * DAY_MS, "clerk-2");
    await write("answered", "answered", 2 * DAY_MS);
    await write("just-sent", "sent", 1000);
    await write("long-sent", "sent", DAY_MS);
    const ids = (await listOpen()).map(({ id }) => id);
    expect(ids).toEqual(["old", "long-sent", "young"]);
    expect(await countOpen()).toBe(3);
    expect((await listOpen("clerk-2")).map(({ id }) => id)).toEqual(["old"]);
    expect((await listOpen())[0]?.steps).toMatchObject([{ kind: "prepared", text: "old recorded" }]);
  });

  test("shows settled items for seven days, the newest first", async () => {
    await write("yesterday", "resolved", DAY_MS);
    await write("last-week", "resolved", 8 * DAY_MS);
    await write("today", "resolved", 1000);
    expect((await listRecentlyResolved()).map(({ id }) => id)).toEqual(["today", "yesterday"]);
  });

  test("a manager may have it looked for on: nothing is decided, the next look is now, the reason is kept", async () => {
    await write("open", "unknown", DAY_MS);
    const before = Date.now();
    const reason = "The processor has an outage until noon.";
    expect(await decide(manager, { attemptId: "open", reason })).toMatchObject({ ok: true });
    const attempt = await findAttempt("open");
    expect(attempt?.state).toBe("unknown");
    expect(attempt?.nextLookupAt).toBeGreaterThanOrEqual(before);
    expect(attempt?.steps.at(-1)?.text).toBe(`Tobias Lindqvist kept the search going: ${reason}`);
  });

  test("one's own payment is decided by somebody else, and may only be looked for on", async () => {
    await write("own", "unknown", DAY_MS, manager.id);
    const reason = "I remember that it went through";
    for (const moved of [true, false])
      expect(await decide(manager, { attemptId: "own", moved, reason })).toMatchObject({
        ok: false,
        problem: { message: expect.stringContaining("You took this payment yourself") },
      });
    expect((await findAttempt("own"))?.state).toBe("unknown");
    expect(await decide(manager, { attemptId: "own", reason })).toMatchObject({ ok: true });
    const other = { id: "manager-2", name: "Helen Park" };
    expect(await decide(other, { attemptId: "own", moved: true, reason })).toMatchObject({ ok: true });
  });

  test("keeps a manager's acknowledgement with the decision, and ends the wait", async () => {
    await write("seen", "unknown", DAY_MS);
    const decision = {
      attemptId: "seen",
      moved: true,
      evidence: "authorization 004512",
      reason: "In the portal",
    };
    await decide(manager, decision);
    expect((await findAttempt("seen"))?.problem).toMatchObject({
      moved: true,
      decidedBy: manager.name,
      message: expect.stringContaining("In the portal (seen: authorization 004512)"),
    });
    expect(await countOpen()).toBe(0);
    expect(await decide(manager, { attemptId: "seen", reason: "Look once more" })).toMatchObject({
      ok: false,
    });
  });
});
