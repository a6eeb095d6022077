import { beforeAll, beforeEach, expect, it } from "vitest";
import { db } from "#server/db/db.ts";
import { describeStoresOnSqlite } from "#server/db/test-store.ts";
import { useStore } from "#server/db/use-store.ts";
import { decide } from "#server/payments/decide.ts";
import { cardSale, gateway, lookupNow, lose, run, setUpConsole } from "#server/payments/test-console.ts";
import { verifyLog } from "./verify.ts";

setUpConsole();

const manager = { id: "manager-1", name: "Tobias Lindqvist" };

describeStoresOnSqlite("payments in the audit log", (open) => {
  beforeAll(async () => useStore((await open()).db));
  beforeEach(async () => {
    for (const table of ["attempt_steps", "attempts", "audit_events", "notices"] as const)
      await db().deleteFrom(table).execute();
  });

  const eventsOf = async (subject: string) => {
    const rows = await db()
      .selectFrom("audit_events")
      .select(["name", "user_name", "data"])
      .where("subject", "=", subject)
      .orderBy("position")
      .execute();
    return rows.map(({ name, user_name, data }) => ({ name, by: user_name, ...JSON.parse(data) }));
  };
  const completeness = async () => (await verifyLog(db())).completeness.map(({ at }) => at);

  it("has who took each payment, for how much, and how it ended", async () => {
    const { id, transaction } = await run(cardSale("42.50"));
    expect(await eventsOf(id)).toEqual([
      {
        name: "payment.recorded",
        by: "Mira Castellanos",
        command: "sale",
        cents: 4250,
        payer: "Visa ending 2224",
      },
      { name: "payment.settled", by: "console", state: "answered", transaction: transaction?.key },
    ]);
    expect(await verifyLog(db())).toMatchObject({ integrity: [], completeness: [] });
  });

  it("has a person's decision with its reason, and the evidence against it", async () => {
    const { id } = await lose(cardSale());
    await decide(manager, { attemptId: id, moved: false, reason: "The acquirer has no such sale." });
    await lookupNow();
    expect((await eventsOf(id)).slice(1)).toMatchObject([
      { name: "payment.unknown", by: "console" },
      { name: "payment.decided", by: "Tobias Lindqvist", moved: false },
      { name: "payment.contradicted", by: "console", moved: true },
    ]);
    expect(await completeness()).toEqual([]);
  });

  it("finds a payment that was removed, changed or added behind the log's back", async () => {
    const kept = await run(cardSale("1.00"));
    const removed = await run(cardSale("2.00"));
    const changed = await run(cardSale("3.00"));
    await db().deleteFrom("attempt_steps").where("attempt_id", "=", removed.id).execute();
    await db().deleteFrom("attempts").where("id", "=", removed.id).execute();
    await db().updateTable("attempts").set({ amount_cents: 1 }).where("id", "=", changed.id).execute();
    const row = await db()
      .selectFrom("attempts")
      .selectAll()
      .where("id", "=", kept.id)
      .executeTakeFirstOrThrow();
    await db()
      .insertInto("attempts")
      .values({ ...row, id: "added-behind-the-log-000", reference: "ADDED" })
      .execute();
    const { completeness: faults } = await verifyLog(db());
    expect(faults.map(({ at }) => at).sort()).toEqual([
      "event 3",
      "event 5",
      "payment added-behind-the-log-000",
      "payment added-behind-the-log-000",
    ]);
  });

  it("finds an outcome that the log doesn't have, where it has another one", async () => {
    const { id } = await lose(cardSale("4.00"));
    expect(await completeness()).toEqual([]);
    await db().updateTable("attempts").set({ state: "answered" }).where("id", "=", id).execute();
    expect(await completeness()).toEqual([`payment ${id}`]);
  });

  it("finds that the newest events were cut off, by their payments", async () => {
    await run(cardSale("1.00"));
    const { id } = await run(cardSale("2.00"));
    await db().deleteFrom("audit_events").where("position", ">", 2).execute();
    expect(await verifyLog(db())).toMatchObject({ integrity: [] });
    expect(new Set(await completeness())).toEqual(new Set([`payment ${id}`]));
    await db().deleteFrom("audit_events").execute();
    expect(await completeness()).not.toEqual([]);
  });

  it("keeps neither the event nor the payment of a commit that fails", async () => {
    const plan = cardSale("9.00");
    await run(plan);
    const before = await verifyLog(db());
    await run(plan);
    expect((await verifyLog(db())).events).toBe(before.events);
    expect(gateway.transactions.filter(({ amount }) => amount === "9.00").length).toBe(1);
  });
});
