import fc from "fast-check";
import { expect, test } from "vitest";
import { toDecimal } from "../money.ts";
import { exceeded, limitText, mayWithin, readMoneyLimits } from "./money-limits.ts";

test("a limit per transaction, per business day, or both is read", () => {
  expect(readMoneyLimits("clerk refund 100.00/300.00, clerk charge 1,000.00, manager void /5000, ")).toEqual({
    limits: {
      clerk: {
        refund: { transactionCents: 10_000, dayCents: 30_000 },
        charge: { transactionCents: 100_000 },
      },
      manager: { void: { dayCents: 500_000 } },
    },
    mistakes: [],
  });
  expect(readMoneyLimits("clerk refund 0").limits).toEqual({ clerk: { refund: { transactionCents: 0 } } });
});

test.each([
  ["clerc refund 1", '"clerc" is not a role: use one of clerk, manager'],
  ["clerk export 1", '"export" can\'t be limited: use one of charge, capture'],
  ["clerk refund", '"clerk refund" must be a role, a right and its limits'],
  ["clerk refund 1 2", '"clerk refund 1 2" must be a role, a right and its limits'],
  ["clerk refund /", '"/" must be an amount per transaction'],
  ["clerk refund -1", '"-1" must be an amount per transaction'],
  ["clerk refund 1/2/3", '"1/2/3" must be an amount per transaction'],
  ["clerk refund 1, clerk refund 2", '"clerk refund" is listed twice'],
  ["bookkeeper refund 1", "The role bookkeeper can't move money"],
])("refuses %s with a sentence", (text, sentence) => {
  expect(readMoneyLimits(text).mistakes).toEqual([expect.stringContaining(sentence)]);
});

test("each of several mistakes is named", () => {
  expect(readMoneyLimits("clerc refund 1, clerk refund x, clerk charge 5").mistakes).toHaveLength(2);
});

test("an amount up to the limits is within them, and one cent more isn't", () => {
  const limit = { transactionCents: 10_000, dayCents: 30_000 };
  expect(exceeded(limit, 10_000, 20_000)).toBeUndefined();
  expect(exceeded(limit, 10_001, 0)).toBe("transaction");
  expect(exceeded(limit, 10_000, 20_001)).toBe("day");
  expect(exceeded({ transactionCents: 0 }, 1, 0)).toBe("transaction");
  expect(exceeded({}, 1_000_000, 1_000_000)).toBeUndefined();
  // A void without money stays possible once the day is used up.
  expect(exceeded(limit, 0, 40_000)).toBeUndefined();
  expect(limitText(limit, "transaction")).toBe("Your limit is $100.00 per transaction.");
  expect(limitText(limit, "day")).toBe("Your limit is $300.00 per business day.");
});

test("amounts let through one after the other never exceed the day", () => {
  const cents = fc.integer({ min: 0, max: 50_000 });
  fc.assert(
    fc.property(fc.array(cents), cents, (amounts, dayCents) => {
      const { limits } = readMoneyLimits(`clerk refund /${toDecimal(dayCents)}`);
      let used = 0;
      for (const amount of amounts) if (!exceeded(limits.clerk?.refund ?? {}, amount, used)) used += amount;
      expect(used).toBeLessThanOrEqual(dayCents);
    }),
  );
});

test("a limit gives a right that the role lacks up to it, and takes none", () => {
  expect(mayWithin("clerk", "refund")).toBe(false);
  expect(mayWithin("clerk", "refund", { refund: { transactionCents: 100 } })).toBe(true);
  expect(mayWithin("clerk", "charge", { refund: { transactionCents: 100 } })).toBe(true);
  expect(mayWithin("clerk", "export", { refund: {} })).toBe(false);
});
