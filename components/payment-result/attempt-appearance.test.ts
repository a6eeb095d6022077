import { expect, test } from "vitest";
import type { Attempt } from "#lib/attempt.ts";
import { attemptAppearance } from "./attempt-appearance.ts";

function attempt(change: Partial<Attempt> = {}): Attempt {
  return {
    id: "appearance-attempt-000001",
    reference: "9CN6-C3BJ",
    command: "sale",
    tender: "card",
    payer: "Visa ending 2224",
    amountCents: 4250,
    originalKey: undefined,
    userName: "Mira Castellanos",
    state: "answered",
    preparedAt: 0,
    sentAt: 0,
    settledAt: 0,
    tookMs: 7,
    nextLookupAt: undefined,
    transaction: { result_code: "A" },
    problem: undefined,
    search: undefined,
    steps: [],
    ...change,
  };
}

test("a list shows a payment as it is now, not as it was first answered", () => {
  expect(attemptAppearance(attempt())).toMatchObject({ icon: "approved", word: "" });
  const voided = attempt({ present: { state: "voided", givenCents: 0 } });
  expect(attemptAppearance(voided)).toMatchObject({ icon: "void", word: "Voided" });
});

test("a duplicate stays one, whatever became of the first payment", () => {
  const duplicate = attempt({
    transaction: { result_code: "A", is_duplicate: "Y" },
    present: { state: "voided", givenCents: 0 },
  });
  expect(attemptAppearance(duplicate)).toMatchObject({ word: "duplicate" });
});

test("a partially approved authorization is called held in part", () => {
  const held = attempt({ command: "authonly", transaction: { result_code: "P", auth_amount: "31.88" } });
  expect(attemptAppearance(held)).toMatchObject({ icon: "partial", word: "held in part" });
});

test("a partial approval keeps its mark once it is captured or settled, until it is undone", () => {
  const part = attempt({ transaction: { result_code: "P", auth_amount: "31.88" } });
  for (const state of ["pending", "settled"] as const) {
    const now = attemptAppearance({ ...part, present: { state, givenCents: 0 } });
    expect(now).toMatchObject({ tone: "warning", icon: "partial", word: "partly approved" });
  }
  const held = { ...part, present: { state: "authorized", givenCents: 0 } } as const;
  expect(attemptAppearance(held)).toMatchObject({ icon: "partial", word: "held in part" });
  for (const command of ["sale", "authonly"] as const) {
    const voided = { ...part, command, present: { state: "voided", givenCents: 0 } } as const;
    expect(attemptAppearance(voided)).toMatchObject({ icon: "void", word: "Voided" });
  }
});
