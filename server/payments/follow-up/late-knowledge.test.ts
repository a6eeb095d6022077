import { setTimeout as delay } from "node:timers/promises";
import { beforeAll, expect, test, vi } from "vitest";
import { type TransactionDetail, transactionDetail } from "#lib/gateway/schemas/transaction.ts";
import { describeStores } from "#server/db/test-store.ts";
import { useStore } from "#server/db/use-store.ts";
import { noteRead } from "#server/gateway-cache/cached-transactions.ts";
import { beginSync, cacheSynced, findSync } from "#server/gateway-cache/sync.ts";
import { findAttempt } from "../attempts/attempts.ts";
import { offerRead } from "../recovery/offer-evidence.ts";
import { startCharge } from "../start-charge.ts";
import { findCurrentAttempt } from "./find-current-attempt.ts";
import { startFollowUp } from "./start-follow-up.ts";
import {
  clerk,
  done,
  existing,
  follow,
  gateway,
  keepEvent,
  manager,
  refundTotals,
  sale,
  setUpFollowUps,
  showVoided,
} from "./test-follow-ups.ts";

/** What somebody else does while a refund has read the payment and has not been recorded yet. */
let meanwhile: (() => Promise<void>) | undefined;
vi.mock("#server/gateway-cache/credits.ts", async (importOriginal) => {
  const real = await importOriginal<typeof import("#server/gateway-cache/credits.ts")>();
  return {
    ...real,
    readOpenBatch: async (...args: Parameters<typeof real.readOpenBatch>) => {
      const read = await real.readOpenBatch(...args);
      const act = meanwhile;
      meanwhile = undefined;
      await act?.();
      return read;
    },
  };
});

setUpFollowUps();

describeStores("late and early knowledge", (open, onSqlite) => {
  beforeAll(async () => useStore((await open()).db));

  const show = (key: string, change: Record<string, unknown>) =>
    Object.assign(gateway.transactions.find((one) => one.key === key) ?? {}, change);
  const shown = (key: string): TransactionDetail =>
    transactionDetail.parse(gateway.transactions.find((one) => one.key === key));
  const pending = () =>
    existing({
      status_code: "P",
      batch: { key: "1t1open", sequence: "1" },
      available_actions: ["void", "quickrefund", "refund:adjust", "tip"],
    });
  const changed = { problem: { message: expect.stringContaining("was just changed") } };

  onSqlite("a refund is not sent on a reading from before the payment was voided", async () => {
    const key = pending();
    meanwhile = async () => {
      await done(clerk, follow("void", key, ""));
      show(key, { trantype_code: "V", available_actions: ["unvoid"] });
    };
    expect(await startFollowUp(manager, follow("quickrefund", key, "70.00"))).toMatchObject(changed);
    expect(gateway.posts.map(({ command }) => command)).toEqual(["void"]);
  });

  onSqlite("a refund is not sent on a reading from before the payment was lowered", async () => {
    const key = pending();
    meanwhile = async () => {
      await done(manager, follow("refund:adjust", key, "30.00"));
      show(key, { amount: "40.00", auth_amount: "40.00" });
    };
    expect(await startFollowUp(manager, follow("quickrefund", key, "70.00"))).toMatchObject(changed);
    expect(await startFollowUp(manager, follow("quickrefund", key, "40.00"))).toMatchObject({ ok: true });
  });

  async function charged(amount: string, change: Parameters<typeof sale>[1] = {}) {
    const result = await startCharge(clerk, sale(amount, change));
    if (!result.ok) throw new Error(`stopped: ${JSON.stringify(result.problem)}`);
    return result.value;
  }

  /** An order of two payments, 60.xx by card and 40.00 in cash. Returns the first. */
  async function paidInTwo(cents: string) {
    const first = await charged(`100.${cents}`, { split: true, partAmount: `60.${cents}` });
    await charged("40.00", { completes: first.id, tender: "cash" });
    const key = first.transaction?.key ?? "";
    show(key, { available_actions: ["void", "refund", "quickrefund"] });
    return { id: first.id, key };
  }

  /** Voids a part and undoes it; returns the part as a slow reading shows it that was asked for in between. */
  async function voidAndRestore(key: string) {
    await done(clerk, follow("void", key, ""));
    show(key, { trantype_code: "V", available_actions: ["unvoid"] });
    const slow = { read: shown(key), askedAt: Date.now() };
    await delay(5);
    await done(clerk, follow("unvoid", key, ""));
    show(key, { trantype_code: "S", available_actions: ["void"] });
    return slow;
  }

  onSqlite("a late event of a void that was undone opens nothing of an order", async () => {
    const { id, key } = await paidInTwo("31");
    await voidAndRestore(key);
    await delay(5);
    await keepEvent("transaction.sale.voided", key);
    expect((await findCurrentAttempt(id))?.current?.balance).toMatchObject({ openCents: 0 });
    expect(await startCharge(clerk, sale("60.31", { completes: id, tender: "cash" }))).toMatchObject({
      ok: false,
    });
  });

  onSqlite("a reading that was asked for before a void was sent does not prove it", async () => {
    const { id, key } = await paidInTwo("51");
    const { read, askedAt } = await voidAndRestore(key);
    gateway.behavior = "reset-before";
    const second = await done(clerk, follow("void", key, ""));
    gateway.behavior = "approve";
    await noteRead([read], { askedAt });
    await offerRead(read, askedAt);
    expect((await findAttempt(second.id))?.state).toBe("unknown");
    expect(await startCharge(clerk, sale("60.51", { completes: id, tender: "cash" }))).toMatchObject({
      ok: false,
    });
    // One that is asked for now does.
    show(key, { trantype_code: "V" });
    await offerRead(shown(key), Date.now());
    expect((await findAttempt(second.id))?.state).toBe("resolved");
  });

  onSqlite("a reading from before does not settle the void of a refund", async () => {
    const key = existing();
    const refund = (await done(manager, follow("refund", key, "70.00"))).transaction?.key ?? "";
    show(refund, { trantype_code: "C", amount: "70.00", available_actions: ["void", "unvoid"] });
    await done(manager, follow("void", refund, ""));
    showVoided(refund);
    const [read, askedAt] = [shown(refund), Date.now()];
    await delay(5);
    await done(manager, follow("unvoid", refund, ""));
    gateway.behavior = "reset-before";
    const second = await done(manager, follow("void", refund, ""));
    gateway.behavior = "approve";
    await offerRead(read, askedAt);
    expect((await findAttempt(second.id))?.state).toBe("unknown");
    expect(await refundTotals(key)).toMatchObject({ leftCents: 0 });
  });

  test("a list that is read again keeps what it showed of refunds made elsewhere", async () => {
    const key = existing({ orderid: "ORD-8", batch: { key: "1t1b8" } });
    const refund = transactionDetail.parse({
      ...{ key: "1nfelse8", result_code: "A", trantype_code: "C", status_code: "P", amount: "70.00" },
      ...{ orderid: "ORD-8", creditcard: { number: "xxxxxxxxxxxx2224" }, batch: { key: "1t1b8" } },
    });
    gateway.openBatch = [];
    await noteRead([refund], { askedAt: Date.now(), listKey: "1t1b8" });
    await beginSync("batch", "1t1b8");
    for (const [data, total] of [
      [[{ ...refund, key: "1nfother", orderid: "X" }], 3] as const,
      [[], 4] as const,
    ]) {
      const sync = await findSync("1t1b8");
      if (sync) await cacheSynced(sync, { data: [...data], total });
    }
    expect(await refundTotals(key)).toMatchObject({ refundedCents: 7000 });
    expect(await startFollowUp(manager, follow("quickrefund", key, "70.00"))).toMatchObject({ ok: false });
  });
});
