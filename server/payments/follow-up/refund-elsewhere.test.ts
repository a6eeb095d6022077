import { beforeAll, expect, test } from "vitest";
import { emptyCharge } from "#lib/charge/fields/values.ts";
import { db } from "#server/db/db.ts";
import { describeStores } from "#server/db/test-store.ts";
import { useStore } from "#server/db/use-store.ts";
import { startCharge } from "../start-charge.ts";
import { readPayment } from "./payment-reading.ts";
import { startFollowUp } from "./start-follow-up.ts";
import {
  clerk,
  done,
  existing,
  follow,
  gateway,
  manager,
  nextNumber,
  refundTotals,
  sale,
  setUpFollowUps,
} from "./test-follow-ups.ts";

setUpFollowUps();

describeStores("a refund", (open, onSqlite) => {
  beforeAll(async () => useStore((await open()).db));

  onSqlite("made elsewhere counts where the gateway cache or an event names the order", async () => {
    const key = existing({ orderid: "ORDER-77" });
    await db()
      .insertInto("cached_transactions")
      .values({
        key: "1nfelse1",
        refnum: "1",
        batch_key: "1t1other",
        ordinal: 1,
        kind: "refunds",
        cents: 2500,
        detail: JSON.stringify({
          key: "1nfelse1",
          trantype_code: "C",
          amount: "25.00",
          orderid: "ORDER-77",
          creditcard: { number: "xxxxxxxxxxxx2224" },
        }),
        whole: 0,
        read_at: 1,
      })
      .execute();
    expect(await refundTotals(key)).toMatchObject({
      refundedCents: 2500,
      elsewhereCents: 2500,
      leftCents: 4500,
    });
    await db()
      .insertInto("webhook_events")
      .values({
        event_id: "event-elsewhere",
        event_type: "transaction.refund.success",
        transaction_key: "1nfelse2",
        refnum: null,
        triggered: null,
        received_at: 1,
        last_received_at: 1,
        deliveries: 1,
        body: JSON.stringify({
          type: "event",
          event_type: "transaction.refund.success",
          event_id: "event-elsewhere",
          event_body: {
            object: { type: "transaction", key: "1nfelse2", amount: "5.00", orderid: "ORDER-77" },
          },
        }),
        verdict: "nothing",
        verdict_text: "",
        shown: null,
        checked_at: null,
        next_check_at: null,
        checks: 0,
      })
      .execute();
    expect(await refundTotals(key)).toMatchObject({ refundedCents: 3000, leftCents: 4000 });
    expect(await startFollowUp(manager, follow("quickrefund", key, "40.01"))).toMatchObject({
      problem: { kind: "refused" },
    });
    expect(gateway.posts).toEqual([]);
  });

  onSqlite(
    "made elsewhere today counts before one is sent, and is asked about where it may be of another payment of the order",
    async () => {
      const key = existing({ orderid: "ORDER-88" });
      existing({ trantype_code: "C", status_code: "P", amount: "50.00", orderid: "ORDER-88" });
      expect(await startFollowUp(manager, follow("quickrefund", key, "20.01"))).toMatchObject({
        problem: { fields: { amount: expect.stringContaining("$20.00 is left") } },
      });
      expect(gateway.posts).toEqual([]);
      existing({ orderid: "ORDER-88" });
      expect(await startFollowUp(manager, follow("refund", key, "20.01"))).toMatchObject({
        problem: {
          fields: {
            amount: expect.stringContaining(
              "If that money was for this sale, only $20.00 is left to refund.",
            ),
          },
        },
      });
      expect(gateway.posts).toEqual([]);
      expect((await done(manager, follow("refund", key, "20.00"))).state).toBe("answered");
    },
  );

  onSqlite(
    "made elsewhere for an order that this console charged to the card twice is asked about",
    async () => {
      const order = { ...emptyCharge("").order, orderid: "ORDER-89" };
      const keys: string[] = [];
      for (const amount of ["30.00", "20.00"]) {
        const charged = await startCharge(clerk, sale(amount, { order }));
        const key = (charged.ok && charged.value.transaction?.key) || "";
        const creditcard = { number: "xxxxxxxxxxxx2224", type: "V" };
        const shown = { status_code: "S", amount, creditcard, orderid: "ORDER-89" };
        const settled = { ...shown, available_actions: ["refund"] };
        Object.assign(gateway.transactions.find((one) => one.key === key) ?? {}, settled);
        keys.push(key);
      }
      existing({ trantype_code: "C", status_code: "P", amount: "30.00", orderid: "ORDER-89" });
      const before = gateway.posts.length;
      expect(await startFollowUp(manager, follow("refund", keys[0] ?? "", "30.00"))).toMatchObject({
        problem: {
          fields: {
            amount: expect.stringContaining("If that money was for this sale, nothing is left to refund."),
          },
        },
      });
      expect(gateway.posts).toHaveLength(before);
      // It is more than the smaller payment: it can't be of that one.
      expect((await done(manager, follow("refund", keys[1] ?? "", "20.00"))).state).toBe("answered");
    },
  );

  test("that took over the invoice alone counts against a sale with an order id and an invoice", async () => {
    const key = existing({ orderid: "ORDER-91", invoice: "INV-91" });
    existing({ trantype_code: "C", status_code: "P", invoice: "INV-91" });
    expect(await startFollowUp(manager, follow("refund", key, "0.01"))).toMatchObject({
      problem: { message: expect.stringContaining("Nothing is left to refund") },
    });
    expect(gateway.posts).toEqual([]);
  });

  test("of another order counts against that one alone, though both have the same invoice", async () => {
    const key = existing({ orderid: "ORDER-92", invoice: "INV-92" });
    existing({ orderid: "ORDER-93", invoice: "INV-92" });
    existing({
      trantype_code: "C",
      status_code: "P",
      orderid: "ORDER-92",
      invoice: "INV-92",
      amount: "50.00",
    });
    expect(await startFollowUp(manager, follow("refund", key, "20.01"))).toMatchObject({
      problem: { fields: { amount: expect.stringContaining("$20.00 is left") } },
    });
    expect((await done(manager, follow("refund", key, "20.00"))).state).toBe("answered");
  });

  onSqlite("counts at any place in the open batch", async () => {
    const key = existing({ orderid: "ORDER-94" });
    const other = { amount: "1.00", creditcard: { number: "xxxxxxxxxxxx0008", type: "V" } };
    for (let made = 0; made < 1100; made += 1) existing(other);
    existing({ trantype_code: "C", status_code: "P", orderid: "ORDER-94" });
    expect(await startFollowUp(manager, follow("refund", key, "70.00"))).toMatchObject({
      problem: { message: expect.stringContaining("Nothing is left to refund") },
    });
    expect(gateway.posts).toEqual([]);
  });

  test.each([
    ["neither an order id nor an invoice", {}],
    ["an order id alone", { orderid: "ORDER-95" }],
  ])("of a sale with %s is asked about where another one names nothing", async (_, name) => {
    const key = existing({ ...name, created: "2026-11-19 09:00:00" });
    const credit = { trantype_code: "C", status_code: "P", created: "2026-11-20 13:54:00" };
    existing({ ...credit, amount: "50.00" });
    expect(await startFollowUp(manager, follow("refund", key, "20.01"))).toMatchObject({
      ok: false,
      problem: {
        kind: "refused",
        fields: {
          amount: expect.stringMatching(
            /^A refund of \$50\.00 to this card was made at the gateway, .*Nov 20, .*\. If that money was for this sale, only \$20\.00 is left to refund\..*quick refund/,
          ),
        },
      },
    });
    expect(gateway.posts).toEqual([]);
    expect((await done(manager, follow("refund", key, "20.00"))).state).toBe("answered");
    expect((await done(manager, follow("quickrefund", key, "20.01"))).state).toBe("answered");
  });

  test("is not asked about for refunds that cannot be of this sale", async () => {
    const key = existing({ created: "2026-11-19 09:00:00" });
    const credit = { trantype_code: "C", status_code: "P", created: "2026-11-20 13:54:00" };
    existing({ ...credit, created: "2026-11-18 13:54:00" });
    existing({ ...credit, creditcard: { number: "xxxxxxxxxxxx2224", type: "M" } });
    existing({ ...credit, creditcard: { number: "xxxxxxxxxxxx2226", type: "V" } });
    existing({ ...credit, amount: "70.01" });
    existing({ ...credit, orderid: "ORDER-96" });
    existing({ ...credit, invoice: "INV-96" });
    existing({ ...credit, trantype_code: "Z" });
    expect((await done(manager, follow("refund", key, "70.00"))).state).toBe("answered");
  });

  test("is not asked about for a refund of another payment that this console is still sending", async () => {
    const other = await done(manager, follow("refund", existing(), "50.00"));
    const made = gateway.transactions.find(({ key }) => key === other.transaction?.key);
    const card = { number: "xxxxxxxxxxxx2224", type: "V" };
    Object.assign(made ?? {}, { trantype_code: "C", amount: "50.00", creditcard: card });
    await db()
      .updateTable("attempts")
      .set({ state: "sent", transaction_key: null, outcome_at: null })
      .where("id", "=", other.id)
      .execute();
    expect((await done(manager, follow("refund", existing(), "70.00"))).state).toBe("answered");
  });

  test("is asked about for one that is known from a closed batch", async () => {
    const key = existing({ created: "2026-11-19 09:00:00" });
    await db()
      .insertInto("cached_transactions")
      .values({
        key: `${key}kept`,
        refnum: "1",
        batch_key: "1t1other",
        ordinal: 2,
        kind: "refunds",
        cents: 7000,
        detail: JSON.stringify({
          key: `${key}kept`,
          trantype_code: "C",
          amount: "70.00",
          created: "2026-11-20 13:54:00",
          creditcard: { number: "xxxxxxxxxxxx2224", type: "V" },
        }),
        whole: 0,
        read_at: 1,
      })
      .execute();
    expect(await startFollowUp(manager, follow("refund", key, "70.00"))).toMatchObject({
      problem: {
        message: expect.stringContaining("If that money was for this sale, nothing is left to refund"),
      },
    });
    await db().deleteFrom("cached_transactions").where("key", "=", `${key}kept`).execute();
  });

  onSqlite("that the open batch shows is in a live reading, before anything is sent", async () => {
    const key = existing({ invoice: "INV-98" });
    existing({ trantype_code: "C", status_code: "P", invoice: "INV-98" });
    expect(await readPayment(key, { live: true })).toMatchObject({
      refundTotals: { refundedCents: 7000, elsewhereCents: 7000, leftCents: 0 },
      unnamed: [],
    });
    const plain = existing();
    existing({ trantype_code: "C", status_code: "P", amount: "50.00", created: "2026-11-20 13:54:00" });
    expect(await readPayment(plain, { live: true })).toMatchObject({
      refundTotals: { refundedCents: 0, leftCents: 7000 },
      unnamed: [{ cents: 5000, created: "2026-11-20 13:54:00" }],
    });
  });

  /** An unsettled sale of 70.00 of which 30.00 was refunded at the gateway; the refund names its order. */
  const refundedElsewhere = () => {
    const number = nextNumber();
    const order = { orderid: `ORDER-M${number}`, invoice: `INV-M${number}` };
    existing({ trantype_code: "C", status_code: "P", amount: "30.00", ...order });
    const actions = ["void", "releasefunds", "queue", "tip", "quickrefund"];
    return existing({ status_code: "P", available_actions: actions, ...order });
  };

  test.each(["void", "cc:void:release", "queue"] as const)(
    "made elsewhere today keeps its payment from a %s",
    async (command) => {
      const key = refundedElsewhere();
      expect(await startFollowUp(manager, follow(command, key, ""))).toMatchObject({
        problem: { message: expect.stringContaining("$30.00 of this payment was already refunded") },
      });
      expect(gateway.posts).toEqual([]);
    },
  );

  test("made elsewhere today is the least that a new total may be", async () => {
    const key = refundedElsewhere();
    const shown = gateway.transactions.find((one) => one.key === key) ?? {};
    Object.assign(shown, { amount: "31.00", auth_amount: "31.00", amount_detail: { tip: "10.00" } });
    expect(await startFollowUp(manager, follow("cc:adjust", key, "29.99"))).toMatchObject({
      problem: { message: expect.stringContaining("the new total can't be less") },
    });
    expect(gateway.posts).toEqual([]);
    expect((await done(manager, follow("cc:adjust", key, "30.00"))).state).toBe("answered");
  });

  test("to the card that names no sale is asked about before a void, which goes on with a reason", async () => {
    existing({ trantype_code: "C", status_code: "P", amount: "70.00" });
    const key = existing({ status_code: "P", available_actions: ["void"] });
    expect(await startFollowUp(manager, follow("void", key, "", { reason: "" }))).toMatchObject({
      problem: { message: expect.stringContaining("a void gives it back twice") },
    });
    expect(gateway.posts).toEqual([]);
    expect((await done(manager, follow("void", key, "", { reason: "Another sale" }))).state).toBe("answered");
  });

  test("is not sent while the open batch can't be read: refunds made elsewhere would be missed", async () => {
    const key = existing();
    gateway.unreadable = "/batches/current/transactions";
    for (const command of ["refund", "quickrefund", "void"] as const)
      expect(await startFollowUp(manager, follow(command, key, "1.00"))).toMatchObject({
        problem: { message: expect.stringContaining("Today's refunds could not be read") },
      });
    expect(gateway.posts).toEqual([]);
  });
});
