import { describe, expect, it } from "vitest";
import type { Attempt } from "#lib/attempt.ts";
import { testAttempt } from "#lib/test-attempt.ts";
import { whyShut } from "./use-payment.ts";

const attempt = (changes: Partial<Attempt>): Attempt =>
  testAttempt({
    id: "1",
    command: "void",
    amountCents: 1000,
    originalKey: "payment",
    preparedAt: 100,
    sentAt: 110,
    outcomeAt: 200,
    tookMs: 90,
    transaction: { result_code: "A" },
    ...changes,
  });

const shut = (attempts: Attempt[], readAt: number, stale?: string) =>
  whyShut({ attempts, ownKey: "payment", readAt, stale });

describe("the actions of a payment", () => {
  it("are disabled while an action on it has no answer", () => {
    expect(shut([attempt({ state: "unknown", outcomeAt: undefined })], 300)).toEqual({ kind: "noOutcome" });
  });

  it("are disabled while a refund of it waits to be sent, and say that it waits", () => {
    const waiting = attempt({ state: "prepared", delayed: { dueMs: 9000 }, sentAt: undefined });
    expect(shut([waiting], 300)).toEqual({ kind: "waiting" });
    expect(shut([waiting, attempt({ state: "sent" })], 300)).toEqual({ kind: "noOutcome" });
  });

  it("are disabled until the payment has been read after an action, with the reason why it could not be", () => {
    expect(shut([attempt({})], 150)).toEqual({ kind: "unread", why: undefined });
    expect(shut([attempt({})], 150, "The limit is used up.")).toEqual({
      kind: "unread",
      why: "The limit is used up.",
    });
    expect(shut([attempt({})], 201)).toBeUndefined();
  });

  it("follow neither actions on other payments nor what was never carried out", () => {
    expect(shut([attempt({ originalKey: "another" })], 150)).toBeUndefined();
    expect(shut([attempt({ state: "unsent" }), attempt({ state: "refused" })], 150)).toBeUndefined();
  });
});
