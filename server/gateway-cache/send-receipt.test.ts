import { afterEach, beforeAll, expect, test } from "vitest";
import { describeStores } from "#server/db/test-store.ts";
import { useStore } from "#server/db/use-store.ts";
import type { Behavior } from "#server/gateway-client/fake-faults.ts";
import { FakeGateway } from "#server/gateway-client/fake-gateway.ts";
import { limiter } from "#server/gateway-client/rate-limit/limiter.ts";
import { emptyState } from "#server/gateway-client/rate-limit/state.ts";
import { connectTo } from "#server/gateway-client/test-environment.ts";
import { sendReceipt } from "./transactions.ts";

const gateway = new FakeGateway();
connectTo(gateway, { GATEWAY_QUEUE_MS: "0" });

const email = "pat@customers.test";
const send = () => sendReceipt("1nf", email);
const lostAnswers: Behavior[] = ["reset-before", "reset-after-commit", "empty", "html", "fault-500"];

describeStores("emailing a receipt", (openStore) => {
  beforeAll(async () => useStore((await openStore()).db));
  afterEach(async () => {
    gateway.reset();
    await limiter().change((state) => Object.assign(state, emptyState(Date.now())));
  });

  test("sends one request", async () => {
    expect(await send()).toEqual({ ok: true, value: undefined });
    expect(gateway.posts).toEqual([{ toemail: email }]);
  });

  test.each(lostAnswers)(
    "a lost answer is not asked for again, and may have been sent: %s",
    async (behavior) => {
      gateway.behavior = behavior;
      expect(await send()).toMatchObject({
        problem: { message: expect.stringMatching(/the receipt may have been sent/) },
      });
      expect(gateway.posts).toHaveLength(1);
    },
  );

  test("says that nothing was sent when the gateway's limit is full", async () => {
    gateway.behavior = "too-many";
    expect(await send()).toMatchObject({
      problem: { message: expect.stringMatching(/^The receipt was not sent: .*limit/) },
    });
  });
});
