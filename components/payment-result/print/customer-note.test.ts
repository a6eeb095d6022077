import { expect, test } from "vitest";
import type { Attempt } from "#lib/attempt.ts";
import { testAttempt } from "#lib/test-attempt.ts";
import { customerNote, noteLabels } from "./customer-note.ts";

const at = Date.UTC(2026, 10, 20, 22, 44, 18);
const shop = { merchant: "Alder Street Flowers", timeZone: "America/Los_Angeles" };

function settled(change: Partial<Attempt>): Attempt {
  return testAttempt({
    id: "attempt-0000000001",
    reference: "5M7Q-K2XD",
    paymentMethod: "Visa ending 2267",
    amountCents: 12800,
    userName: "Mira Castellanos",
    state: "resolved",
    preparedAt: at,
    sentAt: at,
    outcomeAt: at + 62_000,
    tookMs: undefined,
    transaction: undefined,
    problem: { message: "internal words", moved: false },
    ...change,
  });
}

const found = { key: "1nf", refnum: "3108427715", authcode: "004512", result_code: "A" } as const;

test("a customer whose charge was found reads that it was charged exactly once, with both references", () => {
  const note = customerNote(settled({ transaction: found, problem: { message: "x", moved: true } }), shop);
  for (const words of [
    "Alder Street Flowers",
    "Charged exactly once: $128.00",
    "Visa ending 2267",
    "Nov 20, 2026, 2:44 PM",
    "5M7Q-K2XD",
    "3108427715",
    "004512",
  ])
    expect(note).toContain(words);
});

test("a customer of whom no charge was found reads what was searched and until when", () => {
  const search = {
    lookups: 3,
    lookedUpAt: at,
    places: [{ place: "batch", name: "Batch 2184", upTo: at + 60_000, complete: true } as const],
  };
  const { verdict, sentences } = noteLabels(settled({ search }), shop);
  expect(verdict).toBe("No charge found.");
  expect(sentences.join(" ")).toContain("Searched: Batch 2184, up to Nov 20, 2026, 2:45 PM.");
});

test("a manager's decision is printed without the manager's name and reason", () => {
  const message = "Tobias Lindqvist decided that the money moved: the bank said so to Noor";
  const problem = { message, moved: true, decidedBy: "Tobias Lindqvist" };
  const note = customerNote(settled({ problem }), shop);
  expect(note).toContain("Charged exactly once: $128.00");
  expect(note).not.toContain("Tobias");
  expect(note).not.toContain("Noor");
  expect(customerNote(settled({ problem: { ...problem, moved: false } }), shop)).toContain(
    "No charge found.",
  );
});

test("a partial approval, a hold, a decline and a void each have their own text", () => {
  const verdict = (change: Partial<Attempt>) => noteLabels(settled(change), shop).verdict;
  const problem = { message: "x", moved: true };
  const part = { ...found, result_code: "P", auth_amount: "31.88" } as const;
  expect(verdict({ transaction: part, problem })).toBe("Charged exactly once: $31.88 of $128.00");
  expect(verdict({ command: "authonly", transaction: found, problem })).toBe(
    "Held exactly once, not collected yet: $128.00",
  );
  const declined = { ...found, result_code: "D" } as const;
  expect(verdict({ transaction: declined })).toBe("No charge: the bank declined it.");
  expect(verdict({ command: "refund", transaction: found, problem })).toBe(
    "Refund of $128.00 done exactly once.",
  );
  expect(verdict({ command: "refund" })).toBe("Refund: it did not happen.");
});

test("a name cannot put anything but text into what is printed", () => {
  const note = customerNote(settled({ paymentMethod: '<img src=x onerror="x">' }), {
    ...shop,
    merchant: "A & <b>B",
  });
  expect(note).not.toMatch(/<img|<b>/);
  expect(note).toContain("A &#38; &#60;b&#62;B");
});
