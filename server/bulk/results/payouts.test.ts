import { afterAll, beforeAll, expect, test } from "vitest";
import { closeBatch } from "#e2e/sandbox/payments.ts";
import { type RunningSandbox, startSandbox } from "#e2e/support/sandbox.ts";
import { newAttemptId } from "#lib/attempt.ts";
import type { FilePlan } from "#lib/bulk/file/file-plan.ts";
import { payoutEffect } from "#lib/bulk/payout-effect.ts";
import { requireCents, toDecimal } from "#lib/money.ts";
import { db } from "#server/db/db.ts";
import { describeStoresOnSqlite } from "#server/db/test-store.ts";
import { useStore } from "#server/db/use-store.ts";
import { readTransaction } from "#server/gateway-cache/transactions.ts";
import { done, follow, manager, sale } from "#server/payments/follow-up/test-follow-ups.ts";
import { startCharge } from "#server/payments/start-charge.ts";
import { findReview } from "../approvals.ts";
import { prepareFile } from "../approve-file.ts";
import { preparationOf } from "../test-preparation.ts";
import { readOriginals } from "./originals.ts";
import { reservePayouts } from "./payouts.ts";

const clerk = { id: "u1", name: "Ruth Adeyemi" };
const creditcard = { number: "4000100011112224", expiration: "1249" };
let sandbox: RunningSandbox;

beforeAll(async () => {
  sandbox = await startSandbox({ settings: { SANDBOX_RATE_LIMIT: "100000/min,1000000/day" } });
  process.env.GATEWAY_URL = sandbox.url;
  process.env.GATEWAY_API_KEY = sandbox.key;
  process.env.GATEWAY_API_PIN = sandbox.pin;
  process.env.AUTH_SECRET = "a".repeat(40);
});
afterAll(() => sandbox.stop());

let orders = 0;

/** A payment that the gateway took for something else than this console; returns its key. */
async function soldElsewhere(amount: string, fields: Record<string, unknown> = {}): Promise<string> {
  orders += 1;
  const invoice = `elsewhere-${process.pid}-${orders}`;
  const { body } = await sandbox.command("sale", { amount, invoice, creditcard, ...fields });
  return String(body.key);
}

const columns: FilePlan["mapping"] = ["command", "trankey", "amount", "orderid"];

async function prepared(...rows: string[]) {
  const text = `command,trankey,amount,orderid\n${rows.join("\n")}\n`;
  const checked = await preparationOf(text, { mapping: columns });
  const result = await prepareFile(clerk, checked);
  return { checked, result, review: await findReview(checked.id) };
}

describeStoresOnSqlite("a file that acts on payments of another program", (open) => {
  beforeAll(async () => {
    useStore((await open()).db);
    await sandbox.control("POST", "/reset");
  });

  test("names them in their own currency, since they are read when it is submitted", async () => {
    const key = await soldElsewhere("100.00", { currency: "978" });
    await closeBatch(sandbox);
    const { result, review } = await prepared(`refund,${key},90.00,`);
    expect(result).toMatchObject({ ok: true, value: { secondReason: undefined } });
    expect(review?.payouts).toMatchObject([
      { currency: "978", payment: { soldCents: 10_000, leftCents: 10_000, isSettled: true } },
    ]);
  });

  test("is refused where a refund made elsewhere leaves less than a row gives back", async () => {
    const key = await soldElsewhere("100.00");
    await closeBatch(sandbox);
    await sandbox.command("quickrefund", { trankey: key, amount: "30.00" });
    const { result } = await prepared(`refund,${key},100.00,`);
    expect(result).toMatchObject({
      problem: { message: expect.stringContaining("only $70.00 is left") },
    });
  });

  test("is refused where that refund is in a batch that has just closed", async () => {
    const key = await soldElsewhere("100.00");
    await closeBatch(sandbox);
    await sandbox.command("quickrefund", { trankey: key, amount: "30.00" });
    await closeBatch(sandbox);
    const { result } = await prepared(`refund,${key},100.00,`);
    expect(result).toMatchObject({
      problem: { message: expect.stringContaining("only $70.00 is left") },
    });
  });

  test("is held back where a payment is lowered here between its reading and the end of the file", async () => {
    const key = await soldElsewhere("90.00");
    const payouts = [{ row: 2, line: 2, command: "refund", trankey: key, cents: 9000 }] as const;
    const known = await readOriginals(payouts);
    await done(manager, follow("cc:adjust", key, "50.00"));
    expect(await reservePayouts("file-1", payouts, known)).toMatch(
      `Row 2: payment ${key} was changed after it was read. Open its page`,
    );
    expect(await reservePayouts("file-1", payouts, await readOriginals(payouts))).toMatch("only $50.00");
  });

  /** An order whose card part was given back in full; with the keys of the refunds. `first`: in two pieces, this one first. */
  async function refundedPart(first?: string) {
    orders += 1;
    const amount = `30.${10 + orders}`;
    const card = await charged(`5${amount}`, { split: true, partAmount: amount });
    await charged("500.00", { tender: "cash", completes: card.id });
    await closeBatch(sandbox);
    const pieces = first ? [first, toDecimal(requireCents(amount) - requireCents(first))] : [amount];
    const keys: string[] = [];
    for (const piece of pieces) {
      const refund = await done(manager, follow("refund", card.transaction?.key ?? "", piece));
      keys.push(refund.transaction?.key ?? "");
    }
    return { card, amount, keys, key: keys[0] ?? "" };
  }

  async function charged(amount: string, change: Parameters<typeof sale>[1]) {
    const result = await startCharge(manager, { ...sale(amount, change), attemptId: newAttemptId() });
    if (!result.ok) throw new Error(JSON.stringify(result.problem));
    return result.value;
  }

  test("is refused where a part was collected otherwise since its refund, which a row would void", async () => {
    const { card, amount, key } = await refundedPart();
    await charged(amount, { tender: "cash", completes: card.id });
    const { result } = await prepared(`void,${key},,`);
    expect(result).toMatchObject({
      problem: { message: expect.stringContaining("was collected another way") },
    });
  });

  test("may void both refunds of a part that was given back in two pieces, and none where it was collected otherwise", async () => {
    const { card, amount, keys } = await refundedPart("10.00");
    const rows = keys.map((key) => `void,${key},,`);
    const { result } = await prepared(...rows);
    expect(result).toMatchObject({ ok: true });
    await charged(amount, { tender: "cash", completes: card.id });
    const again = await prepared(...rows);
    expect(again.result).toMatchObject({
      problem: { message: expect.stringContaining("was collected another way") },
    });
  });

  test("counts a part whose refund a sent row may void: its rest is not collected at the counter", async () => {
    const { card, amount, key } = await refundedPart();
    const payouts = [{ row: 2, line: 2, command: "void", trankey: key, cents: null }] as const;
    const { checked } = await prepared(`void,${key},,`);
    const become = (change: {
      state: "sending" | "cancelled";
      end_sent?: 1;
      next_lookup_at?: number | null;
    }) => db().updateTable("bulk_files").set(change).where("id", "=", checked.id).execute();
    await become({ state: "sending" });
    expect(await reservePayouts(checked.id, payouts, await readOriginals(payouts))).toBeUndefined();
    const collect = () =>
      startCharge(manager, {
        ...sale(amount, { tender: "cash", completes: card.id }),
        attemptId: newAttemptId(),
      });
    const stopped = { ok: false, problem: { message: expect.stringContaining("is not confirmed yet") } };
    expect(await collect()).toMatchObject(stopped);
    // A person's decision that it did not arrive may be wrong.
    await become({ state: "cancelled", end_sent: 1, next_lookup_at: 1 });
    expect(await collect()).toMatchObject(stopped);
    await become({ state: "cancelled", next_lookup_at: null });
    expect((await collect()).ok).toBe(true);
  });

  test.each(["key", "reference number"])(
    "collects no part whose refund a row voided by its %s, before and after that is read",
    async (name) => {
      const { card, amount, key } = await refundedPart();
      const { body } = await sandbox.request("GET", `/transactions/${key}`);
      const trankey = name === "key" ? key : String(body.refnum);
      const payouts = [{ row: 2, line: 2, command: "void", trankey, cents: null }] as const;
      const { checked } = await prepared(`void,${trankey},,`);
      const group = `group-${orders}`;
      const sent = { state: "sent", bulk_key: group } as const;
      await db().updateTable("bulk_files").set(sent).where("id", "=", checked.id).execute();
      expect(await reservePayouts(checked.id, payouts, await readOriginals(payouts))).toBeUndefined();
      const collect = () =>
        startCharge(manager, {
          ...sale(amount, { tender: "cash", completes: card.id }),
          attemptId: newAttemptId(),
        });
      const stopped = { ok: false, problem: { message: expect.stringContaining("is not confirmed yet") } };
      expect(await collect()).toMatchObject(stopped);
      await sandbox.command("void", { trankey: key });
      await db()
        .insertInto("bulk_results")
        .values({
          ...{ group_key: group, position: 0, line: 2, transaction_key: key, result_code: "A" },
          ...{
            tender: "card",
            payer: "Visa ending 2224",
            cents: null,
            refund: 0,
            kind: "voids",
            duplicate: 0,
          },
        } as never) // the other columns may be null
        .execute();
      expect(await collect()).toMatchObject(stopped);
      await readTransaction(key, { fresh: true });
      expect(await collect()).toMatchObject({
        ok: false,
        problem: { message: expect.not.stringContaining("is not confirmed yet") },
      });
    },
  );

  test("says to the approver which rows were not read", async () => {
    const known = await soldElsewhere("10.00");
    await closeBatch(sandbox);
    const missing = Array.from({ length: 22 }, (_, n) => `refund,pnf9bcdfghjkm${n + 10},5.00,`);
    const { result, review } = await prepared(`refund,${known},5.00,`, ...missing);
    expect(result).toMatchObject({
      ok: true,
      value: { secondReason: "22 rows act on payments that this console hasn't read." },
    });
    expect(review?.payouts.map(({ payment }) => payment !== undefined)).toEqual([
      true,
      ...missing.map(() => false),
    ]);
  });

  test("says that a partial refund or void of an unsettled payment undoes the whole", async () => {
    const key = await soldElsewhere("50.00");
    const { result, review } = await prepared(`creditvoid,${key},10.00,`);
    expect(result).toMatchObject({ ok: true });
    const [payout] = review?.payouts ?? [];
    expect(payout && payoutEffect(payout.command, payout.cents, payout.payment)).toEqual({
      kind: "voids",
      cents: 5000,
    });
    await closeBatch(sandbox);
    const later = (await prepared(`creditvoid,${key},10.00,`)).review?.payouts[0];
    expect(later && payoutEffect(later.command, later.cents, later.payment)).toEqual({
      kind: "gives",
      cents: 1000,
    });
  });

  test.each(["creditvoid", "refund:adjust"])(
    "is refused where %s names more than the payment",
    async (command) => {
      const key = await soldElsewhere("40.00");
      const { result } = await prepared(`${command},${key},41.00,`);
      expect(result).toMatchObject({
        problem: {
          message: expect.stringContaining(`names $41.00 for payment ${key}, which is only $40.00`),
        },
      });
    },
  );

  test("takes what is left of a payment where a row names no amount", async () => {
    const key = await soldElsewhere("50.00");
    await sandbox.command("refund", { trankey: key, amount: "5.00" });
    const { result, review } = await prepared(`refund,${key},,`);
    expect(result).toMatchObject({ ok: true });
    const [payout] = review?.payouts ?? [];
    expect(payout && payoutEffect(payout.command, payout.cents, payout.payment)).toEqual({
      kind: "gives",
      cents: 4500,
    });
    const twice = await prepared(`refund,${key},,one`, `refund,${key},1.00,two`);
    expect(twice.result).toMatchObject({
      problem: { message: expect.stringContaining("Row 3 gives back $1.00") },
    });
  });
});
