import { expect, test } from "vitest";
import type { Attempt } from "#lib/attempt.ts";
import { testAttempt } from "#lib/test-attempt.ts";
import { attemptAppearance } from "./attempt-appearance.ts";

function attempt(change: Partial<Attempt> = {}): Attempt {
  return testAttempt({
    id: "appearance-attempt-000001",
    reference: "9CN6-C3BJ",
    userName: "Mira Castellanos",
    transaction: { result_code: "A" },
    ...change,
  });
}

test("a list shows a payment as it is now, not as it was first answered", () => {
  expect(attemptAppearance(attempt())).toMatchObject({ icon: "approved", word: "" });
  const voided = attempt({ current: { state: "voided", refundedCents: 0 } });
  expect(attemptAppearance(voided)).toMatchObject({ icon: "void", word: "Voided" });
});

test("a duplicate stays one, even after the first payment changed", () => {
  const duplicate = attempt({
    transaction: { result_code: "A", is_duplicate: "Y" },
    current: { state: "voided", refundedCents: 0 },
  });
  expect(attemptAppearance(duplicate)).toMatchObject({ word: "duplicate" });
});

test("a partially approved authorization is called held in part", () => {
  const held = attempt({ command: "authonly", transaction: { result_code: "P", auth_amount: "31.88" } });
  expect(attemptAppearance(held)).toMatchObject({ icon: "partial", word: "held in part" });
});

test("a partial approval keeps its mark once it is captured, until it is settled or undone", () => {
  const part = attempt({ transaction: { result_code: "P", auth_amount: "31.88" } });
  const at = (state: "pending" | "settled") =>
    attemptAppearance({ ...part, current: { state, refundedCents: 0 } });
  expect(at("pending")).toMatchObject({ tone: "warning", icon: "partial", word: "partly approved" });
  expect(at("settled")).toMatchObject({ tone: "approved", word: "Settled" });
  const held = { ...part, current: { state: "authorized", refundedCents: 0 } } as const;
  expect(attemptAppearance(held)).toMatchObject({ icon: "partial", word: "held in part" });
  for (const command of ["sale", "authonly"] as const) {
    const voided = { ...part, command, current: { state: "voided", refundedCents: 0 } } as const;
    expect(attemptAppearance(voided)).toMatchObject({ icon: "void", word: "Voided" });
  }
});

test("a partial approval whose rest was collected says so in the list", () => {
  const part = attempt({ amountCents: 8001, transaction: { result_code: "P", auth_amount: "60.00" } });
  const balance = {
    first: { attemptId: part.id, paymentMethod: "Visa", cents: 6000, command: "sale", hasNoOutcome: false },
    askedCents: 8001,
    cents: 2001,
    openCents: 0,
    parts: [
      { attemptId: "cash", paymentMethod: "Cash", cents: 2001, command: "cash:sale", hasNoOutcome: false },
    ],
  } as const;
  const wordOf = (change: object) =>
    attemptAppearance({
      ...part,
      current: {
        state: "pending",
        refundedCents: 0,
        balance: { ...balance, parts: [...balance.parts], ...change },
      },
    }).word;
  expect(wordOf({})).toBe("partly approved, rest collected");
  expect(wordOf({ openCents: 1 })).toBe("partly approved");
  expect(wordOf({ parts: [{ ...balance.parts[0], hasNoOutcome: true }] })).toBe("partly approved");
});

test("an action on a payment that another followed no longer says how the payment is", () => {
  const approved = { key: "1nf", result_code: "A" };
  const voided = testAttempt({ command: "void", originalKey: "1nf", transaction: approved });
  const followed = { current: { refundedCents: 0, isFollowed: true } } as const;
  expect(attemptAppearance(voided).word).toBe("");
  expect(attemptAppearance({ ...voided, ...followed }).word).toBe("changed since");
  const declined = { ...voided, ...followed, transaction: { ...approved, result_code: "D" } };
  expect(attemptAppearance(declined).word).toBe("declined");
});
