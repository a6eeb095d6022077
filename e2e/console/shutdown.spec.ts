import { expect, test } from "#e2e/support/console.ts";
import { chargeCard, visa } from "#e2e/support/pages/charge-card.ts";
import type { Attempt } from "#lib/attempt.ts";

test("a stop during a slow payment waits for its answer and records it", async ({ as, console }) => {
  const page = await as("clerk");
  // Longer than a stop leaves to requests that move no money.
  await console.control("POST", "/faults", { kind: "slow", command: "sale", delayMs: 9_000, times: 1 });
  await chargeCard(page, { amount: "31.41", number: visa, cvc: "999", name: "Ada Okafor" });
  const newest = async (): Promise<Attempt | undefined> =>
    (await (await page.request.get("/api/console/attempts")).json())[0];
  await expect.poll(async () => (await newest())?.state).toBe("sent");
  await console.restart();
  const attempt = await newest();
  expect(attempt).toMatchObject({ amountCents: 3_141, state: "answered" });
  // Not found later, by a lookup: the answer itself.
  expect((await (await page.request.get(`/api/console/attempts/${attempt?.id}`)).json()).steps).toMatchObject(
    [{ kind: "prepared" }, { kind: "sent" }, { kind: "answered" }],
  );
});
