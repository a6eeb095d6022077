import { beforeAll, expect, test } from "vitest";
import { db } from "#server/db/db.ts";
import { describeStores } from "#server/db/test-store.ts";
import { useStore } from "#server/db/use-store.ts";
import { findAttempt, moveAttempt } from "../attempts/attempts.ts";
import { countDueLookups, makeLookupsDue } from "../attempts/attempts-without-outcome.ts";
import { isInProgress } from "../submit.ts";
import { cardSale, follow, gateway, lookupNow, lose, run, setUpConsole } from "../test-console.ts";
import { processId } from "./alive.ts";
import { adoptLost, adoptUnwatched } from "./interrupted.ts";
import { holdLease } from "./lease.ts";
import { offerEvidence } from "./offer-evidence.ts";

setUpConsole();

describeStores("the resolver", (open) => {
  beforeAll(async () => useStore((await open()).db));

  test("a void's payment that a webhook shows settles it, and so does a transaction with our reference", async () => {
    const paid = await run(cardSale());
    const key = paid.transaction?.key ?? "";
    const before = { ...gateway.transactions[0] };
    const voiding = await lose(follow("void", key, before));
    expect(await offerEvidence({ ...before, key }, "a webhook of 14:02")).toBe(0);
    expect(await offerEvidence({ ...before, key, trantype_code: "V" }, "a webhook of 14:02")).toBe(1);
    expect(await findAttempt(voiding.id)).toMatchObject({ state: "resolved", problem: { moved: true } });
    const lost = await lose(cardSale());
    expect(await offerEvidence({ ...gateway.transactions[0] }, "a webhook of 14:03")).toBe(1);
    expect((await findAttempt(lost.id))?.problem?.message).toBe(
      "Found by its attempt number in a webhook of 14:03.",
    );
    expect(await offerEvidence({ ...gateway.transactions[0] }, "a webhook of 14:03")).toBe(0);
  });

  test("the gateway's answer for a duplicate shows another one's transaction, which is not taken for ours", async () => {
    gateway.behavior = "reset-before";
    const lost = await run(cardSale());
    gateway.behavior = "approve";
    const blocking = await run(cardSale());
    expect(await offerEvidence({ ...blocking.transaction, is_duplicate: "Y" }, "a webhook")).toBe(0);
    await lookupNow();
    expect((await findAttempt(lost.id))?.state).toBe("unknown");
  });

  test("it says how often and how lately it looked, where, up to when, and what it waits for", async () => {
    gateway.behavior = "reset-before";
    gateway.lists = false;
    const { id } = await run(cardSale());
    await lookupNow();
    await lookupNow(25);
    const { search } = (await findAttempt(id)) ?? {};
    expect(search).toMatchObject({
      lookups: 2,
      places: [{ place: "batch", name: "batch 1", complete: false }],
      waitsFor: "Batch 1 has to close first.",
    });
    expect(search?.places[0]?.upTo).toBeGreaterThan(Date.now());
  });

  test("an answer that the store did not take is unknown in the end, not awaited for ever", async () => {
    const stuck = await run(cardSale());
    await moveAttempt(stuck.id, ["answered"], { state: "sent" }, { kind: "sent", text: "as it was" });
    await adoptUnwatched({ timeoutMs: 1000, queuedMs: 1000 });
    expect((await findAttempt(stuck.id))?.state).toBe("sent");
    await adoptUnwatched({ timeoutMs: 1000, queuedMs: 1000 }, Date.now() + 120_000);
    expect((await findAttempt(stuck.id))?.state).toBe("unknown");
    await lookupNow();
    expect((await findAttempt(stuck.id))?.problem?.moved).toBe(true);
  });

  test("looks up attempts of this process that ended while the store was away, at the store's return", async () => {
    const [sent, prepared] = [await run(cardSale()), await run(cardSale())];
    for (const [{ id }, state] of [
      [sent, "sent"],
      [prepared, "prepared"],
    ] as const)
      await moveAttempt(id, ["answered"], { state, outcome_at: null }, { kind: "sent", text: "as it was" });
    await adoptLost(processId(), isInProgress);
    expect((await findAttempt(sent.id))?.state).toBe("unknown");
    expect((await findAttempt(prepared.id))?.state).toBe("unsent");
    await lookupNow();
    expect((await findAttempt(sent.id))?.problem?.moved).toBe(true);
  });

  test("does not call an attempt lost while this process is sending it", async () => {
    gateway.behavior = "silence";
    const plan = cardSale();
    const running = run(plan);
    await expect.poll(async () => (await findAttempt(plan.attemptId))?.state).toBe("sent");
    await adoptLost(processId(), isInProgress);
    expect((await findAttempt(plan.attemptId))?.state).toBe("sent");
    expect((await running).state).toBe("unknown");
    await lookupNow();
  });

  test("after an outage no lookup waits for the end of its own pause", async () => {
    const { id } = await run(cardSale());
    const now = Date.now();
    const pausing = { state: "unknown", outcome_at: null, next_lookup_at: now + 600_000 } as const;
    await moveAttempt(id, ["answered"], pausing, { kind: "unknown", text: "as it was" });
    const due = await countDueLookups(now);
    await makeLookupsDue(now);
    expect(await countDueLookups(now)).toBe(due + 1);
    await lookupNow();
    expect((await findAttempt(id))?.problem?.moved).toBe(true);
  });

  test("one process at a time looks; a dead one's work is taken over at once", async () => {
    const other = { name: "test", holder: "another process", until: Date.now() + 60_000 };
    const seen = { id: other.holder, seen_at: Date.now() };
    await db().insertInto("processes").values(seen).execute();
    await db().insertInto("leases").values(other).execute();
    expect(await holdLease("test")).toBe(false);
    expect(await holdLease("test", Date.now() + 60_001)).toBe(true);
    await db().updateTable("leases").set(other).where("name", "=", "test").execute();
    await db().deleteFrom("processes").where("id", "=", seen.id).execute();
    expect(await holdLease("test")).toBe(true);
    expect(await holdLease("test")).toBe(true);
  });
});
