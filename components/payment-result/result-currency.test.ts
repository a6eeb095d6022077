import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import {
  AppRouterContext,
  type AppRouterInstance,
} from "next/dist/shared/lib/app-router-context.shared-runtime";
import { type ComponentType, createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { NoticeItem } from "#components/attention/notice-item.tsx";
import { BlockedResult } from "#components/charge/result/blocked-result.tsx";
import { withMerchant } from "#components/layout/test-merchant.ts";
import { DuplicateQuestion } from "#components/transactions/action/duplicate-question.tsx";
import type { Attempt } from "#lib/attempt.ts";
import { transaction } from "#lib/gateway/schemas/transaction.ts";
import { testAttempt } from "#lib/test-attempt.ts";
import { DeclinedResult } from "./outcomes/declined-result.tsx";
import { DuplicateResult } from "./outcomes/duplicate-result.tsx";
import { PartialResult } from "./outcomes/partial-result.tsx";
import { VerificationResult } from "./outcomes/verification-result.tsx";
import { customerNote } from "./print/customer-note.ts";
import type { ResultProps } from "./result-props.ts";

const timeZone = "America/Los_Angeles";

/** A payment of €42.50 of which €31.88 was approved. */
const inEuros = testAttempt({
  command: "quicksale",
  currency: "978",
  originalKey: "1nforiginal",
  outcomeAt: undefined,
  tookMs: undefined,
  transaction: transaction.parse({ key: "1nf", result_code: "P", auth_amount: "31.88" }),
});

const noop = () => {};
const router = { push: noop, prefetch: noop } as unknown as AppRouterInstance; // no page is opened here
const actions = { next: noop, payBy: noop, edit: noop, chargeAgain: noop };

function textOf<Props extends object>(component: ComponentType<Props>, props: Props): string {
  const page = withMerchant(createElement(component, props));
  const data = createElement(QueryClientProvider, { client: new QueryClient() }, page);
  return renderToStaticMarkup(createElement(AppRouterContext.Provider, { value: router }, data));
}

const results = { DeclinedResult, DuplicateResult, PartialResult, VerificationResult };

test.each(Object.entries(results))("%s shows a payment in its own currency", (_name, component) => {
  const props: ResultProps = { attempt: inEuros, actions };
  const text = textOf(component, props);
  expect(text).toContain("€42.50");
  expect(text).not.toContain("$");
});

test("a partial approval names all its parts in the currency of the payment", () => {
  const text = textOf(PartialResult, { attempt: inEuros, actions });
  for (const words of ["€31.88 of €42.50 collected", "Collect €10.62 by"]) expect(text).toContain(words);
});

test("a blocked payment names the other one in its currency", () => {
  const blocking: Attempt = { ...inEuros, state: "unknown" };
  const payment = { command: "sale" as const, amountCents: 4250, paymentMethod: "Visa ending 2224" };
  const page = { goOn: noop, goBack: noop, sign: noop, actions: { next: noop } };
  const text = textOf(BlockedResult, { blocking, payment, page });
  expect(text).toContain("charged €42.50 to this card");
  expect(text).toContain("$42.50");
  const question = textOf(DuplicateQuestion, {
    stop: { kind: "blocked", blocking },
    again: "Repeat sale anyway",
    dismiss: "Do not charge",
    onConfirm: noop,
    onClose: noop,
  });
  expect(question).toContain("charged €42.50 to this card");
});

test("a notice under Attention and the customer's note are in the currency of the payment", () => {
  const text = textOf(NoticeItem, {
    notice: {
      id: "return:1nf",
      foundAt: 0,
      transactionKey: "1nf",
      batchKey: undefined,
      attemptId: undefined,
      acknowledged: undefined,
      kind: "return",
      outcome: "returned",
      isRefund: false,
      reason: "R01",
      payer: "Checking account ending 8101",
      amountCents: 110_000,
      currency: "392",
      takenBy: undefined,
    },
    now: 0,
  });
  expect(text).toContain("¥1,100");
  expect(text).not.toContain("$");
  expect(customerNote(inEuros, { merchant: "Alder Street Flowers", timeZone })).toContain(
    "Charged exactly once: €31.88 of €42.50",
  );
});
