import { expect, test } from "vitest";
import type { CommandName } from "#lib/gateway/commands.ts";
import { signedCents } from "./signed-cents.ts";

const signed = (command: CommandName, trantype_code?: string, answer: object = {}) =>
  signedCents({
    command,
    amount_cents: 4250,
    answer: JSON.stringify(answer),
    original_before: trantype_code ? JSON.stringify({ trantype_code }) : null,
  });

test("money that leaves the merchant is negative, money that comes in is positive", () => {
  expect(signed("sale")).toBe(4250);
  expect(signed("refund", "S")).toBe(-4250);
  expect(signed("quickrefund", "S")).toBe(-4250);
  expect(signed("cash:refund")).toBe(-4250);
});

test("a void takes back what the voided transaction moved, and undoing it moves that again", () => {
  expect(signed("void", "S")).toBe(-4250);
  expect(signed("unvoid", "V")).toBe(4250);
  expect(signed("void", "C")).toBe(4250);
  expect(signed("unvoid", "Z")).toBe(-4250);
});

test("a partial approval counts with its approved part", () => {
  expect(signed("sale", undefined, { result_code: "P", auth_amount: "31.87" })).toBe(3187);
});

test("a step on a partly approved payment counts with its own amount, not with that of the payment", () => {
  const repeating = { result_code: "P", auth_amount: "31.87" };
  expect(signed("cc:capture", "A", repeating)).toBe(4250);
  expect(signed("void", "S", repeating)).toBe(-4250);
});
