import type { Attempt } from "./attempt.ts";

/** For tests: an approved card sale of $42.50, with these changes. */
export function testAttempt(change: Partial<Attempt> = {}): Attempt {
  return {
    id: "form-number-000000000001",
    reference: "8C2N-VX4P",
    command: "sale",
    tender: "card",
    paymentMethod: "Visa ending 2224",
    amountCents: 4250,
    originalKey: undefined,
    userName: "Mira",
    userId: "clerk-1",
    state: "answered",
    preparedAt: 0,
    sentAt: 0,
    outcomeAt: 0,
    tookMs: 7,
    nextLookupAt: undefined,
    search: undefined,
    transaction: { key: "1nf", result_code: "A" },
    problem: undefined,
    steps: [],
    ...change,
  };
}
