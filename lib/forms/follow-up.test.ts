import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { requestOf } from "../gateway/schemas/command-requests.ts";
import { type TransactionDetail, transactionDetail } from "../gateway/schemas/transaction.ts";
import { toDecimal } from "../money.ts";
import {
  type FollowUpCommand,
  followUps,
  isFollowUp,
  isOffered,
  reasonProblem,
  refundProblem,
  toFollowUp,
  typedProblem,
} from "./follow-up.ts";

const sale: TransactionDetail = transactionDetail.parse({
  key: "9nf9y7mzbxx8cnn",
  trantype_code: "S",
  result_code: "A",
  amount: "179.26",
  amount_detail: { subtotal: "169.26", tip: "10.00" },
  creditcard: { number: "xxxxxxxxxxxx2224", type: "V" },
  available_actions: ["void", "tip", "quickcredit"],
});

const values = (command: FollowUpCommand, amount = "") => ({
  attemptId: "attempt-0123456789abcdef",
  key: "9nf9y7mzbxx8cnn",
  command,
  amount,
});

const all = Object.keys(followUps).filter(isFollowUp);

describe("the wire shape of an action on a payment", () => {
  it("of a void holds the key alone, and names who paid and how much it is about", () => {
    expect(toFollowUp(values("void", "5.00"), sale)).toEqual({
      ok: true,
      value: {
        command: "void",
        tender: "card",
        payer: "Visa ending 2224",
        amountCents: 17926,
        body: { trankey: "9nf9y7mzbxx8cnn" },
      },
    });
  });

  it("is one that the gateway's contract takes, for every action that can be chosen", () => {
    for (const command of all) {
      const made = toFollowUp(values(command, "42.5"), sale);
      if (!made.ok) throw new Error(made.message);
      expect(requestOf(command).safeParse(made.value.body), command).toMatchObject({ success: true });
    }
  });

  it("refuses a tip whose new total can't be charged, in words of the total", () => {
    const discounted = { ...sale, amount: "10.00", amount_detail: { subtotal: "50.00", tip: "60.00" } };
    for (const [tip, total] of [
      ["0.00", "−$50.00"],
      ["50.00", "$0.00"],
    ] as const)
      expect(toFollowUp(values("cc:adjust", tip), discounted)).toEqual({
        ok: false,
        message: expect.stringContaining(`would be ${total},`),
      });
    expect(toFollowUp(values("cc:adjust", "99999.00"), sale)).toMatchObject({
      ok: false,
      message: expect.stringContaining("would be $100,168.26,"),
    });
  });

  it("moves a part of the original or all of it, never more", () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 40_000 }), (cents) => {
        const made = toFollowUp(values("refund", toDecimal(cents)), sale);
        expect(made.ok).toBe(cents <= 17926);
        if (made.ok)
          expect(made.value.body).toEqual({ trankey: values("refund").key, amount: toDecimal(cents) });
      }),
    );
  });

  it("says how much is possible when too much is asked for", () => {
    expect(toFollowUp(values("cc:capture", "179.27"), sale)).toEqual({
      ok: false,
      message: "It can be $179.26 at most, the amount of the original.",
    });
  });

  it("lets a repeat sale be larger than the first", () => {
    expect(toFollowUp(values("quicksale", "500.00"), sale)).toMatchObject({
      ok: true,
      value: { amountCents: 50000 },
    });
  });

  it("replaces the tip in the total and keeps the rest of the breakdown", () => {
    expect(toFollowUp(values("cc:adjust", "25"), sale)).toMatchObject({
      ok: true,
      value: {
        amountCents: 19426,
        body: { amount: "194.26", amount_detail: { subtotal: "169.26", tip: "25.00" } },
      },
    });
  });

  it("takes a tip away, but makes no payment of nothing", () => {
    expect(toFollowUp(values("cc:adjust", "0"), sale)).toMatchObject({
      ok: true,
      value: { amountCents: 16926 },
    });
    for (const command of ["refund", "cc:capture", "quicksale", "quickrefund"] as const)
      expect(toFollowUp(values(command, "0"), sale).ok, command).toBe(false);
  });

  it("refuses what is not an amount and says how to write it", () => {
    const refused = {
      "": "Enter the amount.",
      "-5": "Enter the amount without a sign, such as 12.50.",
      "1.234": "Use two digits for cents at most, such as 12.50.",
      "12,50": "Use a decimal point for cents: 12.50, or 1,250.00 for thousands.",
      ten: "Enter an amount such as 12.50.",
    };
    for (const [amount, message] of Object.entries(refused))
      expect(toFollowUp(values("refund", amount), sale)).toEqual({ ok: false, message });
  });
});

describe("an amount in yen", () => {
  it("is refused with decimals and accepted without, for any command", () => {
    const yen = { ...sale, currency: "392" };
    for (const command of ["refund", "quickrefund", "quicksale", "cc:capture"] as const) {
      const message = "JPY has no decimals: enter a whole amount.";
      expect(toFollowUp(values(command, "10.50"), yen)).toEqual({ ok: false, message });
      expect(toFollowUp(values(command, "10.00"), yen)).toMatchObject({ ok: true });
    }
    expect(toFollowUp(values("refund", "10.50"), { ...sale, currency: "978" })).toMatchObject({ ok: true });
  });
});

describe("what the gateway offers", () => {
  it("follows available_actions alone, in either of its spellings", () => {
    const offered = all.filter((command) => isOffered(command, sale));
    expect(offered.sort()).toEqual(["cc:adjust", "quickrefund", "void"]);
    const { available_actions: _, ...silent } = sale;
    expect(all.filter((command) => isOffered(command, silent))).toEqual([]);
  });
});

describe("a refund", () => {
  it("is refused above what is left, and never when it is at most that", () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 50_000 }), fc.integer({ min: 1, max: 50_000 }), (left, cents) => {
        expect(refundProblem(cents, left) === undefined).toBe(cents <= left);
      }),
    );
    expect(refundProblem(6001, 6000)).toBe("Only $60.00 is left to refund.");
  });

  it("without a linked sale needs a reason; others may have one", () => {
    expect(reasonProblem("quickrefund", { reason: "" })).toBe("Say why, in a few words.");
    expect(reasonProblem("quickrefund", { reason: "Goods returned" })).toBeUndefined();
    expect(reasonProblem("refund", { reason: "" })).toBeUndefined();
    expect(reasonProblem("void", { reason: "card 4000 1000 1111 2224" })).toMatch(/card number/);
  });
});

describe("an amount while it is typed", () => {
  it("is refused above what was authorized or what is left, with that amount", () => {
    expect(typedProblem(values("cc:capture", "179.27"), sale, undefined)).toMatch(/\$179\.26 at most/);
    expect(typedProblem(values("cc:capture", "179.26"), sale, undefined)).toBeUndefined();
    expect(typedProblem(values("refund", "42.01"), sale, 4200)).toBe("Only $42.00 is left to refund.");
    expect(typedProblem(values("refund", "42.00"), sale, 4200)).toBeUndefined();
  });

  it("of a partial approval is limited by the approved part", () => {
    const part = { ...sale, result_code: "P" as const, amount: "80.01", auth_amount: "60.00" };
    expect(typedProblem(values("cc:capture", "75"), part, undefined)).toMatch(/\$60\.00 at most/);
  });

  it("is not refused before there is one, nor where there is none to choose", () => {
    for (const amount of ["", "0", "abc"])
      expect(typedProblem(values("cc:capture", amount), sale, undefined)).toBeUndefined();
    expect(typedProblem(values("void", "999.00"), sale, undefined)).toBeUndefined();
  });
});
