import fc from "fast-check";
import { beforeAll, expect, test } from "vitest";
import { db } from "#server/db/db.ts";
import { describeStoresOnSqlite } from "#server/db/test-store.ts";
import { useStore } from "#server/db/use-store.ts";
import { FakeGateway } from "#server/gateway-client/fake-gateway.ts";
import { connectTo } from "#server/gateway-client/test-environment.ts";
import { allEvents, charge, deliver, eventBody, webhookKey } from "./test-inbox.ts";
import { checkDue } from "./worker.ts";

const gateway = new FakeGateway();

connectTo(gateway, { GATEWAY_TIMEOUT_MS: "1000", GATEWAY_WEBHOOK_KEY: webhookKey });

/** The end state: the outcome of each payment, and which events are stored. */
async function endState() {
  const attempts = await db()
    .selectFrom("attempts")
    .select(["id", "state", "transaction_key"])
    .orderBy("id")
    .execute();
  const events = (await allEvents()).map(({ event_id, event_type, next_check_at }) => [
    event_id,
    event_type,
    next_check_at === null,
  ]);
  return { attempts, events };
}

/** Two lost charges of the same amount, one that was answered, and one that is not ours; each with its events. */
async function makeEvents(): Promise<string[]> {
  const lost = await charge(gateway, { amount: "5.00", lost: true });
  const second = await charge(gateway, { amount: "5.00", lost: true });
  const answered = await charge(gateway, { amount: "7.00" });
  return [lost.key, second.key, answered.key, "1nfelsewhere"].flatMap((key, index) =>
    ["transaction.sale.success", "transaction.sale.captured", "something.new"].map((type) =>
      eventBody({
        type,
        key,
        id: `event-${index}-${type}`,
        object: { amount: index === 2 ? "7.00" : "5.00" },
      }),
    ),
  );
}

type Step = { deliver: number } | "check" | "gateway goes" | "gateway comes";

const steps = (count: number): fc.Arbitrary<Step[]> =>
  fc
    .tuple(
      fc.shuffledSubarray([...Array(count).keys()], { minLength: count }),
      fc.array(
        fc.oneof(
          { weight: 4, arbitrary: fc.nat(count - 1).map((index): Step => ({ deliver: index })) },
          { weight: 3, arbitrary: fc.constant<Step>("check") },
          fc.constant<Step>("gateway goes"),
          fc.constant<Step>("gateway comes"),
        ),
        { maxLength: 25 },
      ),
      fc.infiniteStream(fc.nat()),
    )
    .map(([once, more, places]) => {
      // Every event at least once, the rest anywhere between.
      const all: Step[] = once.map((index) => ({ deliver: index }));
      for (const step of more) all.splice((places.next().value ?? 0) % (all.length + 1), 0, step);
      return all;
    });

async function act(step: Step, bodies: readonly string[], hour: number): Promise<void> {
  if (step === "gateway goes") gateway.down = true;
  else if (step === "gateway comes") gateway.down = false;
  else if (step === "check")
    // Two processes at the same time.
    await Promise.all([checkDue(Date.now() + hour * 3_600_000), checkDue(Date.now() + hour * 3_600_000)]);
  else expect((await deliver(bodies[step.deliver] ?? "")).status).toBe(200);
}

describeStoresOnSqlite("events in any order and number", (open) => {
  beforeAll(async () => useStore((await open()).db));

  test("lead to the same end state despite failures: each lost charge is settled by its own transaction", async () => {
    await fc.assert(
      fc.asyncProperty(steps(12), async (sequence) => {
        gateway.reset();
        await db().deleteFrom("webhook_events").execute();
        await db().deleteFrom("attempt_steps").execute();
        await db().deleteFrom("attempts").execute();
        const bodies = await makeEvents();
        let hour = 0;
        for (const step of [...sequence, "gateway comes", "check", "check"] as const) {
          hour += 1;
          await act(step, bodies, hour);
        }
        const { attempts, events } = await endState();
        expect(attempts.map(({ state }) => state).toSorted()).toEqual(["answered", "resolved", "resolved"]);
        expect(attempts.map(({ transaction_key }) => transaction_key)).toEqual(["1nf1", "1nf2", "1nf3"]);
        expect(events).toHaveLength(12);
        expect(events.every(([, , done]) => done)).toBe(true);
        // At most one request per check that needed one, never one per delivery.
        expect(gateway.reads).toBeLessThanOrEqual(sequence.filter((step) => step === "check").length * 4 + 8);
      }),
      { numRuns: Number(process.env.TEST_RUNS ?? 25) },
    );
  });
});
