import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { emptyLineItem, type LineItemValues } from "../charge/line-items/line-items.ts";
import { requestOf } from "../gateway/schemas/command-requests.ts";
import { type TransactionDetail, transactionDetail } from "../gateway/schemas/transaction.ts";
import { toDecimal } from "../money.ts";
import { breakdownGap } from "./amendment.ts";
import {
  followUpCommands as all,
  type FollowUpCommand,
  isOffered,
  reasonProblem,
  refundProblem,
} from "./follow-up.ts";
import { toFollowUp, typedProblem } from "./to-follow-up.ts";

const sale: TransactionDetail = transactionDetail.parse({
  key: "9nf9y7mzbxx8cnn",
  trantype_code: "S",
  result_code: "A",
  amount: "179.26",
  amount_detail: { subtotal: "169.26", tip: "10.00" },
  creditcard: { number: "xxxxxxxxxxxx2224", type: "V" },
  available_actions: ["void", "tip", "quickcredit"],
});

const cash = transactionDetail.parse({
  key: "9nf9y7mzbxx8cnn",
  trantype_code: "G",
  status_code: "P",
  result_code: "A",
  amount: "20.00",
});

const values = (command: FollowUpCommand, amount = "") => ({
  attemptId: "attempt-0123456789abcdef",
  key: "9nf9y7mzbxx8cnn",
  command,
  amount,
});

describe("the wire shape of an action on a payment", () => {
  it("of a void holds the key alone, and names who paid and how much it is about", () => {
    expect(toFollowUp(values("void", "5.00"), sale)).toEqual({
      ok: true,
      value: {
        command: "void",
        tender: "card",
        paymentMethod: "Visa ending 2224",
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

  it("names the transaction as its command's contract does, and a cash refund names none", () => {
    const bodyOf = (command: FollowUpCommand, original: TransactionDetail) => {
      const made = toFollowUp(values(command, "5.00"), original);
      return made.ok ? made.value.body : made;
    };
    expect(bodyOf("refund:adjust", sale)).toEqual({ refnum: "9nf9y7mzbxx8cnn", amount: "5.00" });
    expect(bodyOf("cash:refund", cash)).toEqual({ amount: "5.00" });
  });

  it("of a void or refund has no amount before settlement: the gateway would void all of it", () => {
    expect(toFollowUp(values("creditvoid", "5.00"), { ...sale, status_code: "P" })).toMatchObject({
      value: { amountCents: 17926, body: { trankey: "9nf9y7mzbxx8cnn" } },
    });
    expect(toFollowUp(values("creditvoid", "5.00"), { ...sale, status_code: "S" })).toMatchObject({
      value: { amountCents: 500, body: { trankey: "9nf9y7mzbxx8cnn", amount: "5.00" } },
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
    const message = "It can be $179.26 at most, the amount of the original.";
    for (const command of ["refund", "refund:adjust"] as const)
      expect(toFollowUp(values(command, "179.27"), sale)).toEqual({
        ok: false,
        message,
        fields: { amount: message },
      });
  });

  it("lets a capture and an adjustment be for more, up to what one payment can be", () => {
    for (const command of ["cc:capture", "cc:capture:reauth", "cc:adjust"] as const) {
      expect(toFollowUp(values(command, "200.00"), sale)).toMatchObject({ value: { amountCents: 20000 } });
      expect(toFollowUp(values(command, "100000.00"), sale).ok).toBe(false);
    }
  });

  it("lets a repeat sale be larger than the first", () => {
    expect(toFollowUp(values("quicksale", "500.00"), sale)).toMatchObject({
      ok: true,
      value: { amountCents: 50000 },
    });
  });

  it("sends only the details that were changed, and a breakdown whole", () => {
    const details = { tip: "25", tax: "", ponum: " PO-7 ", invoice: "" };
    expect(toFollowUp({ ...values("cc:adjust", "194.26"), details }, sale)).toMatchObject({
      ok: true,
      value: {
        amountCents: 19426,
        body: {
          trankey: "9nf9y7mzbxx8cnn",
          amount: "194.26",
          amount_detail: { subtotal: "169.26", tip: "25.00" },
          ponum: "PO-7",
        },
      },
    });
    const same = toFollowUp({ ...values("cc:adjust", "179.26"), details: { tip: "10.00" } }, sale);
    expect(same.ok && same.value.body).toEqual({ trankey: "9nf9y7mzbxx8cnn", amount: "179.26" });
  });

  it("of a repeat sale or a quick refund begins without the original's texts, but for what is carried over", () => {
    const original = { ...sale, invoice: "10479", orderid: "O-9", ponum: "PO-9", description: "Roses" };
    for (const command of ["quicksale", "quickrefund"] as const) {
      const bodyOf = (details: Record<string, string>) => {
        const made = toFollowUp({ ...values(command, "9.00"), details }, original);
        return made.ok ? made.value.body : made.fields;
      };
      const named = { trankey: "9nf9y7mzbxx8cnn", amount: "9.00" };
      expect(bodyOf({ invoice: "10479", orderid: "O-9", ponum: "", description: "", email: "" })).toEqual(
        named,
      );
      const asked = { invoice: "10480", ponum: "PO-9", description: "Roses" };
      expect(bodyOf({ ...asked, orderid: "O-9" })).toEqual({ ...named, ...asked });
      expect(
        bodyOf({ email: "ada@example.com", merchemailaddr: "us@example.com", "receipt-custemail": "garden" }),
      ).toEqual({
        ...named,
        email: "ada@example.com",
        send_receipt: true,
        merchemailaddr: "us@example.com",
        "receipt-custemail": "garden",
      });
      expect(bodyOf({ email: "ada" })).toHaveProperty(["details.email"]);
    }
  });

  it("of a capture or an adjustment keeps the custom fields that are not changed", () => {
    const original = { ...sale, custom_fields: { "2": "08:00", "7": "Priya" } };
    for (const command of ["cc:capture", "cc:adjust"] as const) {
      const bodyOf = (details: Record<string, string>) => {
        const made = toFollowUp({ ...values(command, "179.26"), details }, original);
        return made.ok ? made.value.body.custom_fields : made.fields;
      };
      expect(bodyOf({ field2: "10:00", field7: "Priya", field3: "" })).toEqual({
        "2": "10:00",
        "7": "Priya",
      });
      expect(bodyOf({ field2: "08:00" })).toBeUndefined();
      expect(bodyOf({ field2: "" })).toHaveProperty(["details.field2"]);
      expect(bodyOf({ field3: "4000 1000 1111 2224" })).toHaveProperty(["details.field3"]);
      const typed = { ...values(command, "179.26"), details: { field2: "XL", field7: "Priya" } };
      const size = { name: "Size", type: "list", choices: ["S", "M"] } as const;
      expect(toFollowUp(typed, original, { 2: size, 7: size })).toMatchObject({
        fields: { "details.field2": "Choose one of the list." },
      });
    }
  });

  it("of a capture or an adjustment replaces the line items once some are given, and says what is wrong with one", () => {
    const item = { ...emptyLineItem(), name: "Vase", qty: "2", cost: "42" };
    for (const command of ["cc:capture", "cc:adjust"] as const) {
      const bodyOf = (items: LineItemValues[]) => {
        const made = toFollowUp({ ...values(command, "84.00"), items }, cash);
        return made.ok ? made.value.body.lineitems : made.fields;
      };
      expect(bodyOf([])).toBeUndefined();
      expect(bodyOf([item])).toEqual([{ name: "Vase", qty: "2", cost: "42.00" }]);
      expect(bodyOf([{ ...item, cost: "x" }])).toHaveProperty("items");
    }
    const repeated = toFollowUp({ ...values("quicksale", "84.00"), items: [item] }, sale);
    expect(repeated.ok && repeated.value.body).not.toHaveProperty("lineitems");
  });

  it("keeps a breakdown adding up to a new total: the subtotal takes the difference", () => {
    const amended = (
      amount: string,
      details = {},
      amount_detail: Record<string, string> = { subtotal: "169.26", tip: "10.00" },
    ) => {
      const made = toFollowUp({ ...values("cc:adjust", amount), details }, { ...sale, amount_detail });
      return made.ok ? made.value.body.amount_detail : made.fields;
    };
    expect(amended("180.00")).toEqual({ subtotal: "170.00", tip: "10.00" });
    expect(amended("150.00", { tip: "20.00" })).toEqual({ subtotal: "130.00", tip: "20.00" });
    const parts = { subtotal: "160.00", tax: "12.00", shipping: "10.00", duty: "2.26", discount: "5.00" };
    expect(amended("170.00", {}, parts)).toEqual({ ...parts, subtotal: "150.74" });
    expect(amended("9.00")).toEqual({
      amount:
        "Tip, tax and the other parts alone come to $10.00. Lower them, or enter at least that as the new total.",
    });
    expect(amended("180.00", {}, {})).toBeUndefined();
  });

  it("captures another amount with a breakdown that comes to it, or with none", () => {
    const parts = { subtotal: "160.00", tax: "12.00", shipping: "10.00", discount: "2.74" };
    const held = { ...sale, amount_detail: parts };
    const capture = (amount: string, change = {}) => {
      const made = toFollowUp({ ...values("cc:capture", amount), ...change }, held);
      return made.ok ? made.value.body : made.fields;
    };
    const named = { trankey: "9nf9y7mzbxx8cnn" };
    expect(capture("179.26")).toEqual({ ...named, amount: "179.26" });
    expect(capture("100.00")).toMatchObject({ amount_detail: { ...parts, subtotal: "80.74" } });
    expect(capture("100.00", { details: { tax: "6.00", discount: "0" } })).toMatchObject({
      amount_detail: { subtotal: "84.00", tax: "6.00", shipping: "10.00", discount: "0.00" },
    });
    expect(capture("100.00", { withoutBreakdown: true })).toEqual({ ...named, amount: "100.00" });
    expect(capture("10.00", { details: {} })).toEqual({
      amount:
        "Tip, tax and the other parts alone come to $19.26. Lower them, or enter at least that as the new total.",
    });
    expect(capture("10.00", { withoutBreakdown: true })).toEqual({ ...named, amount: "10.00" });
    expect([breakdownGap(held, 17926), breakdownGap(held, 10000), breakdownGap(held, 20000)]).toEqual([
      0, 7926, -2074,
    ]);
    expect(breakdownGap({ ...sale, amount_detail: { subtotal: "179.26", tax: "0.00" } }, 5)).toBeUndefined();
  });

  it.each([
    [{ tip: "1.2.3" }, "details.tip", "Use one point only"],
    [{ tip: "" }, "details.tip", "Enter 0.00 to remove it."],
    [{ invoice: "1".repeat(26) }, "details.invoice", "at most 25 characters"],
    [{ ponum: "4000 1000 1111 2224" }, "details.ponum", "card number"],
    [{ orderid: "" }, "details.orderid", "can replace it, but not remove it"],
  ])("refuses the detail %j where it was typed", (details, field, message) => {
    const original = { ...sale, orderid: "ORDER-9" };
    expect(toFollowUp({ ...values("cc:adjust", "179.26"), details }, original)).toMatchObject({
      ok: false,
      fields: { [field]: expect.stringContaining(message) },
    });
  });

  it("refuses an amount of 0", () => {
    for (const command of ["refund", "cc:capture", "cc:adjust", "quicksale", "quickrefund"] as const)
      expect(toFollowUp(values(command, "0"), sale).ok, command).toBe(false);
  });

  it("reads an amount as the payment's currency writes it, and says why one to the thousandth is refused", () => {
    const of = (currency: string, amount: string) => {
      const made = toFollowUp(values("refund", amount), { ...sale, currency });
      return made.ok ? made.value.body.amount : made.message;
    };
    // Three decimals where the last is 0: the console keeps hundredths.
    for (const text of ["12.340", "12.34", "12.3", "KWD 12.340"])
      expect(of("414", text)).toMatch(/^12\.3[04]0?$/);
    expect(of("414", "12.340")).toBe("12.34");
    for (const code of ["048", "414", "400"])
      expect(of(code, "12.345")).toMatch(/go to the hundredth here: end with 0\.$/);
    expect(of("414", "12.3456")).toBe("Use three digits for cents at most, such as 12.500.");
    expect(of("392", "12.50")).toBe("JPY has no decimals: enter a whole amount.");
    expect(of("392", "12")).toBe("12.00");
    expect(of("978", "12.340")).toContain("Use two digits");
  });

  it("refuses a text that isn't an amount, and says how to write one", () => {
    const refused = {
      "": "Enter the amount.",
      "-5": "Enter the amount without a sign, such as 12.50.",
      "1.234": "Use two digits for cents at most, such as 12.50.",
      "12,50": "Use a decimal point for cents: 12.50, or 1,250.00 for thousands.",
      ten: "Enter an amount such as 12.50.",
    };
    for (const [amount, message] of Object.entries(refused))
      expect(toFollowUp(values("refund", amount), sale)).toMatchObject({ ok: false, message });
  });
});

describe("an amount in yen", () => {
  it("is refused with decimals and accepted without, for any command", () => {
    const yen = { ...sale, currency: "392" };
    for (const command of ["refund", "quickrefund", "quicksale", "cc:capture"] as const) {
      const message = "JPY has no decimals: enter a whole amount.";
      expect(toFollowUp(values(command, "10.50"), yen)).toMatchObject({ ok: false, message });
      expect(toFollowUp(values(command, "10.00"), yen)).toMatchObject({ ok: true });
    }
    expect(toFollowUp(values("refund", "10.50"), { ...sale, currency: "978" })).toMatchObject({ ok: true });
  });
});

describe("actions that the gateway offers", () => {
  it("are those of available_actions, in either spelling, with the commands that they imply", () => {
    const offered = all.filter((command) => isOffered(command, sale));
    expect(offered).toEqual(["void", "cc:adjust", "refund:adjust", "quickrefund", "creditvoid"]);
    const { available_actions: _, ...silent } = sale;
    expect(all.filter((command) => isOffered(command, silent))).toEqual([]);
  });

  it("include no reduction of a refund or of a check", () => {
    const refund = { ...sale, trantype_code: "C" };
    expect(all.filter((command) => isOffered(command, refund))).toEqual(["void", "cc:adjust", "quickrefund"]);
    const check = { ...sale, trantype_code: "K", available_actions: ["refund"] };
    expect(all.filter((command) => isOffered(command, check))).toEqual(["refund", "creditvoid"]);
  });

  it("are a cash refund alone for a cash sale, and none for a cash refund or a failed sale", () => {
    expect(all.filter((command) => isOffered(command, cash))).toEqual(["cash:refund"]);
    for (const other of [{ trantype_code: "E" }, { result_code: "E" }])
      expect(all.filter((command) => isOffered(command, { ...cash, ...other }))).toEqual([]);
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
  it("is refused above what there is or what is left, with that amount", () => {
    expect(typedProblem(values("refund:adjust", "179.27"), sale, undefined, false)).toMatch(
      /\$179\.26 at most/,
    );
    expect(typedProblem(values("refund:adjust", "179.26"), sale, undefined, false)).toBeUndefined();
    expect(typedProblem(values("refund", "42.01"), sale, 4200, false)).toBe("Only $42.00 is left to refund.");
    expect(typedProblem(values("refund", "42.00"), sale, 4200, false)).toBeUndefined();
  });

  it("of a partial approval is limited by the approved part", () => {
    const part = { ...sale, result_code: "P" as const, amount: "80.01", auth_amount: "60.00" };
    expect(typedProblem(values("refund:adjust", "75"), part, undefined, false)).toMatch(/\$60\.00 at most/);
  });

  it("has no error while it isn't an amount yet, nor for an action without an amount", () => {
    for (const amount of ["", "0", "abc"])
      expect(typedProblem(values("cc:capture", amount), sale, undefined, false)).toBeUndefined();
    expect(typedProblem(values("void", "999.00"), sale, undefined, false)).toBeUndefined();
  });

  it("has an error once its field was left and holds no amount", () => {
    for (const amount of ["", "0", "abc"])
      expect(typedProblem(values("cc:capture", amount), sale, undefined, true)).toEqual(expect.any(String));
    expect(typedProblem(values("cc:capture", "1"), sale, undefined, true)).toBeUndefined();
    expect(typedProblem(values("void", ""), sale, undefined, true)).toBeUndefined();
  });
});
