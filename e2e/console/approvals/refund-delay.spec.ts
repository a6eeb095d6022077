import type { Page } from "@playwright/test";
import { expect, test } from "#e2e/support/console.ts";
import { fillCard, openNextForm, resultOf, visa } from "#e2e/support/pages/charge-card.ts";
import { openFromMenu } from "#e2e/support/pages/open-from-menu.ts";
import { pageUserHeader } from "#e2e/support/pages/page-user-header.ts";
import { takePaymentAtGateway } from "#e2e/support/pages/take-payment-at-gateway.ts";
import { actionButton, openNextActions } from "#e2e/support/pages/transaction-page.ts";

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

test("a refund up to the limit is sent at once, and one above it waits on every workstation until someone stops it or its time is over", async ({
  as,
  console,
}) => {
  const manager = await as("manager");
  const result = resultOf(manager);

  await test.step("a credit above the limit waits on every workstation, and anyone there can stop it", async () => {
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
    await expect(result).toHaveText(/^Not sent, as you asked\./);
    await expect(result).toContainText("stopped it while it waited. Nothing was sent.");
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
    await clerk.close();
  });

  await test.step("the page of a payment counts nothing as refunded while its refund waits", async () => {
    const key = await takePaymentAtGateway(console);
    await console.closeBatch();
    await actionButton(await openNextActions(manager, console, key), "Refund").click();
    await manager.getByRole("dialog").getByRole("button", { name: "Refund", exact: true }).click();
    await expect(result).toHaveText(/^Not sent yet\. It can still be stopped\./);
    await expect(result).toContainText(/Sent in \d+ s/);
    await expect(result).not.toContainText("since it was sent");
    await expect(bar(manager)).toContainText("$179.26", { timeout: 8000 });
    const payment = manager.getByRole("region", { name: "Payment" });
    await expect(payment).toContainText("$179.26 waiting to be sent");
    await expect(payment).toContainText("A refund of this payment waits to be sent.");
    await expect(payment).not.toContainText(/[Rr]efunded/);
    await result.getByRole("button", { name: /^Stop/ }).click();
    await expect(result).toHaveText(/^Not sent, as you asked\./);
    await expect(payment).not.toContainText("waiting to be sent");
  });

  await test.step("a credit up to the limit is sent at once, and one above it when its time is over and no one stopped it", async () => {
    await openFromMenu(manager, "Charge");
    await sendBack(manager, "50.00");
    // Sooner than one that may be stopped.
    await expect(result).toHaveText(/^Approved/, { timeout: 8000 });

    await openNextForm(manager);
    await sendBack(manager, "61.52");
    await expect(bar(manager)).toContainText("$61.52");
    await expect(result).toHaveText(/^Approved/, { timeout: 30_000 });
    await expect(bar(manager)).toHaveCount(0);
  });
});
