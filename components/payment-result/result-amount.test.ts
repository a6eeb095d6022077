import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { transaction } from "#lib/gateway/schemas/transaction.ts";
import { testAttempt } from "#lib/test-attempt.ts";
import { ResultAmount } from "./result-amount.tsx";

const answered = (creditcard: object) =>
  transaction.parse({ key: "1nf", result_code: "A", auth_amount: "8.10", creditcard });
const textOf = (attempt: Parameters<typeof testAttempt>[0]) =>
  renderToStaticMarkup(createElement(ResultAmount, { attempt: testAttempt(attempt) }));

test("a payment by token or payment key names the card that the answer shows", () => {
  const discover = answered({ number: "xxxxxxxxxxxx2224", type: "DS", cardholder: "Ada Okafor" });
  const saved = { tender: "token", paymentMethod: "Saved card 2dcp" } as const;
  expect(textOf({ ...saved, transaction: discover })).toContain(
    "Saved card 2dcp, Discover ending 2224, Ada Okafor",
  );
  expect(textOf({ ...saved, transaction: answered({}) })).toContain(">Saved card 2dcp<");
});

test("a payment by card names it once", () => {
  const text = textOf({
    paymentMethod: "Visa ending 2224",
    transaction: answered({ number: "xxxxxxxxxxxx2224" }),
  });
  expect(text.match(/2224/g)).toHaveLength(1);
});
