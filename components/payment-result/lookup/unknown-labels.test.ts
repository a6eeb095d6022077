import { expect, test } from "vitest";
import type { Attempt } from "#lib/attempt.ts";
import { testAttempt } from "#lib/test-attempt.ts";
import { unknownLabels } from "./unknown-labels.ts";

function lost(change: Partial<Attempt>): Attempt {
  return testAttempt({
    amountCents: 1735,
    state: "unknown",
    outcomeAt: undefined,
    tookMs: undefined,
    transaction: undefined,
    ...change,
  });
}

const words = (change: Partial<Attempt>) => {
  const { quote, warning } = unknownLabels(lost(change));
  return `${quote} ${warning.loud} ${warning.rest}`;
};

test("a lost cash sale speaks of no bank, and its change is given", () => {
  const cash = { receivedCents: 2000, changeCents: 265 };
  const text = words({ command: "cash:sale", tender: "cash", paymentMethod: "Cash", cash });
  expect(text).toContain("Here is your change of $2.65.");
  expect(text).toContain("The money is in hand. Give $2.65 change.");
  expect(text).toContain("Do not charge $17.35 again");
  expect(text).not.toMatch(/bank|in any other way/);
});

test("a lost cash sale without change asks to give none", () => {
  expect(words({ command: "cash:sale", tender: "cash", paymentMethod: "Cash" })).not.toMatch(/change|bank/);
});

test.each([
  ["sale", "card", "$17.35 on this card"],
  ["check:sale", "check", "$17.35 on this account"],
] as const)("a lost %s says what is blocked at every workstation", (command, tender, held) => {
  const text = words({ command, tender });
  expect(text).toContain("The bank has not answered us yet.");
  expect(text).toContain(held);
});

test("a lost refund or void speaks of no charge to take again", () => {
  for (const command of ["refund", "void"] as const) {
    const text = words({ command, originalKey: "1nf000000000001" });
    expect(text).toContain("Do not do it again");
    expect(text).not.toMatch(/take|charged|bank/);
  }
});
