import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, it } from "vitest";
import { transactionDetail } from "#lib/gateway/schemas/transaction.ts";
import { toRefundTotals } from "#lib/payments/refund-totals.ts";
import { AmountPanel } from "./amount-panel.tsx";
import { overRefund } from "./over-refund.ts";

const paid = (given: readonly number[], changes: Record<string, unknown> = {}, hasNoOutcome = false) => {
  const sale = transactionDetail.parse({
    key: "original",
    trantype_code: "S",
    status_code: "S",
    result_code: "A",
    amount: "70.01",
    available_actions: ["refund"],
    ...changes,
  });
  const credits = given.map((cents, index) => ({
    command: "refund" as const,
    key: hasNoOutcome && index > 0 ? undefined : `r${index}`,
    cents,
    hasNoOutcome: hasNoOutcome && index > 0,
    wasSettled: true,
  }));
  return { sale, refundTotals: toRefundTotals(sale, credits, [], new Set()) };
};

const warning = (...args: Parameters<typeof paid>) => {
  const { sale, refundTotals } = paid(...args);
  return overRefund(sale, refundTotals);
};

const shown = (given: readonly number[]) => {
  const { sale, refundTotals } = paid(given);
  const rest = { batch: undefined, now: "2026-11-22 10:00:00", children: null };
  return renderToStaticMarkup(
    createElement(AmountPanel, { transaction: sale, refundTotals, refunded: undefined, ...rest }),
  );
};

describe("the warning about a payment's refunds", () => {
  it("names what was given back beyond the sale", () => {
    expect(warning([7001, 7001])).toMatch(/^\$70\.01 more was given back than this payment brings in\./);
  });

  it("is on the payment page, beside the sum that was refunded", () => {
    const page = shown([7001, 7001]);
    expect(page).toContain("Refunded $140.02 of $70.01");
    expect(page).toContain("$70.01 more was given back");
    expect(shown([7001])).toContain("Refunded $70.01, nothing left");
    expect(shown([7001])).not.toContain("given back");
  });

  it("does not claim what has no answer yet", () => {
    expect(warning([7001, 7001], {}, true)).toMatch(/^\$70\.01 more may have been given back/);
  });

  it("counts nothing as brought in once the payment was voided or returned", () => {
    expect(warning([1000], { trantype_code: "V", status_code: "P" })).toMatch(/^\$10\.00 more was/);
    const returned = { trantype_code: "K", status_code: "R", check: { accountholder: "Ada" } };
    expect(warning([1000], returned)).toMatch(/^\$10\.00 more was/);
  });

  it("is missing where no more was given back than was sold", () => {
    expect(warning([])).toBeUndefined();
    expect(warning([7000, 1])).toBeUndefined();
    expect(warning([], { trantype_code: "V", status_code: "P" })).toBeUndefined();
  });
});
