import fc from "fast-check";
import { expect, test } from "vitest";
import { maximumCents } from "#lib/gateway/maximum-amount.ts";
import { toDecimal } from "#lib/money.ts";
import { amountRefusal, askedCents, partOf, refundCents } from "./amount.ts";

const cents = fc.integer({ min: 1, max: maximumCents });

test("refunds in any order sum to at most the original", () => {
  fc.assert(
    fc.property(
      cents,
      fc.array(fc.option(cents, { nil: undefined }), { maxLength: 30 }),
      (amount, wishes) => {
        let refunded = 0;
        for (const asked of wishes) {
          const given = refundCents({ amount, refunded, asked });
          if (given !== undefined) expect(given).toBeGreaterThan(0);
          refunded += given ?? 0;
          expect(refunded).toBeLessThanOrEqual(amount);
        }
        const remainingCents = refundCents({ amount, refunded, asked: undefined }) ?? 0;
        expect(refunded + remainingCents).toBe(amount);
        expect(refundCents({ amount, refunded: amount, asked: undefined })).toBeUndefined();
      },
    ),
  );
});

test("a breakdown is summed to the cent, and an amount takes precedence", () => {
  fc.assert(
    fc.property(cents, cents, cents, cents, (subtotal, tax, tip, discount) => {
      const detail = { subtotal, tax, tip, discount };
      const amount_detail = Object.fromEntries(
        Object.entries(detail).map(([part, value]) => [part, toDecimal(value)]),
      );
      expect(askedCents({ amount_detail })).toBe(subtotal + tax + tip - discount);
      expect(askedCents({ amount: "0.01", amount_detail })).toBe(1);
    }),
  );
});

test("without either there is no amount", () => expect(askedCents({})).toBeUndefined());

test("a partial approval is at most its share and at least a cent", () => {
  fc.assert(
    fc.property(cents, fc.constantFrom(50, 75), (whole, percent) => {
      const part = partOf(whole, percent);
      expect(part).toBeGreaterThanOrEqual(1);
      expect(part * 100).toBeLessThanOrEqual(Math.max(whole * percent, 100));
    }),
  );
});

test.each([
  [0, "amountNotPositive"],
  [-1, "amountNotPositive"],
  [1, undefined],
  [maximumCents, undefined],
  [maximumCents + 1, "overMaximum"],
])("%i cents: %s", (amount, refusal) => expect(amountRefusal(amount)).toBe(refusal));
