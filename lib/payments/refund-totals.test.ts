import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { commandNames } from "../gateway/commands.ts";
import { transactionDetail } from "../gateway/schemas/transaction.ts";
import { toDecimal } from "../money.ts";
import { type OwnCredit, raisesPayment, toRefundTotals } from "./refund-totals.ts";

const settled = (changes: Record<string, unknown> = {}) =>
  transactionDetail.parse({
    key: "original",
    trantype_code: "S",
    status_code: "S",
    result_code: "A",
    amount: "70.00",
    available_actions: ["refund", "quickrefund", "quicksale"],
    ...changes,
  });

const own = (changes: Partial<OwnCredit> = {}): OwnCredit => ({
  command: "refund",
  key: "r1",
  cents: 1000,
  hasNoOutcome: false,
  wasSettled: true,
  ...changes,
});

const none = new Set<string>();

describe("the amount given back", () => {
  it("counts every command that gives money back", () => {
    const credits = (["refund", "quickrefund", "cc:credit", "check:credit", "creditvoid"] as const).map(
      (command, index) => own({ command, key: `r${index}` }),
    );
    expect(toRefundTotals(settled(), credits, [], none)).toMatchObject({
      refundedCents: 5000,
      leftCents: 2000,
    });
  });

  it("counts a reduction of a settled payment, but not one that lowered the payment itself", () => {
    const reduction = own({ command: "refund:adjust", key: "original" });
    expect(toRefundTotals(settled(), [reduction], [], none).refundedCents).toBe(1000);
    expect(toRefundTotals(settled(), [{ ...reduction, wasSettled: false }], [], none).refundedCents).toBe(0);
  });

  it("does not count a void of the whole payment, nor a voided refund", () => {
    const credits = [own({ command: "creditvoid", key: "original" }), own({ key: "r2" })];
    expect(toRefundTotals(settled(), credits, [], new Set(["r2"])).refundedCents).toBe(0);
  });

  it("counts what has no answer yet, and shows it apart", () => {
    const credits = [own(), own({ key: undefined, cents: 2500, hasNoOutcome: true })];
    expect(toRefundTotals(settled(), credits, [], none)).toMatchObject({
      refundedCents: 3500,
      unconfirmedCents: 2500,
      leftCents: 3500,
    });
  });

  it("counts a refund made elsewhere once, also when it is known to be ours", () => {
    const others = [
      { key: "r1", cents: 1000 },
      { key: "x1", cents: 500 },
    ];
    expect(toRefundTotals(settled(), [own()], others, none)).toMatchObject({
      refundedCents: 1500,
      elsewhereCents: 500,
    });
  });

  it("is all of it once the gateway offers no refund for the settled payment", () => {
    const spent = settled({ available_actions: ["quickrefund", "quicksale"] });
    expect(toRefundTotals(spent, [own()], [], none)).toMatchObject({ refundedCents: 7000, leftCents: 0 });
  });

  it("of a partial approval starts from what was approved", () => {
    const partial = settled({ result_code: "P", amount: "70.00", auth_amount: "35.00" });
    expect(toRefundTotals(partial, [], [], none).soldCents).toBe(3500);
  });

  it("never leaves less than nothing, nor more than what was sold", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 100_000 }),
        fc.array(fc.integer({ min: 1, max: 100_000 })),
        (sold, credits) => {
          const result = toRefundTotals(
            settled({ amount: toDecimal(sold) }),
            credits.map((cents, index) => own({ cents, key: `r${index}` })),
            [],
            none,
          );
          const sum = credits.reduce((total, cents) => total + cents, 0);
          expect(result.leftCents).toBe(Math.max(0, sold - sum));
          expect(result.refundedCents).toBe(sum);
        },
      ),
    );
  });
});

describe("an amount above that of the payment", () => {
  const raising = (cents: number | undefined) =>
    commandNames.filter((command) => raisesPayment(command, cents, settled({ status_code: "P" })));

  it("takes more from the payer with every command that sets a new total", () => {
    expect(raising(7001).sort()).toEqual([
      "cc:adjust",
      "cc:capture",
      "cc:capture:error",
      "cc:capture:override",
      "cc:capture:reauth",
    ]);
  });

  it("takes no more where it is the same or not named", () => {
    expect([...raising(7000), ...raising(undefined)]).toEqual([]);
  });
});
