import { describe, expect, it } from "vitest";
import type { Attempt } from "#lib/attempt.ts";
import { transactionDetail } from "#lib/gateway/schemas/transaction.ts";
import { testAttempt } from "#lib/test-attempt.ts";
import { toTimeline } from "./timeline.ts";

const at = Date.UTC(2026, 10, 20, 22, 12, 7);
const sale = transactionDetail.parse({
  key: "sale",
  trantype_code: "S",
  created: "2026-11-20 14:12:08",
  source_name: "Web shop",
});

const attempt = (changes: Partial<Attempt>): Attempt =>
  testAttempt({
    id: "a1",
    command: "refund",
    amountCents: 4200,
    originalKey: "sale",
    userName: "Mira Castellanos",
    preparedAt: at + 60_000,
    sentAt: at + 60_000,
    outcomeAt: at + 61_000,
    tookMs: 1100,
    transaction: { key: "refund", result_code: "A", result: "Approved", authcode: "081733" },
    ...changes,
  });

const lines = (attempts: Attempt[]) =>
  toTimeline(sale, attempts, "America/Los_Angeles").map(
    ({ at: time, what, by }) => `${time} ${what} (${by})`,
  );

describe("the timeline of a payment", () => {
  it("has the gateway's events and the receipts that were sent, in their order", () => {
    const event = {
      id: "e1",
      type: "transaction.sale.success",
      key: "sale",
      refnum: undefined,
      triggered: undefined,
      receivedAt: at + 2000,
      lastReceivedAt: at + 9000,
      deliveries: 2,
      verdict: "confirmed",
      verdictText: "",
      checkedAt: undefined,
      nextCheckAt: undefined,
    } as const;
    const history = {
      events: [event, { ...event, id: "e2", type: "transaction.new.kind", deliveries: 1 }],
      emails: [{ at: at + 5000, userName: "Mira Castellanos" }],
    };
    const happenings = toTimeline(sale, [], "America/Los_Angeles", history);
    expect(happenings.map(({ what, by }) => `${what} (${by})`)).toEqual([
      "Sale recorded by the gateway (through Web shop)",
      "A sale was approved (confirmed, received 2 times)",
      "transaction.new.kind (confirmed)",
      "Receipt emailed (Mira Castellanos)",
    ]);
  });

  it("has the receipts that the gateway sent with the payment", () => {
    const receipts = { customer: "Mail Sent Successfully", merchant: undefined };
    const made = attempt({
      command: "sale",
      originalKey: undefined,
      transaction: { key: "sale", result_code: "A", receipts },
    });
    expect(lines([made])).toContain("2026-11-20 14:13:08 Receipt (to the customer: Mail Sent Successfully)");
  });

  it("begins with the gateway's record and goes on with who did what and what came back, in the merchant's time", () => {
    expect(lines([attempt({})])).toEqual([
      "2026-11-20 14:12:08 Sale recorded by the gateway (through Web shop)",
      "2026-11-20 14:13:07 Refund $42.00 (Mira Castellanos, attempt 8C2N-VX4P)",
      "2026-11-20 14:13:08 Approved, authorization 081733 (in 1.1 s)",
    ]);
  });

  it("does not tell twice of a charge that this console took itself", () => {
    const charge = attempt({
      command: "sale",
      originalKey: undefined,
      transaction: { key: "sale" },
      preparedAt: at,
    });
    expect(lines([charge])[0]).toContain("Charge $42.00");
    expect(lines([charge])).toHaveLength(2);
  });

  it("leads to the result of the attempt that made the payment", () => {
    const charge = attempt({ command: "sale", originalKey: undefined, transaction: { key: "sale" } });
    const [asked] = toTimeline(sale, [charge], "America/Los_Angeles");
    expect(asked).toMatchObject({
      by: "Mira Castellanos",
      result: { attemptId: "a1", reference: "8C2N-VX4P" },
    });
    expect(toTimeline(sale, [attempt({})], "America/Los_Angeles")[1]).not.toHaveProperty("result");
  });

  it("names who approved it, also where the steps were not read", () => {
    expect(lines([attempt({ approvedBy: "Tobias Lindqvist", steps: [] })])).toContainEqual(
      expect.stringContaining("Approved by Tobias Lindqvist"),
    );
  });

  it("names the payment that came of a refund", () => {
    expect(toTimeline(sale, [attempt({})], "America/Los_Angeles")[1]?.madeKey).toBe("refund");
    const voided = attempt({ command: "void", transaction: { key: "sale", result_code: "A" } });
    expect(toTimeline(sale, [voided], "America/Los_Angeles")[1]?.madeKey).toBeUndefined();
  });

  it("shows a void of a partly approved payment as approved, even if the gateway repeats another code", () => {
    const voided = attempt({
      command: "void",
      transaction: { key: "sale", result_code: "P", result: "Partial Approval" },
    });
    expect(lines([voided]).at(-1)).toContain("14:13:08 Approved (");
  });

  it("of a refund leads back to the payment it refunds, and shows its creation once", () => {
    const refund = transactionDetail.parse({
      key: "refund",
      trantype_code: "C",
      created: "2026-11-20 14:13:08",
    });
    const timeline = toTimeline(refund, [attempt({})], "America/Los_Angeles");
    expect(timeline.map(({ what }) => what)).toEqual(["Refund $42.00", "Approved, authorization 081733"]);
    expect(timeline[0]).toMatchObject({ ofKey: "sale" });
    expect(timeline[0]).not.toHaveProperty("madeKey");
  });

  it("never calls a lost answer a failure, and keeps its steps once it is found", () => {
    const lost = {
      state: "unknown",
      transaction: undefined,
      outcomeAt: undefined,
      tookMs: undefined,
    } as const;
    const unknown = lines([attempt(lost)]).join("\n");
    expect(unknown).toContain("Outcome unknown");
    expect(unknown).not.toMatch(/fail|error|declined/i);

    const steps = lines([
      attempt({
        ...lost,
        state: "resolved",
        outcomeAt: at + 90_000,
        problem: { message: "Found by its attempt number.", moved: true },
        steps: [{ at: at + 62_000, kind: "unknown", text: "The gateway didn't respond in time." }],
      }),
    ]);
    expect(steps.slice(-2).map((line) => line.slice(20))).toEqual([
      "The gateway didn't respond in time. (undefined)",
      "Found by its attempt number. (undefined)",
    ]);
  });
});
