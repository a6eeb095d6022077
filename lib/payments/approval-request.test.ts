import { expect, test } from "vitest";
import { type ApprovalRequest, forUser } from "./approval-request.ts";

const now = 1_000_000;
const request = (change: Partial<ApprovalRequest>): ApprovalRequest => ({
  ...{ id: "r1", attemptId: "a1", command: "refund", right: "refund", cents: 14_800 },
  ...{
    limit: { transactionCents: 10_000 },
    over: "transaction",
    usedCents: 0,
    paymentMethod: "Visa ending 2224",
  },
  ...{ askedBy: "Mira", askedAt: now - 60_000, expiresAt: now + 60_000, state: "waiting" },
  ...change,
});
const ids = (toDecide: Parameters<typeof forUser>[0]["toDecide"], own: ApprovalRequest[] = []) =>
  forUser({ now, toDecide, own }).map(({ id }) => id);

test("a user's count has the requests that they can decide, and none above their own limit", () => {
  expect(
    ids([request({ id: "mine" }), { ...request({ id: "above" }), problem: "Above your limit." }]),
  ).toEqual(["mine"]);
});

test("a user's own approved request counts only once its page had time to send it and did not", () => {
  const approved = request({ state: "approved", canContinue: true, decidedAt: now - 5000 });
  expect(ids([], [approved])).toEqual(["r1"]);
  expect(ids([], [{ ...approved, decidedAt: now - 500 }])).toEqual([]);
  const { canContinue: _, ...onItsPageAlone } = approved;
  expect(ids([], [onItsPageAlone, request({})])).toEqual([]);
});
