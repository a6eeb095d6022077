import { describe, expect, it } from "vitest";
import { transactionDetail } from "../gateway/schemas/transaction.ts";
import { indexedState, isRefund, kindOf, stateOf } from "./transaction-labels.ts";

const card = (trantype_code: string, status_code: string, result_code = "A", status?: string) =>
  transactionDetail.parse({
    trantype_code,
    status_code,
    result_code,
    status,
    creditcard: { number: "xxxx2224" },
  });

describe("the state of a payment, in one word", () => {
  it("is named by the type, status and result codes of the transaction", () => {
    expect(stateOf(card("S", "P")).word).toBe("Approved");
    expect(stateOf(card("A", "N")).word).toBe("Authorized, not captured");
    expect(stateOf(card("S", "S")).word).toBe("Settled");
    expect(stateOf(card("V", "P")).word).toBe("Voided");
    expect(stateOf(card("V", "R")).word).toBe("Voided, funds released");
    expect(stateOf(card("S", "P", "P")).word).toBe("Partly approved");
    expect(stateOf(card("S", "S", "P")).word).toBe("Settled");
    expect(stateOf(transactionDetail.parse({ trantype_code: "K", status_code: "R", check: {} })).word).toBe(
      "Returned by the bank",
    );
    expect(stateOf(transactionDetail.parse({ trantype_code: "G", status_code: "P" })).word).toBe("Posted");
  });

  it("of a payment that did not go through comes from its result, not from its status", () => {
    expect(stateOf(card("S", "E", "D"))).toMatchObject({ word: "Declined", tone: "declined" });
    expect(stateOf(card("S", "P", "V")).word).toBe("Verification required");
  });

  it("is the gateway's own wording where the code is in no table", () => {
    expect(stateOf(card("S", "?", "A", "Waiting for the moon"))).toMatchObject({
      word: "Waiting for the moon",
      tone: "neutral",
    });
    expect(kindOf(transactionDetail.parse({ trantype_code: "?", trantype: "Barter" }))).toBe("Barter");
  });

  it("knows which way the money goes", () => {
    expect(["C", "Z", "R", "H", "E"].every((code) => isRefund(card(code, "P")))).toBe(true);
    expect(["S", "A", "V", "K", "G", "?"].some((code) => isRefund(card(code, "P")))).toBe(false);
  });
});

describe("the state of a transaction of the index", () => {
  const of = (change: Partial<Parameters<typeof indexedState>[0]>) =>
    indexedState({
      ...{ phase: "pending", outcome: "approved", refundedCents: 0, cents: 500, netCents: 500 },
      ...change,
    }).word;

  it("is where the money is now, of a refund as of a sale", () => {
    expect(of({})).toBe("Approved");
    expect(of({ netCents: -500 })).toBe("Approved");
    expect(of({ phase: "settled", netCents: -500 })).toBe("Settled");
    expect(of({ outcome: "partial" })).toBe("Partly approved");
    expect(of({ phase: "expired", netCents: 0 })).toBe("Expired");
    expect(of({ phase: "voidedForGood", netCents: 0 })).toBe("Voided");
  });

  it("says what was given back, unless the payment itself brought nothing", () => {
    expect(of({ refundedCents: 500 })).toBe("Refunded");
    expect(of({ refundedCents: 200 })).toBe("Partly refunded");
    expect(of({ refundedCents: 200, phase: "voided", netCents: 0 })).toBe("Voided");
  });

  it("is how its request ended where the gateway has no transaction", () => {
    expect(of({ phase: "other", outcome: "unknown" })).toBe("Unknown");
    expect(of({ phase: "other", outcome: "pending" })).toBe("In progress");
    expect(of({ phase: "other", outcome: "unsent" })).toBe("Not sent");
  });
});
