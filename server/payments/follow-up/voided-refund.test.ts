import { beforeAll, expect, test } from "vitest";
import { emptyCharge } from "#lib/charge/fields/values.ts";
import { transactionDetail } from "#lib/gateway/schemas/transaction.ts";
import { fileRow } from "#server/bulk/test-file-row.ts";
import { db } from "#server/db/db.ts";
import { describeStores } from "#server/db/test-store.ts";
import { useStore } from "#server/db/use-store.ts";
import { cacheResults } from "#server/gateway-cache/cached-results.ts";
import { noteRead } from "#server/gateway-cache/cached-transactions.ts";
import { readTransaction } from "#server/gateway-cache/transactions.ts";
import { decide, decisionForm } from "../decide.ts";
import { startCharge } from "../start-charge.ts";
import { startFollowUp } from "./start-follow-up.ts";
import {
  clerk,
  done,
  existing,
  follow,
  gateway,
  keepEvent,
  manager,
  nextNumber,
  refundTotals,
  sale,
  setUpFollowUps,
  showVoided,
} from "./test-follow-ups.ts";

setUpFollowUps();

describeStores("a refund", (open, onSqlite) => {
  beforeAll(async () => useStore((await open()).db));

  /** A refund of 70.00 by the only row of a bulk file that was sent from here. */
  const insertBulkRefund = async (key: string, refund: string) => {
    const file = fileRow({ bulk_key: `bulk ${refund}` });
    await db().insertInto("bulk_files").values(file).execute();
    const payout = {
      file_id: file.id,
      row: 2,
      line: 2,
      command: "refund",
      trankey: key,
      cents: 7000,
    } as const;
    await db().insertInto("bulk_payouts").values(payout).execute();
    const shown = gateway.transactions.find((one) => one.key === refund);
    await cacheResults(db(), `bulk ${refund}`, 1, [transactionDetail.parse({ ...shown, line: 2 })]);
  };

  /** Charges 70.00 at the counter. Returns the payment's key. */
  const chargedFor = async (invoice: string) => {
    const charged = await startCharge(clerk, sale("70.00", { order: { ...emptyCharge("").order, invoice } }));
    if (!charged.ok) throw new Error("it was stopped");
    const key = charged.value.transaction?.key ?? "";
    const settled = { status_code: "S", amount: "70.00", available_actions: ["refund"] };
    Object.assign(gateway.transactions.find((one) => one.key === key) ?? {}, settled);
    return key;
  };

  /** Refunds 70.00 in full and voids the refund again. Returns the refund's key. */
  const refundAndVoid = async (key: string, command: "refund" | "quickrefund" = "refund") => {
    const refund = await done(manager, follow(command, key, "70.00"));
    const refundKey = refund.transaction?.key ?? "";
    const actions = { trantype_code: "C", available_actions: ["void", "unvoid"] };
    Object.assign(gateway.transactions.find((one) => one.key === refundKey) ?? {}, actions);
    await done(manager, follow("void", refundKey, ""));
    showVoided(refundKey);
    return refundKey;
  };

  onSqlite("that was declined or voided leaves the money to be refunded", async () => {
    const key = existing();
    gateway.behavior = "decline";
    await done(manager, follow("refund", key, "70.00"));
    gateway.behavior = "approve";
    const refund = await done(manager, follow("refund", key, "70.00"));
    const refundKey = refund.transaction?.key ?? "";
    Object.assign(gateway.transactions[0] ?? {}, { status_code: "P", available_actions: ["void"] });
    expect(await refundTotals(key)).toMatchObject({ leftCents: 0 });
    await done(manager, follow("void", refundKey, ""));
    expect(await refundTotals(key)).toMatchObject({ refundedCents: 0, leftCents: 7000 });
  });

  test("stays voided when the payment was refunded again, also for two in one moment", async () => {
    const key = existing();
    const first = await refundAndVoid(key);
    const second = await refundAndVoid(key, "quickrefund");
    await done(manager, follow("refund", key, "70.00"));
    const sent = gateway.posts.length;
    for (const voided of [first, second])
      expect(await startFollowUp(manager, follow("unvoid", voided, ""))).toMatchObject({
        problem: { kind: "refused", message: expect.stringContaining("Nothing is left to refund") },
      });
    expect(gateway.posts).toHaveLength(sent);
    expect(await refundTotals(key)).toMatchObject({ refundedCents: 7000 });

    const other = existing();
    const voided = [await refundAndVoid(other), await refundAndVoid(other)];
    const before = gateway.posts.length;
    await Promise.all([
      ...voided.map((one) => startFollowUp(manager, follow("unvoid", one, ""))),
      startFollowUp(manager, follow("quickrefund", other, "70.00")),
    ]);
    expect(gateway.posts).toHaveLength(before + 1);
    expect(await refundTotals(other)).toMatchObject({ refundedCents: 7000, leftCents: 0 });
  });

  onSqlite(
    "counts again once its void was undone, although a reading asked for before or a late event shows it voided",
    async () => {
      const key = existing();
      const refund = await refundAndVoid(key);
      const shown = transactionDetail.parse(gateway.transactions.find((one) => one.key === refund));
      const askedAt = Date.now();
      await done(manager, follow("unvoid", refund, ""));
      await noteRead([shown], { askedAt });
      expect(await refundTotals(key)).toMatchObject({ refundedCents: 7000, leftCents: 0 });
      await keepEvent("transaction.refund.voided", refund);
      expect(await refundTotals(key)).toMatchObject({ refundedCents: 7000, leftCents: 0 });
      // A later reading is believed: it was voided once more, elsewhere.
      await noteRead([shown], { askedAt: Date.now() + 1000 });
      expect(await refundTotals(key)).toMatchObject({ refundedCents: 0, leftCents: 7000 });
    },
  );

  onSqlite("whose void is being undone counts as given back while the answer is lost", async () => {
    const key = existing();
    const voided = await refundAndVoid(key);
    gateway.behavior = "reset-before";
    expect((await done(manager, follow("unvoid", voided, ""))).state).toBe("unknown");
    gateway.behavior = "approve";
    expect(await refundTotals(key)).toMatchObject({ refundedCents: 7000, leftCents: 0 });
    expect(await startFollowUp(manager, follow("quickrefund", key, "0.01"))).toMatchObject({
      problem: { message: expect.stringContaining("Nothing is left to refund") },
    });
  });

  test("made by a bulk file stays voided when the payment was refunded again", async () => {
    const key = existing();
    const refund = existing({ trantype_code: "C", status_code: "P" });
    await insertBulkRefund(key, refund);
    expect(await refundTotals(key)).toMatchObject({ refundedCents: 7000 });
    await done(manager, follow("void", refund, ""));
    Object.assign(gateway.transactions.find((one) => one.key === refund) ?? {}, {
      trantype_code: "Z",
      available_actions: ["unvoid"],
    });
    await done(manager, follow("refund", key, "69.99"));
    const sent = gateway.posts.length;
    expect(await startFollowUp(manager, follow("unvoid", refund, ""))).toMatchObject({
      problem: { kind: "refused", message: expect.stringContaining("Only $0.01 is left to refund") },
    });
    expect(gateway.posts).toHaveLength(sent);
    expect(await refundTotals(key)).toMatchObject({ refundedCents: 6999 });
  });

  test.each(["taken here", "found in the open batch"])(
    "made elsewhere stays voided when its payment, %s, was refunded again",
    async (place) => {
      const invoice = `INV-E${nextNumber()}`;
      const key = place === "taken here" ? await chargedFor(invoice) : existing({ invoice });
      const voided = { trantype_code: "Z", status_code: "P", available_actions: ["unvoid"] };
      const refund = existing({ ...voided, invoice });
      await done(manager, follow("refund", key, "70.00"));
      const sent = gateway.posts.length;
      expect(await startFollowUp(manager, follow("unvoid", refund, ""))).toMatchObject({
        problem: { kind: "refused", message: expect.stringContaining("Nothing is left to refund") },
      });
      expect(gateway.posts).toHaveLength(sent);
    },
  );

  onSqlite("is paid out after all only by those who may refund", async () => {
    const key = existing();
    const voided = await refundAndVoid(key, "quickrefund");
    const elsewhere = existing({ trantype_code: "Z", status_code: "P", available_actions: ["unvoid"] });
    const sent = gateway.posts.length;
    for (const refund of [voided, elsewhere])
      expect(await startFollowUp(clerk, follow("unvoid", refund, ""))).toMatchObject({
        problem: { message: expect.stringContaining("Refund without a linked sale") },
      });
    expect(gateway.posts).toHaveLength(sent);
    await done(manager, follow("unvoid", voided, ""));
    expect(await refundTotals(key)).toMatchObject({ refundedCents: 7000, leftCents: 0 });
  });

  onSqlite("keeps its payment from being voided too, until the refund itself is voided", async () => {
    const key = existing({ status_code: "P", available_actions: ["void", "releasefunds", "quickrefund"] });
    const refund = await done(manager, follow("quickrefund", key, "70.00"));
    const sent = gateway.posts.length;
    for (const command of ["void", "cc:void:release"] as const)
      expect(await startFollowUp(manager, follow(command, key, ""))).toMatchObject({
        problem: { message: expect.stringContaining("$70.00 of this payment was already refunded") },
      });
    expect(gateway.posts).toHaveLength(sent);
    const refundKey = refund.transaction?.key ?? "";
    const actions = { trantype_code: "C", available_actions: ["void"] };
    Object.assign(gateway.transactions.find((one) => one.key === refundKey) ?? {}, actions);
    await done(manager, follow("void", refundKey, ""));
    showVoided(refundKey);
    expect((await done(manager, follow("void", key, ""))).state).toBe("answered");
  });

  onSqlite("that was voided here counts again once a later reading shows it undone", async () => {
    const key = existing();
    const refund = await refundAndVoid(key);
    expect(await refundTotals(key)).toMatchObject({ refundedCents: 0 });
    Object.assign(gateway.transactions.find((one) => one.key === refund) ?? {}, { trantype_code: "C" });
    await readTransaction(refund, { fresh: true });
    expect(await refundTotals(key)).toMatchObject({ refundedCents: 7000, leftCents: 0 });
    expect(await startFollowUp(manager, follow("refund", key, "70.00"))).toMatchObject({
      problem: { message: expect.stringContaining("Nothing is left to refund") },
    });
  });

  test("stays given back when a manager decided that its void moved, until the gateway shows it", async () => {
    const key = existing();
    const refund = await done(manager, follow("refund", key, "70.00"));
    const refundKey = refund.transaction?.key ?? "";
    const actions = { trantype_code: "C", available_actions: ["void"] };
    Object.assign(gateway.transactions.find((one) => one.key === refundKey) ?? {}, actions);
    gateway.behavior = "reset-before";
    const lost = await done(manager, follow("void", refundKey, ""));
    gateway.behavior = "approve";
    const decision = { attemptId: lost.id, moved: true, reason: "The terminal says so" };
    expect((await decide({ id: "manager-2", name: "Helen Park" }, decisionForm.parse(decision))).ok).toBe(
      true,
    );
    expect(await refundTotals(key)).toMatchObject({ refundedCents: 7000, leftCents: 0 });
    showVoided(refundKey);
    await readTransaction(refundKey, { fresh: true });
    expect(await refundTotals(key)).toMatchObject({ refundedCents: 0, leftCents: 7000 });
  });
});
