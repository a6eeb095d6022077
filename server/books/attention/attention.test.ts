import { beforeAll, expect, test } from "vitest";
import { reportText } from "#lib/day-end/report-html.ts";
import type { Role } from "#lib/permissions.ts";
import { DAY_MS } from "#lib/time.ts";
import { listUnknownFiles } from "#server/bulk/files.ts";
import { db } from "#server/db/db.ts";
import { describeStoresOnSqlite } from "#server/db/test-store.ts";
import { useStore } from "#server/db/use-store.ts";
import { listOpenNotices } from "#server/payments/attempts/notices.ts";
import { listOpen } from "#server/payments/attention.ts";
import { decide } from "#server/payments/decide.ts";
import { clerk, gateway, manager, sale, setUpFollowUps } from "#server/payments/follow-up/test-follow-ups.ts";
import { leaveShort } from "#server/payments/orders/leave-short.ts";
import { listOpenOrders } from "#server/payments/orders/list-open.ts";
import { startCharge } from "#server/payments/start-charge.ts";
import { readDayEnd, signDay } from "../day-end/day-end.ts";
import { findReport } from "../day-end/signed-days.ts";
import { readTodayPart } from "../today/read-part.ts";
import { listOther, readAttention } from "./read-attention.ts";

setUpFollowUps();

describeStoresOnSqlite("items that wait for a person", (open) => {
  beforeAll(async () => useStore((await open()).db));

  const countOf = async (role: Role) => (await readAttention(role, Date.now())).count;

  /** As the panels of the Attention page list it. */
  async function listed(role: Role): Promise<number> {
    const lists = await Promise.all([
      listOpenNotices(),
      listOpenOrders(),
      listOpen(),
      listUnknownFiles(),
      listOther(role, Date.now()),
    ]);
    return lists.flat().length;
  }

  async function charged(amount: string, change: Parameters<typeof sale>[1] = {}) {
    const result = await startCharge(clerk, sale(amount, change));
    if (!result.ok) throw new Error(JSON.stringify(result.problem));
    return result.value;
  }

  test("is one count in the navigation, on the Attention page and on Today", async () => {
    expect(await countOf("manager")).toBe(0);
    await charged("99.70", { split: true, partAmount: "59.70" });
    gateway.behavior = "reset-after-commit";
    await charged("12.00");
    gateway.behavior = "approve";
    const { id } = await charged("13.00");
    const facts = { amountCents: 1300, payer: "Ada Okafor" };
    await db()
      .insertInto("notices")
      .values({
        ...{ id: "return:1", kind: "return", attempt_id: id, transaction_key: null, batch_key: null },
        ...{ facts: JSON.stringify(facts), found_at: 1, acknowledged_by: null, acknowledged_at: null },
      })
      .execute();
    const now = Date.now();
    const batch = { key: "b9", sequence: "31", status: "closed" };
    await db()
      .insertInto("cached_batches")
      .values({ key: "b9", batch: JSON.stringify(batch), closed: 1, read_at: now })
      .execute();
    await db()
      .insertInto("reconciliations")
      .values({
        ...{ batch_key: "b9", state: "differences", number: 1, hash: "", figures: "{}" },
        ...{ opened_at: now, checked_at: now, signed_by: null, signed_name: null, signed_at: null },
        ...{ note: null, superseded_at: null },
      })
      .execute();
    await readTodayPart("latest", "manager");
    await db()
      .updateTable("indexed_transactions")
      .set({ phase: "authorized", created_at: now - 25 * DAY_MS })
      .where("attempt_id", "=", id)
      .execute();
    const { items, count } = await readTodayPart("attention", "manager");
    expect(items.map(({ kind }) => kind)).toEqual([
      ...["unknownPayment", "order", "notice", "authorization", "batch"],
    ]);
    expect(count).toBe(5);
    expect(await countOf("manager")).toBe(count);
    expect(await listed("manager")).toBe(count);
  });

  test("leaves out of a clerk's count and page what a clerk may not see", async () => {
    expect(await countOf("clerk")).toBe(4);
    expect(await listed("clerk")).toBe(4);
  });

  test("keeps an order with a rest to collect in the day end until it is left at what is paid", async () => {
    const { id } = await charged("80.40", { split: true, partAmount: "50.40" });
    const orders = async () => (await readDayEnd()).checks.find(({ kind }) => kind === "orders")?.items;
    expect(await orders()).toMatchObject([
      { kind: "order" },
      { kind: "order", order: { id, dueCents: 3000 } },
    ]);
    for (const { id: attemptId } of await listOpen())
      await decide(manager, { attemptId, moved: false, reason: "Not in the gateway's list." });
    const { day, fingerprint } = await readDayEnd();
    await signDay(manager, { day, fingerprint, note: "The customer comes back tomorrow" });
    const { report } = (await findReport(1)) ?? {};
    expect(report && reportText(report)).toContain("Open orders2");
    expect(report && reportText(report)).toContain(
      "Order paid in part: Visa ending 2224, Mira Castellanos$30.00",
    );
    await leaveShort(clerk, { order: id });
    expect(await orders()).toHaveLength(1);
  });
});
