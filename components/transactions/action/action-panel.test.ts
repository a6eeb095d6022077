import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { withMerchant } from "#components/layout/test-merchant.ts";
import { transactionDetail } from "#lib/gateway/schemas/transaction.ts";
import { ActionPanel } from "./action-panel.tsx";
import { toOffers } from "./offers.ts";

function htmlOf(available_actions: readonly string[] | undefined, expired?: string): string {
  const codes = { trantype_code: "A", status_code: "N", result_code: "A", amount: "60.00" };
  const transaction = transactionDetail.parse({
    ...codes,
    key: "1nf",
    creditcard: { number: "xxxxxxxxxxxx2224" },
    available_actions,
  });
  const offers = toOffers(transaction, { role: "admin" });
  const panel = createElement(ActionPanel, { offers, shut: undefined, expired, onAsk: () => {} });
  return renderToStaticMarkup(withMerchant(panel));
}

/** What is in sight, and what is under "More actions". */
const parts = (html: string) => html.split("<details");

test("an action of the gateway that the console does not know is a disabled button with its name", () => {
  const html = htmlOf(["teleport"]);
  expect(html).toMatch(/<button[^>]*disabled[^>]*>(?:(?!<\/button>).)*teleport/);
});

test("a reading without actions is not said to have none", () => {
  expect(htmlOf(undefined)).toContain("What can be done is known once this payment has been read");
  expect(htmlOf([])).toContain("Nothing to do here.");
});

test("the ways to capture an expired authorization are in sight once it has expired", () => {
  const ways = ["Capture only if valid", "Authorize again and capture", "Capture without authorization"];
  const [first, more] = parts(htmlOf(["capture", "void"]));
  for (const way of ways) expect([first?.includes(way), more?.includes(way)]).toEqual([false, true]);
  const [shown] = parts(htmlOf(["capture", "void"], "It has expired."));
  expect(shown).toContain("It has expired.");
  for (const way of ways) expect(shown).toContain(way);
});
