import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { withMerchant } from "#components/layout/test-merchant.ts";
import type { Attempt } from "#lib/attempt.ts";
import { attemptsQuery } from "#lib/queries/attempts.ts";
import { testAttempt } from "#lib/test-attempt.ts";
import { LastAttempts } from "./last-attempts.tsx";

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
