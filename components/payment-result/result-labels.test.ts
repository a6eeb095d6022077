import { expect, test } from "vitest";
import type { Attempt, AttemptProblem, AttemptState, OrderBalance } from "#lib/attempt.ts";
import { type Transaction, transaction } from "#lib/gateway/schemas/transaction.ts";
import { testAttempt } from "#lib/test-attempt.ts";
import { resultKind } from "./result-kind.ts";
import { resultAppearances, resultTitle } from "./result-labels.ts";

function attempt(
  state: AttemptState,
  answer?: Partial<Transaction>,
  problem?: AttemptProblem,
  command: Attempt["command"] = "sale",
): Attempt {
  return testAttempt({
    command,
    state,
    outcomeAt: undefined,
    tookMs: undefined,
    transaction: answer && transaction.parse(answer),
    problem,
  });
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
    "Error. Too many requests right now. Nothing was charged.",
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
    "Approved. Found later: charged exactly once.",
  ],
  [
    "decided as not moved",
    attempt("resolved", undefined, { message: "said the bank", moved: false, decidedBy: "Tobias" }),
    "Error. Nothing was charged. Tobias decided that no money moved.",
  ],
  [
    "cash and decided as not recorded",
    {
      ...attempt("resolved", undefined, { message: "x", moved: false, decidedBy: "Tobias" }, "cash:sale"),
      tender: "cash",
    } as Attempt,
    "Error. The gateway has not recorded it. Tobias decided that the gateway has not recorded it.",
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

const part = { result_code: "P", auth_amount: "31.88" };

test.each([
  ["voided", { state: "voided", refundedCents: 0 }, "Voided. Nothing is collected."],
  ["released", { state: "released", refundedCents: 0 }, "Voided, funds released. Nothing is collected."],
  [
    "given back without an answer",
    { state: "refundUnknown", refundedCents: 3188 },
    "Refund outcome unknown. Don't give it back again.",
  ],
  ["refunded", { state: "refunded", refundedCents: 3188 }, "Refunded. $31.88 was given back."],
  [
    "collected",
    { refundedCents: 0, balance: balance(false) },
    "Partly approved. The other $10.62 was collected.",
  ],
  [
    "being collected",
    { refundedCents: 0, balance: balance(true) },
    "Partly approved. The outcome of the payment of the rest is not known yet.",
  ],
  ["settled", { state: "settled", refundedCents: 0 }, "Partly approved. $10.62 still to collect."],
] as const)("a partial approval whose part or rest was %s since shows that", (_, current, words) => {
  expect(title({ ...attempt("answered", part), current })).toBe(words);
});

function balance(hasNoOutcome: boolean, cents = 1062): OrderBalance {
  const first = { attemptId: "form-number-000000000001", paymentMethod: "Visa ending 2224", cents: 3188 };
  const cash = {
    attemptId: "form-number-000000000002",
    paymentMethod: "Cash",
    cents,
    command: "cash:sale",
  } as const;
  return {
    first: { ...first, command: "sale", hasNoOutcome: false },
    askedCents: 4250,
    cents: 1062,
    openCents: 1062 - cents,
    parts: [{ ...cash, hasNoOutcome }],
  };
}

test("a part of the rest leaves the other part to collect, and its own result says so", () => {
  const current = { refundedCents: 0, balance: balance(false, 1000) };
  expect(title({ ...attempt("answered", part), current })).toBe("Partly approved. $0.62 still to collect.");
  const cash = { ...attempt("answered", { result_code: "A" }), id: "form-number-000000000002" };
  expect(title({ ...cash, current })).toBe("Approved. $0.62 of $42.50 still to collect.");
  expect(title({ ...cash, current: { refundedCents: 0, balance: balance(false) } })).toBe(
    "Approved. Paid in full: $42.50 in 2 payments.",
  );
});

test("an approved part that was voided names what other payments of its order still hold", () => {
  const { first, ...others } = balance(false);
  const order = { ...others, first: { ...first, isGone: true as const } };
  const voided = (openCents: number) =>
    title({
      ...attempt("answered", part),
      current: { state: "voided", refundedCents: 0, balance: { ...order, openCents } },
    });
  expect(voided(0)).toBe("Voided. Other payments of the same order stay: $10.62.");
  expect(voided(3188)).toBe(
    "Voided. Other payments of the same order stay: $10.62. $31.88 of $42.50 still to collect.",
  );
});

test("an approved sale that was voided or came back is not called approved", () => {
  const approved = attempt("answered", { result_code: "A" });
  expect(title({ ...approved, current: { state: "voided", refundedCents: 0 } })).toMatch(/^Voided/);
  expect(title({ ...approved, returned: { outcome: "returned", reason: "R01" } })).toBe(
    "Returned by the bank. Nothing is collected.",
  );
  expect(title({ ...approved, current: { state: "settled", refundedCents: 0 } })).toBe("Approved");
});

test("an authorization is called held until it is captured, in part too", () => {
  const held = attempt("answered", part, undefined, "authonly");
  expect(title(held)).toBe("Held $31.88 of $42.50, not collected yet.");
  const captured = { ...held, current: { state: "pending", refundedCents: 0 } } as const;
  expect(title(captured)).toBe("Partly approved. $10.62 still to collect.");
  const whole = attempt("answered", { result_code: "A" }, undefined, "authonly");
  expect(title({ ...whole, current: { state: "pending", refundedCents: 0 } })).toBe("Approved");
});

test.each(["sale", "authonly", "cc:postauth", "quicksale"] as const)(
  "a %s can be approved in part",
  (command) => {
    const part = attempt("answered", { result_code: "P", auth_amount: "31.88" }, undefined, command);
    expect(resultKind(part)).toBe("partial");
  },
);

test("a lost answer is never shown as a failure", () => {
  const lost = attempt("unknown", undefined, {
    message: "The connection was lost before the response arrived.",
  });
  expect(title(lost)).toBe("We don't know yet. Do not charge again.");
  expect(resultAppearances[resultKind(lost)]).toEqual({ tone: "unknown", icon: "unknown" });
});

test("an answer with an unknown code isn't an approval and is shown as received", () => {
  expect(title(attempt("answered", { result_code: "Q", result: "Quarantined" }))).toBe(
    'Error. The gateway\'s answer "Quarantined" is not known here.',
  );
});
