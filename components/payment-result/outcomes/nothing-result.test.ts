import { expect, test } from "vitest";
import type { Attempt } from "#lib/attempt.ts";
import { adviceOf } from "./not-charged-result.tsx";

test.each([
  ["card", "Correct it and charge again. The card number and the security code have to be typed again."],
  ["token", "Correct it and charge again. A security code has to be typed again."],
  ["check", "Correct it and charge again."],
  ["cash", "Correct it and charge again."],
] as const)("an error on a %s asks for no field that its form does not have", (tender, advice) => {
  const attempt = { command: "sale", tender, problem: { message: "no", code: 605 }, transaction: undefined };
  expect(adviceOf("refused", attempt as unknown as Attempt)).toBe(advice); // the rest decides nothing here
});

const decided = { message: "said the bank", moved: false, decidedBy: "Tobias" };
const lost = (change: object) =>
  ({ command: "sale", tender: "card", state: "resolved", ...change }) as unknown as Attempt;

test("only the gateway's own records make it safe to charge again, not a person's decision", () => {
  expect(adviceOf("notMoved", lost({ problem: { message: "not found", moved: false } }))).toBe(
    "It is safe to charge again.",
  );
  const advice = adviceOf("notMoved", lost({ problem: decided }));
  expect(advice).toBe(
    "It can be charged again. If it turns up at the gateway later, this page and Attention show it.",
  );
});

test("a lost cash sale that was not recorded leaves its cash in hand", () => {
  const cash = lost({ command: "cash:sale", tender: "cash", problem: decided });
  expect(adviceOf("notMoved", cash)).toContain(
    "If the cash is in hand, record the sale again or give the cash back.",
  );
  expect(adviceOf("notMoved", cash)).not.toContain("charge");
});

test("a lost cash refund that was not recorded is refunded again, never charged", () => {
  const refund = lost({ command: "cash:refund", tender: "cash", problem: { message: "no", moved: false } });
  expect(adviceOf("notMoved", refund)).toBe(
    "If the cash was given back, refund it again, so that it is recorded.",
  );
  for (const kind of ["busy", "unsent", "refused"] as const)
    expect(adviceOf(kind, refund)).not.toContain("charge again");
});
