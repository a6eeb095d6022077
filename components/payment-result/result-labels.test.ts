import { expect, test } from "vitest";
import type { Attempt, AttemptProblem, AttemptState } from "#lib/attempt.ts";
import { type Transaction, transaction } from "#lib/gateway/transaction.ts";
import { resultKind } from "./result-kind.ts";
import { resultAppearances, resultTitle } from "./result-labels.ts";

function attempt(
  state: AttemptState,
  answer?: Partial<Transaction>,
  problem?: AttemptProblem,
  command: Attempt["command"] = "sale",
): Attempt {
  return {
    id: "form-number-000000000001",
    reference: "8C2N-VX4P",
    command,
    tender: "card",
    payer: "Visa ending 2224",
    amountCents: 4250,
    originalKey: undefined,
    userName: "Mira",
    state,
    preparedAt: 0,
    sentAt: 0,
    settledAt: undefined,
    tookMs: undefined,
    nextLookupAt: undefined,
    search: undefined,
    transaction: answer && transaction.parse(answer),
    problem,
    steps: [],
  };
}

const title = (of: Attempt) => resultTitle(resultKind(of), of);

test.each([
  ["approved", attempt("answered", { result_code: "A" }), "Approved"],
  ["held", attempt("answered", { result_code: "A" }, undefined, "authonly"), "Approved, held."],
  [
    "partly approved",
    attempt("answered", { result_code: "P", auth_amount: "31.88" }),
    "Partly approved. $10.62 still to collect.",
  ],
  ["declined", attempt("answered", { result_code: "D" }), "Declined. No money moved."],
  ["an error", attempt("answered", { result_code: "E", error_code: "38" }), "Error. Nothing was charged."],
  [
    "to be verified",
    attempt("answered", { result_code: "V" }),
    "Verification required. Nothing was charged.",
  ],
  [
    "a duplicate",
    attempt("answered", { result_code: "A", is_duplicate: "Y" }),
    "Duplicate. Nothing was charged again.",
  ],
  [
    "refused",
    attempt("refused", undefined, { message: "no", code: 21004 }),
    "Error. The gateway refused it. Nothing was charged.",
  ],
  [
    "over the limit",
    attempt("refused", undefined, { message: "no", code: 155 }),
    "Error. Too many requests just now. Nothing was charged.",
  ],
  ["not sent", attempt("unsent"), "Error. Nothing was sent. Nothing was charged."],
  [
    "taken out of the queue",
    attempt("unsent", undefined, { message: "You took it out.", withdrawn: true }),
    "Not sent, as you asked.",
  ],
  [
    "decided as not moved, which was wrong",
    {
      ...attempt("resolved", { result_code: "A" }, { message: "x", moved: false, decidedBy: "Tobias" }),
      contradiction: { moved: true, message: "found", at: 0 },
    },
    "Charged after all. The decision was wrong.",
  ],
  [
    "found after all",
    attempt("resolved", { result_code: "A" }, { message: "found", moved: true }),
    "Approved. Found after the answer was lost: charged exactly once.",
  ],
  [
    "decided as not moved",
    attempt("resolved", undefined, { message: "said the bank", moved: false, decidedBy: "Tobias" }),
    "Error. Nothing was charged. Tobias decided that no money moved.",
  ],
])("a clerk reads at once what became of a charge that is %s", (_, of, words) => {
  expect(title(of)).toBe(words);
});

test.each([
  "void",
  "cc:void:release",
  "unvoid",
  "queue",
  "cc:adjust",
  "cc:capture",
  "refund",
  "quickrefund",
  "creditvoid",
] as const)("an approved %s of a partly approved payment leaves nothing to collect", (command) => {
  for (const state of ["answered", "resolved"] as const) {
    const repeating = attempt(state, { result_code: "P", result: "Partial Approval" }, undefined, command);
    expect(resultKind(repeating)).toBe("approved");
    expect(title(repeating)).not.toContain("to collect");
  }
});

test.each(["sale", "authonly", "cc:postauth", "quicksale"] as const)(
  "a %s can be approved in part",
  (command) => {
    const part = attempt("answered", { result_code: "P", auth_amount: "31.88" }, undefined, command);
    expect(resultKind(part)).toBe("partial");
  },
);

test("a lost answer is never shown as a failure", () => {
  const lost = attempt("unknown", undefined, { message: "The connection broke before the answer." });
  expect(title(lost)).toBe("We don't know yet. Do not charge again.");
  expect(resultAppearances[resultKind(lost)]).toEqual({ tone: "unknown", icon: "unknown" });
});

test("an answer with a code that nobody knows is no approval and is shown as it came", () => {
  expect(title(attempt("answered", { result_code: "Q", result: "Quarantined" }))).toBe(
    'Error. The gateway\'s answer "Quarantined" is not known here.',
  );
});
