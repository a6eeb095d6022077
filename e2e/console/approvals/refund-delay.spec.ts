import type { Page } from "@playwright/test";
import { expect, test } from "#e2e/support/console.ts";
import { fillCard, openNextForm, resultOf, visa } from "#e2e/support/pages/charge-card.ts";
import { pageUserHeader } from "#e2e/support/pages/page-user-header.ts";
import { takePaymentAtGateway } from "#e2e/support/pages/take-payment-at-gateway.ts";
import { openActions } from "#e2e/support/pages/transaction-page.ts";

test.use({ merchantSettings: { RECALL_ABOVE: "50.00", RECALL_SECONDS: "12" } });

const bar = (page: Page) => page.getByRole("region", { name: "Delayed refunds" });

/** Sends money back to a card, in the charge form that is shown. */
async function sendBack(page: Page, amount: string) {
  await page.getByRole("tab", { name: "Card", exact: true }).click();
  await page.getByRole("button", { name: /^How to collect/ }).click();
  await page.getByRole("menuitemradio", { name: /^Send money back/ }).click();
  await fillCard(page, { amount, number: visa });
  await page.getByLabel("Reason").fill("Goods returned, sale not found");
  await page.getByRole("button", { name: /^Send back/ }).click();
}

test("a credit above the limit waits on every workstation, and anyone there can stop it", async ({ as }) => {
  const manager = await as("manager");
  const clerk = await as("clerk");
  await clerk.goto("/transactions");
  await manager.goto("/charge");
  await sendBack(manager, "60.51");
  // The sender at once, not with the next reading of the count.
  await expect(bar(manager)).toContainText("$60.51", { timeout: 8000 });
  const wait = manager.getByRole("main");
  await expect(wait.getByRole("status")).toContainText("Not sent yet. It can still be stopped.");
  await expect(wait).toContainText(/\$60\.51 back to .*Nothing is sent yet\.\s*Sent in \d+ s/);
  await expect(wait.getByRole("button", { name: /^Stop/ })).toBeVisible();
  const waiting = bar(clerk).getByRole("listitem").filter({ hasText: "$60.51" });
  await expect(waiting).toContainText(/Nothing is sent yet\.\s*Sent in \d+ s/);
  const stopping = clerk.waitForRequest((request) => Boolean(request.headers()["next-action"]));
  await waiting.getByRole("button", { name: /^Stop/ }).click();
  const action = await stopping;
  await expect(bar(clerk)).toHaveCount(0);
  await expect(resultOf(manager)).toHaveText(/^Not sent, as you asked\./);
  await expect(resultOf(manager)).toContainText("stopped it while it waited. Nothing was sent.");
  // Not even by calling the action directly.
  const bookkeeper = await as("bookkeeper");
  const answer = await bookkeeper.request.post(action.url(), {
    headers: {
      accept: "text/x-component",
      "content-type": "text/plain;charset=UTF-8",
      "next-action": action.headers()["next-action"] ?? "",
      origin: new URL(action.url()).origin,
      ...(await pageUserHeader(bookkeeper.request)),
    },
    data: action.postData() ?? "",
  });
  expect(await answer.text()).toContain("does not include “Stop a delayed refund”");
});

test("a refund up to the limit is sent at once, and one above it waits until it is stopped or its time is over", async ({
  as,
  console,
}) => {
  const page = await as("manager");
  const result = resultOf(page);

  await test.step("the page of a payment counts nothing as refunded while its refund waits", async () => {
    const key = await takePaymentAtGateway(console);
    await console.closeBatch();
    await openActions(page, key);
    await page.keyboard.press("u");
    await page.getByRole("dialog").getByRole("button", { name: "Refund", exact: true }).click();
    await expect(result).toHaveText(/^Not sent yet\. It can still be stopped\./);
    await expect(result).toContainText(/Sent in \d+ s/);
    await expect(result).not.toContainText("since it was sent");
    await expect(bar(page)).toContainText("$179.26", { timeout: 8000 });
    const payment = page.getByRole("region", { name: "Payment" });
    await expect(payment).toContainText("$179.26 waiting to be sent");
    await expect(payment).toContainText("A refund of this payment waits to be sent.");
    await expect(payment).not.toContainText(/[Rr]efunded/);
    await result.getByRole("button", { name: /^Stop/ }).click();
    await expect(result).toHaveText(/^Not sent, as you asked\./);
    await expect(payment).not.toContainText("waiting to be sent");
  });

  await test.step("a credit up to the limit is sent at once, and one above it when its time is over and no one stopped it", async () => {
    await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Charge" }).click();
    await sendBack(page, "50.00");
    // Sooner than one that may be stopped.
    await expect(result).toHaveText(/^Approved/, { timeout: 8000 });

    await openNextForm(page);
    await sendBack(page, "61.52");
    await expect(bar(page)).toContainText("$61.52");
    await expect(result).toHaveText(/^Approved/, { timeout: 30_000 });
    await expect(bar(page)).toHaveCount(0);
  });
});
