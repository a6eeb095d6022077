import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { withMerchant } from "#components/layout/test-merchant.ts";
import type { Attempt } from "#lib/attempt.ts";
import { attemptsQuery } from "#lib/queries/attempts.ts";
import { testAttempt } from "#lib/test-attempt.ts";
import { LastAttempts, toRows } from "./last-attempts.tsx";

function textOf(change: Partial<Attempt>): string {
  const attempt = testAttempt({
    paymentMethod: "Visa ending 2283",
    amountCents: 8001,
    ...change,
  });
  const client = new QueryClient();
  client.setQueryData(attemptsQuery({ mine: true }).queryKey, [attempt]);
  const list = withMerchant(createElement(LastAttempts));
  return renderToStaticMarkup(createElement(QueryClientProvider, { client }, list));
}

test("the last payments show what was moved, with its sign", () => {
  const part = { key: "1nf", result_code: "P", auth_amount: "60.00" };
  expect(textOf({ transaction: part, signedCents: 6000 })).toContain(">$60.00<");
  expect(textOf({ command: "void", originalKey: "1nf", signedCents: -8001 })).toContain(">−$80.01<");
  expect(textOf({ command: "unvoid", originalKey: "1nf", signedCents: 8001 })).toContain(">$80.01<");
  expect(textOf({ state: "unsent", transaction: undefined })).toContain(">$80.01<");
});

test("a payment that was changed since has one row, in its place by the last change; a refund and what failed have their own", () => {
  const approved = { key: "1nf", result_code: "A" };
  const held = testAttempt({ id: "held", command: "authonly", transaction: approved });
  const other = testAttempt({ id: "other", transaction: { key: "2nf", result_code: "A" } });
  const follow = { originalKey: "1nf", transaction: approved };
  const captured = testAttempt({ id: "captured", command: "cc:capture", ...follow });
  const declined = testAttempt({
    id: "declined",
    command: "cc:capture",
    originalKey: "1nf",
    transaction: { key: "1nf", result_code: "D" },
  });
  const refund = testAttempt({
    id: "refund",
    command: "refund",
    originalKey: "1nf",
    transaction: { key: "3nf", result_code: "A" },
  });
  const ids = (attempts: Attempt[]) => toRows(attempts).map(({ id }) => id);
  expect(ids([captured, other, held])).toEqual(["held", "other"]);
  expect(ids([refund, declined, captured, other, held])).toEqual(["refund", "declined", "held", "other"]);
  const voided = testAttempt({
    id: "voided",
    command: "void",
    originalKey: "3nf",
    transaction: { key: "3nf", result_code: "A" },
  });
  expect(ids([voided, refund])).toEqual(["refund"]);
  // Its payment was made by someone else, or long ago.
  expect(ids([captured, other])).toEqual(["captured", "other"]);
});
