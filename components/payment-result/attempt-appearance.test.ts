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
