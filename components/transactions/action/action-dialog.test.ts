import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { type ComponentProps, createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test, vi } from "vitest";
import { withMerchant } from "#components/layout/test-merchant.ts";
import type { Dialog } from "#components/ui/overlay/dialog.tsx";
import { transactionDetail } from "#lib/gateway/schemas/transaction.ts";
import { ActionDialog } from "./action-dialog.tsx";

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
    givenBack: undefined,
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

test("a dialog whose action is possible asks with its amount", () => {
  expect(textOf({})).toContain("Capture $60.00?");
  expect(textOf({})).toContain('type="submit"');
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
  const givenBack = {
    soldCents: 6000,
    givenCents: 1500,
    unsettledCents: 0,
    elsewhereCents: 0,
    leftCents: 4500,
  };
  expect(textOf({ offer, givenBack })).toContain("Refund $45.00?");
  expect(sumsOf({ offer, givenBack })).toMatchObject({
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
