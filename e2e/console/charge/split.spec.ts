import type { Locator, Page } from "@playwright/test";
import { expect, test } from "#e2e/support/console.ts";
import { attemptId, fillCard, openNextForm, resultOf, visa } from "#e2e/support/pages/charge-card.ts";
import { openFromMenu } from "#e2e/support/pages/open-from-menu.ts";

const pay = (page: Page) => page.getByRole("button", { name: /^Charge/ });
const orderOf = (result: Locator) => result.getByRole("region", { name: "Order" });

/** From any page that is open. */
const openAttention = (page: Page) => openFromMenu(page, /^Attention/);

const invoiceOf = (name: string) => `SPLIT-${name}`;

/** Takes the first part of a split order on a card, from the result that is shown if there is one. */
async function split(
  page: Page,
  { amount, part, invoice }: { amount: string; part: string; invoice: string },
) {
  if (await resultOf(page).isVisible()) await openNextForm(page);
  else await page.goto("/charge");
  await page.getByRole("tab", { name: "Card", exact: true }).click();
  await fillCard(page, { amount, number: visa, invoice });
  await page.getByRole("button", { name: "Split payment" }).click();
  await page.getByLabel("This payment").fill(part);
  await pay(page).click();
  await expect(resultOf(page)).toHaveText(/^Approved\. .* still to collect/);
  // The address follows the painted result.
  await expect(page).toHaveURL(/\/charge\/[\w-]{16,}$/);
}

test("a split payment is collected on other tenders until the sum is whole, as one order with one receipt", async ({
  as,
}) => {
  const page = await as("clerk");
  const result = resultOf(page);
  await page.goto("/charge");
  await page.getByRole("tab", { name: "Card", exact: true }).click();
  await fillCard(page, { amount: "100.40", number: visa, invoice: invoiceOf("whole") });
  // Escape leaves a field once the page is ready.
  await expect(page.getByRole("button", { name: "Sign out" })).toBeEnabled();
  await expect(async () => {
    await page.keyboard.press("Escape");
    await page.keyboard.press("s");
    await expect(page.getByLabel("This payment")).toBeVisible({ timeout: 3000 });
  }).toPass({ timeout: 30_000 });
  await page.getByLabel("This payment").fill("100.40");
  await pay(page).click();
  await expect(page.getByText("less than the whole amount, or take it as one payment.")).toBeVisible();
  await page.getByLabel("This payment").fill("60.40");
  await expect(page.getByText("$40.00 left to pay after this")).toBeVisible();
  await expect(page.getByRole("button", { name: "Charge $60.40" })).toBeVisible();
  await pay(page).click();
  await expect(result).toHaveText(/^Approved\. \$40\.00 of \$100\.40 still to collect/);

  await result.getByRole("button", { name: "Cash" }).click();
  await expect(page.getByLabel("Amount", { exact: true })).toHaveValue("40.00");
  await page.getByLabel("Amount", { exact: true }).fill("15.00");
  await page.getByLabel("Cash received").fill("20.00");
  await pay(page).click();
  await expect(result).toHaveText(/^Approved\. \$25\.00 of \$100\.40 still to collect/);
  await result.getByRole("button", { name: "Cash" }).click();
  await pay(page).click();
  await expect(result).toHaveText(/^Approved\. Paid in full: \$100\.40 in 3 payments\./);
  const parts = orderOf(result).getByRole("listitem");
  await expect(parts).toHaveText([
    /Visa ending 2224.*Approved\$60\.40/,
    /CashReceived \$20\.00, change \$5\.00Approved\$15\.00/,
    /CashApproved\$25\.00/,
    /PaidNothing left to pay\$100\.40/,
  ]);

  await page.evaluate(() => {
    HTMLIFrameElement.prototype.focus = () => {};
  });
  await result.getByRole("button", { name: "Print" }).click();
  const paper = page.frameLocator("iframe[title='Print document']");
  await expect(paper.getByRole("row")).toHaveText([
    /^Date/,
    `Invoice${invoiceOf("whole")}`,
    "Total$100.40",
    "Visa ending 2224$60.40",
    /^Authorization\d{6}$/,
    "Cash$15.00",
    "Cash received$20.00",
    "Change$5.00",
    "Cash$25.00",
    "Paid$100.40",
  ]);
});

test("an order is continued at any workstation, and all of them follow what one collects", async ({ as }) => {
  test.setTimeout(180_000);
  const [page, result, form, other] = [
    await as("clerk"),
    await as("clerk"),
    await as("clerk"),
    await as("manager"),
  ] as const;
  const invoice = invoiceOf("left");
  await split(page, { amount: "80.41", part: "50.41", invoice });
  await expect(resultOf(page)).toHaveText(/\$30\.00 of \$80\.41 still to collect/);
  const address = page.url();
  const first = await attemptId(page);
  for (const elsewhere of [result, form]) await elsewhere.goto(address);
  await resultOf(form).getByRole("button", { name: "Cash" }).click();
  await expect(form.getByText("$30.00 left to pay of $80.41")).toBeVisible();
  await expect(resultOf(result)).toHaveText(/\$30\.00 of \$80\.41 still to collect/);
  await resultOf(page).getByRole("button", { name: "Cash" }).click();
  // What it reads of the order from now on doesn't arrive.
  await page.route(`**/api/console/attempts/${first}`, (route) => route.abort());

  await other.goto("/attention");
  const open = other.getByRole("region", { name: "Open orders" });
  const row = open.getByRole("listitem").filter({ hasText: invoice });
  await expect(row).toContainText("$30.00 left to pay");
  await expect(row).toContainText("$50.41 of $80.41 paid");
  await row.getByRole("link", { name: /^Continue/ }).click();
  await expect(resultOf(other)).toHaveText(/\$30\.00 of \$80\.41 still to collect/);
  await resultOf(other).getByRole("button", { name: "Cash" }).click();
  await pay(other).click();
  await expect(resultOf(other)).toHaveText(/Paid in full: \$80\.41 in 2 payments/);

  await test.step("an open result and a form for the rest follow", async () => {
    await expect(resultOf(result)).toHaveText(/Paid in full: \$80\.41 in 2 payments/);
    const order = form.getByRole("region", { name: "Order being paid" });
    await expect(order).toContainText("Paid in full: $80.41");
    await expect(pay(form)).toBeHidden();
    await order.getByRole("button", { name: "Next customer" }).click();
    await expect(form.getByLabel("Amount", { exact: true })).toHaveValue("");
    await expect(order).toHaveCount(0);
  });

  await test.step("Attention asks about it no more, and the first workstation, which still shows the rest, collects nothing", async () => {
    await openAttention(other);
    await expect(other.getByRole("region", { name: "Payments with unknown outcome" })).toBeVisible();
    await expect(open.getByText(invoice)).toHaveCount(0);
    await expect(page.getByText("$30.00 left to pay of $80.41")).toBeVisible();
    await pay(page).click();
    await expect(
      page.getByRole("alert").filter({ hasText: "was collected already. Nothing was sent." }),
    ).toBeVisible();
  });
});

test("a new charge is never the rest of the last customer's order, which waits until it is left short", async ({
  as,
}) => {
  const page = await as("clerk");
  const invoice = invoiceOf("next");
  await split(page, { amount: "67.46", part: "37.46", invoice });
  const address = page.url();
  await resultOf(page).getByRole("button", { name: "Other card" }).click();
  await expect(page.getByLabel("Amount", { exact: true })).toHaveValue("30.00");
  const order = page.getByRole("region", { name: "Order being paid" });
  await expect(order).toContainText("$30.00 left to pay of $67.46");
  await expect(order).toContainText(`Payment 2 of invoice ${invoice}`);
  await expect(order.getByRole("listitem").first()).toContainText("Visa ending 2224");
  await page.getByLabel("Amount", { exact: true }).fill("12.00");
  await page.getByRole("button", { name: "Clear" }).click();
  await expect(page.getByLabel("Amount", { exact: true })).toHaveValue("30.00");
  await expect(order).toBeVisible();
  await page.getByRole("link", { name: "Transactions" }).click();
  await page.getByRole("link", { name: "New charge" }).click();
  await expect(page.getByLabel("Amount", { exact: true })).toHaveValue("");
  await expect(page.getByLabel("Invoice", { exact: true })).toHaveValue("");
  await expect(order).toHaveCount(0);
  await openAttention(page);
  await page
    .getByRole("listitem")
    .filter({ hasText: invoice })
    .getByRole("link", { name: /^Continue/ })
    .click();
  await resultOf(page).getByRole("button", { name: "Cash" }).click();
  await order.getByRole("button", { name: "Leave it for now" }).click();
  await expect(page.getByLabel("Amount", { exact: true })).toHaveValue("");
  await expect(order).toHaveCount(0);

  await openAttention(page);
  const open = page.getByRole("listitem").filter({ hasText: invoice });
  await expect(open).toContainText("$30.00 left to pay");
  await open.getByRole("link", { name: /^Continue/ }).click();
  await resultOf(page).getByRole("button", { name: "Leave it at $37.46" }).click();
  await expect(page.getByLabel("Amount", { exact: true })).toHaveValue("");
  await page.goto(address);
  await expect(resultOf(page)).toContainText("closed this order partly paid");
  await expect(resultOf(page).getByRole("button", { name: "Cash" })).toHaveCount(0);
  await openAttention(page);
  await expect(page.getByRole("region", { name: "Payments with unknown outcome" })).toBeVisible();
  await expect(page.getByText(invoice)).toHaveCount(0);
});

test("one button takes every payment of an order back, and one whose first payment is voided goes on", async ({
  as,
}) => {
  const page = await as("manager");
  const result = resultOf(page);
  await split(page, { amount: "70.42", part: "40.42", invoice: invoiceOf("undo") });
  await result.getByRole("button", { name: "Cash" }).click();
  await pay(page).click();
  await expect(result).toHaveText(/Paid in full: \$70\.42/);
  await result.getByRole("button", { name: "Undo both payments" }).click();
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByRole("listitem")).toHaveText([
    /Void and release funds \$40\.42, Visa ending 2224/,
    /Refund cash \$30\.00, Cash/,
  ]);
  await dialog.getByRole("button", { name: "Undo $70.42" }).click();
  await expect(dialog.getByRole("heading")).toHaveText("All payments were undone", { timeout: 30_000 });
  await expect(dialog.getByRole("listitem")).toHaveText([/\$40\.42.*Released/, /\$30\.00.*Returned/]);
  await dialog.getByRole("button", { name: "Close" }).click();

  await split(page, { amount: "66.47", part: "36.47", invoice: invoiceOf("voided") });
  const first = page.url();
  await result.getByRole("button", { name: "Cash" }).click();
  await pay(page).click();
  await expect(result).toHaveText(/Paid in full: \$66\.47/);
  const card = orderOf(result).getByRole("link", { name: "Visa ending 2224" });
  await card.click();
  await expect(page).toHaveURL(first);
  // A result is no link in its own order.
  await expect(card).toHaveCount(0);
  await result.getByRole("link", { name: "Open the transaction" }).click();
  await page.getByRole("button", { name: /^Void(?! and)/ }).click();
  const question = page.getByRole("dialog");
  await expect(question).toContainText("This payment is part of an order of $66.47.");
  await question.getByRole("button", { name: /^Void/ }).click();
  await expect(question).toHaveCount(0);
  await page.goBack();
  await expect(orderOf(result)).toContainText("$36.47 left to pay");
  await expect(orderOf(result).getByRole("listitem").first()).toContainText("Voided");
  await result.getByRole("button", { name: "Cash" }).click();
  await pay(page).click();
  await expect(result).toHaveText(/Paid in full: \$66\.47 in 2 payments/);
  await openAttention(page);
  await expect(page.getByRole("region", { name: "Payments with unknown outcome" })).toBeVisible();
  await expect(page.getByRole("region", { name: "Open orders" }).getByText("$40.42")).toHaveCount(0);
});

test("a payment that a clerk may not refund stays with the order until a manager undoes it", async ({
  as,
}) => {
  const page = await as("clerk");
  const invoice = invoiceOf("clerk");
  await split(page, { amount: "60.43", part: "35.43", invoice });
  const result = resultOf(page);
  await result.getByRole("button", { name: "Cash" }).click();
  const pressed = pressOnceShown(page, { text: "Paid in full: $60.43", key: "x" });
  await pay(page).click();
  await pressed;
  const dialog = page.getByRole("dialog");
  await expect(dialog).toContainText("Only a manager or an admin can refund it.");
  await dialog.getByRole("button", { name: "Undo $35.43" }).click();
  await expect(dialog.getByRole("listitem").first()).toContainText("Released", { timeout: 30_000 });
  await dialog.getByRole("button", { name: "Close" }).click();
  const manager = await as("manager");
  await manager.goto("/attention");
  const row = manager.getByRole("listitem").filter({ hasText: invoice });
  await expect(row).toContainText("$25.00 was not undone");
  await row.getByRole("link", { name: /^Finish the undo/ }).click();
  await manager.getByRole("button", { name: "Finish the undo of $25.00" }).click();
  await manager.getByRole("dialog").getByRole("button", { name: "Undo $25.00" }).click();
  await expect(manager.getByRole("dialog").getByRole("heading")).toHaveText("The payment was undone", {
    timeout: 30_000,
  });
});

/** Presses a key in the moment in which a text comes to the page, before a person could. */
function pressOnceShown(page: Page, shown: { text: string; key: string }): Promise<void> {
  return page.evaluate(
    ({ text, key }) =>
      new Promise<void>((resolve) => {
        const arrived = new MutationObserver(() => {
          if (!document.querySelector("main")?.textContent.includes(text)) return;
          arrived.disconnect();
          document.body.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true }));
          resolve();
        });
        arrived.observe(document.body, { childList: true, characterData: true, subtree: true });
      }),
    shown,
  );
}
