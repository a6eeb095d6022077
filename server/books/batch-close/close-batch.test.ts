import { afterEach, beforeAll, expect, test } from "vitest";
import { db } from "#server/db/db.ts";
import { describeStores } from "#server/db/test-store.ts";
import { useStore } from "#server/db/use-store.ts";
import type { Behavior } from "#server/gateway-client/fake-faults.ts";
import { FakeGateway } from "#server/gateway-client/fake-gateway.ts";
import { limiter } from "#server/gateway-client/rate-limit/limiter.ts";
import { emptyState } from "#server/gateway-client/rate-limit/state.ts";
import { connectTo } from "#server/gateway-client/test-environment.ts";
import { closeBatch } from "./close-batch.ts";

const gateway = new FakeGateway();
connectTo(gateway, { GATEWAY_QUEUE_MS: "0" });

const ann = { id: "u1", name: "Ann" };
const ruth = { id: "u2", name: "Ruth" };
const open = { key: "1t1open", shown: null };
const unknownAnswers: Behavior[] = ["reset-before", "reset-after-commit", "empty", "html", "fault-500"];

describeStores("closing the open batch", (openStore) => {
  beforeAll(async () => useStore((await openStore()).db));
  afterEach(async () => {
    gateway.reset();
    await db().deleteFrom("batch_closes").execute();
    await limiter().change((state) => Object.assign(state, emptyState(Date.now())));
  });

  test("closes it once, however often it is pressed", async () => {
    const results = await Promise.all([closeBatch(ann, open), closeBatch(ruth, open), closeBatch(ann, open)]);
    expect(results.filter(({ ok }) => ok)).toEqual([{ ok: true, value: { kind: "closing" } }]);
    expect(await closeBatch(ann, open)).toMatchObject({ ok: false });
    expect(gateway.closes).toBe(1);
  });

  test("sends nothing when another batch is open by now, or none", async () => {
    expect(await closeBatch(ann, { ...open, key: "1t1older" })).toMatchObject({
      problem: { message: expect.stringMatching(/this batch is no longer open/) },
    });
    gateway.batch = false;
    expect(await closeBatch(ann, open)).toMatchObject({ ok: false });
    expect(gateway.closes).toBe(0);
  });

  test("closes only what the question said it holds", async () => {
    gateway.openSums = { total_amount: "42.50", total_count: 2 };
    expect(await closeBatch(ann, { ...open, shown: { count: 1, cents: 40_00 } })).toEqual({
      ok: true,
      value: { kind: "changed" },
    });
    expect(gateway.closes).toBe(0);
    expect(await closeBatch(ann, { ...open, shown: { count: 2, cents: 42_50 } })).toEqual({
      ok: true,
      value: { kind: "closing" },
    });
  });

  test.each(unknownAnswers)("reports a lost answer as unknown and sends it once: %s", async (behavior) => {
    gateway.behavior = behavior;
    expect(await closeBatch(ann, open)).toEqual({ ok: true, value: { kind: "unknown" } });
    gateway.batch = true;
    expect(await closeBatch(ruth, open)).toMatchObject({
      problem: { message: expect.stringMatching(/^Ann asked to close this batch/) },
    });
    expect(gateway.closes).toBe(1);
  });

  test("may be asked again a minute after a lost answer, when the batch is still open", async () => {
    gateway.behavior = "reset-before";
    await closeBatch(ann, open, Date.now() - 61_000);
    gateway.behavior = "approve";
    expect(await closeBatch(ruth, open)).toEqual({ ok: true, value: { kind: "closing" } });
  });

  test("may be asked again at once after the gateway refused", async () => {
    gateway.behavior = "too-many";
    expect(await closeBatch(ann, open)).toMatchObject({
      problem: { message: expect.stringMatching(/^Nothing was closed/) },
    });
    await limiter().change((state) => Object.assign(state, emptyState(Date.now())));
    gateway.behavior = "approve";
    expect(await closeBatch(ann, open)).toEqual({ ok: true, value: { kind: "closing" } });
  });
});
