import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { type ComponentProps, createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test, vi } from "vitest";
import { withMerchant } from "#components/layout/test-merchant.ts";
import type { Dialog } from "#components/ui/overlay/dialog.tsx";
import type { OrderBalance } from "#lib/attempt.ts";
import { transactionDetail } from "#lib/gateway/schemas/transaction.ts";
import { testAttempt } from "#lib/test-attempt.ts";
import { ActionDialog } from "./action-dialog.tsx";
import { findGone } from "./use-action-dialog.ts";

vi.mock("#server/actions/payments.ts", () => ({ actOnTransaction: () => {} }));

// A modal needs a browser.
vi.mock("#components/ui/overlay/dialog.tsx", () => ({
  Dialog: ({ title, description, children }: ComponentProps<typeof Dialog>) =>
    createElement("dialog", {}, title, description, children),
}));

const noop = () => {};

function textOf(change: Partial<ComponentProps<typeof ActionDialog>>): string {
  const transaction = transactionDetail.parse({
    key: "1nf",
    result_code: "A",
    trantype_code: "S",
    status_code: "P",
    amount: "60.00",
    creditcard: { number: "xxxxxxxxxxxx2224", type: "V" },
  });
  const dialog = createElement(ActionDialog, {
    offer: {
      command: "cc:capture",
      label: "Capture",
      effect: "The held amount is collected.",
      forbidden: undefined,
    },
    transaction,
    transactionKey: "1nf",
    refundTotals: undefined,
    madeBy: undefined,
    deadline: undefined,
    isOffered: true,
    onClose: noop,
    onRefused: noop,
    onDone: noop,
    ...change,
  });
  return renderToStaticMarkup(
    createElement(QueryClientProvider, { client: new QueryClient() }, withMerchant(dialog)),
  );
}

test("a dialog whose action has become impossible says so and has nothing to submit", () => {
  const text = textOf({ isOffered: false });
  expect(text).toContain("Capture is no longer possible");
  expect(text).toContain("Its state is now: Approved. Nothing was done.");
  expect(text).not.toContain("held amount");
  expect(text).not.toContain('type="submit"');
});

test("an amount that changes while the dialog is open ends it: the press that meant the other amount confirms nothing", () => {
  const now = transactionDetail.parse({ key: "1nf", status_code: "P", amount: "40.00" });
  const asked = { label: "Capture", isOffered: true, totals: undefined };
  expect(findGone(now, { ...asked, shownCents: 60_00 })).toEqual({
    title: "The amount has changed",
    text: "This payment was $60.00 when you opened this. It is now $40.00. Nothing was done.",
  });
  expect(findGone(now, { ...asked, shownCents: 40_00 })).toBeUndefined();
  // Of a refund, what is left is compared instead.
  expect(findGone(now, { ...asked, shownCents: undefined })).toBeUndefined();
});

test("a dialog whose action is possible asks with its amount", () => {
  expect(textOf({})).toContain("Capture $60.00?");
  expect(textOf({})).toContain('type="submit"');
});

test("a capture says by how much its breakdown is off, and offers to correct it or to leave it out", () => {
  const held = transactionDetail.parse({
    key: "1nf",
    result_code: "A",
    trantype_code: "A",
    status_code: "N",
    amount: "60.00",
    amount_detail: { subtotal: "50.00", tax: "12.50", tip: "0.00" },
  });
  const text = textOf({ transaction: held });
  expect(text.replace(/<[^>]+>/g, "")).toContain(
    "The breakdown comes to $62.50: $2.50 more than this amount.",
  );
  for (const offered of ["Correct the breakdown", "Send the amount alone", "The subtotal becomes $47.50."])
    expect(text).toContain(offered);
  expect(text).toContain(">Tax<");
  expect(text).not.toContain(">Tip<");
  const whole = { ...held, amount_detail: { subtotal: "50.00", tax: "10.00" } };
  expect(textOf({ transaction: whole })).not.toContain("The breakdown comes");
});

test("the question whether to void a part of an order says what becomes of the order", () => {
  const offer = { command: "void", label: "Void", effect: "Never collected.", forbidden: undefined } as const;
  const part = {
    paymentMethod: "Visa ending 2224",
    cents: 6000,
    command: "sale",
    hasNoOutcome: false,
  } as const;
  const cash = { ...part, attemptId: "form-number-000000000002", paymentMethod: "Cash", cents: 2000 };
  const balance: OrderBalance = {
    first: { ...part, attemptId: "form-number-000000000001" },
    askedCents: 8000,
    cents: 2000,
    openCents: 0,
    parts: [cash],
  };
  const asked = (change: Partial<OrderBalance>, command: "void" | "cc:capture" = "void") =>
    textOf({
      offer: { ...offer, command },
      madeBy: testAttempt({ current: { refundedCents: 0, balance: { ...balance, ...change } } }),
    });
  expect(asked({})).toContain("This payment is part of an order of $80.00.");
  expect(asked({})).toContain("What you void or refund here is left to pay again");
  expect(asked({})).toContain('href="/charge/form-number-000000000001"');
  expect(asked({ parts: [] })).toContain("Without it, the order ends");
  const none = "part of the order";
  expect(asked({ closed: { as: "short", by: "Ida Novak" } })).not.toContain(none);
  expect(asked({}, "cc:capture")).not.toContain(none);
  expect(textOf({ offer })).not.toContain(none);
});

/** A dialog's sums by their labels. */
function sumsOf(change: Partial<ComponentProps<typeof ActionDialog>>): Record<string, string> {
  const lines = textOf(change).matchAll(/<dt[^>]*>(.*?)<\/dt><dd[^>]*>(.*?)<\/dd>/g);
  return Object.fromEntries(
    [...lines].map((line) => line.slice(1).map((one) => one.replace(/<[^>]*>/g, ""))),
  );
}

test("a refund suggests what is left, and shows what is left after it", () => {
  const offer = { command: "refund", label: "Refund", effect: "", forbidden: undefined } as const;
  const refundTotals = {
    soldCents: 6000,
    refundedCents: 1500,
    unconfirmedCents: 0,
    waitingCents: 0,
    elsewhereCents: 0,
    leftCents: 4500,
  };
  expect(textOf({ offer, refundTotals })).toContain("Refund $45.00?");
  expect(sumsOf({ offer, refundTotals })).toMatchObject({
    Sold: "60.00",
    "Given back": "−15.00",
    Left: "45.00",
    "This refund": "−45.00",
    "Left after this": "0.00",
  });
});

test("an adjustment asks for tip, tax and total, and shows what the payment was", () => {
  const transaction = transactionDetail.parse({
    key: "1nf",
    result_code: "A",
    trantype_code: "S",
    status_code: "P",
    amount: "60.00",
    amount_detail: { tip: "10.00" },
    creditcard: { number: "xxxxxxxxxxxx2224", type: "V" },
  });
  const offer = {
    command: "cc:adjust",
    label: "Change amount or tip",
    effect: "",
    forbidden: undefined,
  } as const;
  expect(sumsOf({ offer, transaction })).toMatchObject({ Sale: "60.00", "New total": "60.00" });
  const text = textOf({ offer, transaction });
  for (const label of ["Tip", "Tax", "New total", "Order details", "PO number"])
    expect(text).toContain(label);
  // Nothing has been changed yet.
  expect(text).toMatch(/<button[^>]*disabled[^>]*type="submit"|<button[^>]*type="submit"[^>]*disabled/);
});
