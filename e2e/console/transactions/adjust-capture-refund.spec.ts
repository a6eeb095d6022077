import type { Page } from "@playwright/test";
import { expect, test } from "#e2e/support/console.ts";
import { resultOf } from "#e2e/support/pages/charge-card.ts";
import { takePaymentAtGateway } from "#e2e/support/pages/take-payment-at-gateway.ts";
import {
  actionButton as action,
  openActions,
  openNextActions,
  readAtGateway as read,
} from "#e2e/support/pages/transaction-page.ts";

// The clock is moved at the end.
test.afterAll(({ console }) => console.control("POST", "/reset"));

const effect = (page: Page) => page.getByRole("dialog").locator("[data-preview]");

test("a manager gives back a part of an open, a settled or a cash payment, and never more than is left", async ({
  as,
  console,
}) => {
  const page = await as("manager");

  await test.step("a manager lowers a charge, then refunds or voids the rest of it", async () => {
    const key = await takePaymentAtGateway(console, { amount: "50.10" });
    const actions = await openActions(page, key);
    await actions.getByText("More actions").click();
    await action(actions, "Lower the charge").click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Amount", { exact: true }).fill("50.11");
    await expect(dialog.getByLabel("Amount", { exact: true })).toHaveAccessibleDescription(
      /\$50\.10 at most/,
    );
    await dialog.getByLabel("Amount", { exact: true }).fill("10.10");
    await expect(effect(page)).toContainText("$40.00 is collected with batch");
    await page.keyboard.press("Control+Enter");
    await expect(resultOf(page)).toHaveText(/^Approved\. Lowered to \$40\.00/);
    expect(await read(console, key)).toMatchObject({ amount: "40.00" });

    await action(actions, "Refund or void").click();
    await expect(dialog).toHaveAccessibleName("Refund or void $40.00?");
    await expect(effect(page)).toHaveText("$40.00 is not collected. The customer pays nothing.");
    await page.keyboard.press("Control+Enter");
    await expect(resultOf(page)).toHaveText(/^Approved\. Voided/);
    expect(await read(console, key)).toMatchObject({ trantype_code: "V" });
  });

  await test.step("refund or void gives back a part of a settled payment, and both name each other", async () => {
    const key = await takePaymentAtGateway(console, { amount: "64.20" });
    await console.closeBatch();
    const actions = await openNextActions(page, console, key);
    await actions.getByText("More actions").click();
    await action(actions, "Refund or void").click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Amount", { exact: true }).fill("64.21");
    await expect(dialog.getByLabel("Amount", { exact: true })).toHaveAccessibleDescription(/\$64\.20/);
    await dialog.getByLabel("Amount", { exact: true }).fill("4.20");
    await expect(effect(page)).toContainText("The customer gets $4.20 back with");
    await page.keyboard.press("Control+Enter");
    await expect(resultOf(page)).toHaveText(/^Approved\. Refunded \$4\.20/);
    await expect(page.getByRole("region", { name: "Payment" })).toContainText("Refunded $4.20, $60.00 left");

    const related = page.getByRole("region", { name: "Related" });
    await expect(related).toContainText(/Refund of it.*−\$?4\.20/);
    await related.getByRole("link").click();
    await expect(related).toContainText(/Refund of.*64\.20/);
    await expect(related.getByRole("link")).toHaveText(key);
  });

  await test.step("a manager refunds a cash sale from its page, never more than it took", async () => {
    const key = await takePaymentAtGateway(console, {
      command: "cash:sale",
      amount: "20.50",
      creditcard: undefined,
      invoice: "CASH-20",
    });
    const actions = await openNextActions(page, console, key);
    await action(actions, "Refund cash").click();
    const dialog = page.getByRole("dialog");
    await expect(dialog).toContainText("The customer gets $20.50 back from the drawer now.");
    await page.keyboard.press("Control+Enter");
    await expect(dialog.getByLabel("Reason")).toHaveAccessibleDescription(/Say why/);
    await dialog.getByLabel("Reason").selectOption("Recorded by mistake");
    await dialog.getByLabel("Amount", { exact: true }).fill("5.50");
    await page.keyboard.press("Control+Enter");
    await expect(resultOf(page)).toHaveText(/^Approved\. Refunded in cash \$5\.50/);
    const payment = page.getByRole("region", { name: "Payment" });
    await expect(payment).toContainText("Refunded $5.50, $15.00 left");
    await action(actions, "Refund cash").click();
    await dialog.getByLabel("Amount", { exact: true }).fill("15.01");
    await expect(dialog.getByLabel("Amount", { exact: true })).toHaveAccessibleDescription(
      /Only \$15\.00 is left/,
    );
    await page.keyboard.press("Escape");
    await page.getByRole("region", { name: "Related" }).getByRole("link").click();
    await expect(payment).toContainText("−$5.50");
    await expect(page.getByRole("region", { name: "Related" })).toContainText(key);
  });
});

test("a clerk changes a payment: what follows from each field is shown first, and only what changed is sent", async ({
  as,
  console,
}) => {
  test.setTimeout(180_000);
  const page = await as("clerk");

  await test.step("a clerk adds a tip, a tax and a PO number: the total follows, and only what changed is sent", async () => {
    const key = await takePaymentAtGateway(console, {
      amount: "60.00",
      invoice: "ADJ-1",
      orderid: "ORDER-33",
      amount_detail: { subtotal: "60.00" },
    });
    const actions = await openActions(page, key);
    await page.keyboard.press("y");
    const dialog = page.getByRole("dialog", { name: /^Change amount or tip/ });
    const submit = dialog.getByRole("button", { name: "Change amount or tip", exact: true });
    await expect(dialog.getByLabel("Tip", { exact: true })).toBeFocused();
    await expect(submit).toBeDisabled();
    await dialog.getByLabel("Tip", { exact: true }).fill("9");
    await dialog.getByLabel("Tax", { exact: true }).fill("4.95");
    await expect(dialog.getByLabel("New total", { exact: true })).toHaveValue("73.95");
    await expect(effect(page)).toContainText(
      /^\$73\.95 is collected instead of \$60\.00 with batch \d+, which closes/,
    );
    await dialog.getByText("Order details", { exact: true }).click();
    await dialog.getByLabel("PO number").fill("4000 1000 1111 2224");
    await submit.click();
    await expect(dialog.getByLabel("PO number")).toHaveAccessibleDescription(/card number/);
    await dialog.getByLabel("PO number").fill("PO-7");
    await page.keyboard.press("Control+Enter");
    await expect(resultOf(page)).toHaveText(/^Approved\. New total \$73\.95/);
    await expect(page.getByRole("region", { name: "Payment" })).toContainText("$73.95");
    await expect(page.getByRole("region", { name: "Details" })).toContainText("PO-7");
    expect(await read(console, key)).toMatchObject({
      amount: "73.95",
      amount_detail: { subtotal: "60.00", tip: "9.00", tax: "4.95" },
      ponum: "PO-7",
      invoice: "ADJ-1",
    });
    await expect(action(actions, "Change amount or tip")).toBeEnabled();
  });

  await test.step("a new invoice number alone is on the receipt at once", async () => {
    const receipt = page.frameLocator('iframe[title="Receipt"]');
    await expect(receipt.getByText("ADJ-1")).toBeVisible();
    await page.keyboard.press("y");
    const dialog = page.getByRole("dialog", { name: /^Change amount or tip/ });
    await dialog.getByText("Order details", { exact: true }).click();
    await dialog.getByLabel("Invoice").fill("ADJ-2");
    await page.keyboard.press("Control+Enter");
    await expect(receipt.getByText("ADJ-2")).toBeVisible();
    await expect(receipt.getByText("ADJ-1")).toHaveCount(0);
  });

  await test.step("a repeat sale takes its own invoice and PO number, and mails its receipt", async () => {
    const actions = page.getByRole("region", { name: "Actions" });
    await action(actions, "Repeat sale").click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Amount", { exact: true }).fill("9.10");
    await dialog.getByText("Order details", { exact: true }).click();
    await expect(dialog.getByLabel("Invoice")).toHaveValue("ADJ-2");
    await dialog.getByLabel("Invoice").fill("REP-2");
    await dialog.getByLabel("PO number").fill("PO-33");
    await dialog.getByLabel("Email the receipt to").fill("ada");
    await page.keyboard.press("Control+Enter");
    await expect(dialog.getByLabel("Email the receipt to")).toBeFocused();
    await dialog.getByLabel("Email the receipt to").fill("ada@example.com");
    await page.keyboard.press("Control+Enter");
    await page.keyboard.press("Control+Enter");
    await expect(resultOf(page)).toHaveText(/^Approved\. Charged \$9\.10/);
    const made = await resultOf(page)
      .getByRole("link", { name: "Open the new payment" })
      .getAttribute("href");
    expect(await read(console, made?.split("/").at(-1) ?? "")).toMatchObject({
      amount: "9.10",
      invoice: "REP-2",
      orderid: "ORDER-33",
      ponum: "PO-33",
      customer_email: "ada@example.com",
    });
  });

  const amount_detail = { subtotal: "80.00", tax: "12.00", shipping: "8.00" };
  await test.step("an authorization is captured for more, with its order details and the amount alone", async () => {
    const key = await takePaymentAtGateway(console, { command: "authonly", amount: "100.00", amount_detail });
    await action(await openNextActions(page, console, key), "Capture").click();
    const dialog = page.getByRole("dialog");
    await expect(dialog.getByText("The breakdown comes to")).toHaveCount(0);
    await dialog.getByLabel("Amount", { exact: true }).fill("112.50");
    await expect(effect(page)).toContainText("That is $12.50 more than was authorized");
    await expect(dialog).toContainText("The breakdown comes to $100.00: $12.50 less than this amount.");
    await dialog.getByText("Send the amount alone").click();
    await expect(dialog).toContainText("Only the amount is sent");
    await dialog.getByText("Order details", { exact: true }).click();
    await dialog.getByLabel("Invoice").fill("CAP-9");
    await dialog.getByLabel("Description").fill("With delivery");
    await page.keyboard.press("Control+Enter");
    await expect(resultOf(page)).toHaveText(/^Approved\. Captured \$112\.50/);
    expect(await read(console, key)).toMatchObject({
      trantype_code: "S",
      amount: "112.50",
      invoice: "CAP-9",
      description: "With delivery",
    });
  });

  await test.step("a capture whose amount changes while it is confirmed does nothing, and the dialog only closes", async () => {
    const held = await takePaymentAtGateway(console, { command: "authonly", amount: "60.00" });
    const actions = await openNextActions(page, console, held);
    await action(actions, "Capture").click();
    const dialog = page.getByRole("dialog");
    await expect(dialog).toHaveAccessibleName("Capture $60.00?");
    const { refnum } = await read(console, held);
    await console.gateway("POST", "/transactions", { command: "refund:adjust", refnum, amount: "20.00" });
    await dialog.getByRole("button", { name: "Capture", exact: true }).dblclick();
    await expect(dialog.getByRole("alert")).toContainText("It is now $40.00. Nothing was done.");
    await expect(dialog.getByRole("button", { name: "Capture", exact: true })).toHaveCount(0);
    await page.keyboard.press("Control+Enter");
    await dialog.getByRole("button", { name: "Close" }).click();
    await expect(action(actions, "Capture")).toBeEnabled();
    expect(await read(console, held)).toMatchObject({ amount: "40.00", trantype_code: "A" });
  });

  await test.step("a capture for less than was held corrects its breakdown", async () => {
    const key = await takePaymentAtGateway(console, { command: "authonly", amount: "100.00", amount_detail });
    const actions = await openNextActions(page, console, key);
    await action(actions, "Capture").click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Amount", { exact: true }).fill("60.00");
    await expect(dialog).toContainText(/Less\s*−40\.00\s*New total\s*60\.00/);
    await expect(dialog).toContainText("The other $40.00 on hold is released by the issuer.");
    await expect(dialog).toContainText("The breakdown comes to $100.00: $40.00 more than this amount.");
    await dialog.getByLabel("Shipping", { exact: true }).fill("70");
    await page.keyboard.press("Control+Enter");
    await expect(dialog.getByLabel("Amount", { exact: true })).toHaveAccessibleDescription(
      /Tip, tax and the other parts alone come to \$82\.00/,
    );
    await dialog.getByLabel("Shipping", { exact: true }).fill("8");
    await dialog.getByLabel("Tax", { exact: true }).fill("7.20");
    await expect(dialog).toContainText("The subtotal becomes $44.80.");
    await dialog.getByRole("button", { name: "Capture", exact: true }).click();
    await expect(resultOf(page)).toHaveText(/^Approved\. Captured \$60\.00/);
    await expect(page.getByRole("region", { name: "Payment" })).toContainText("$60.00");
    await expect(action(actions, "Void")).toBeEnabled();
    expect(await read(console, key)).toMatchObject({
      trantype_code: "S",
      amount: "60.00",
      amount_detail: { subtotal: "44.80", tax: "7.20", shipping: "8.00" },
    });
  });

  await test.step("pasted rows replace the line items of a capture, and say what is wrong with one", async () => {
    const lineitems = [{ name: "Old", cost: "48.00", qty: "1" }];
    const key = await takePaymentAtGateway(console, { command: "authonly", amount: "84.00", lineitems });
    await action(await openNextActions(page, console, key), "Capture").click();
    const dialog = page.getByRole("dialog");
    await dialog.getByText("Order details", { exact: true }).click();
    const rows = dialog.getByLabel("Line items");
    await expect(rows).toHaveAccessibleDescription(/They replace the payment's 1 item\./);
    await rows.fill("VS\tVase\t2\tx\t");
    await expect(rows).toHaveAccessibleDescription(/Row 1, unit price/);
    await page.keyboard.press("Control+Enter");
    await expect(dialog).toBeVisible();
    // What can't be taken over whole is not sent in part.
    await rows.fill("VS\tVase\t2\t42\t\tblue\ttall");
    await expect(rows).toHaveAccessibleDescription(/There are more columns than expected/);
    await page.keyboard.press("Control+Enter");
    await expect(dialog).toBeVisible();
    await expect(rows).toHaveAccessibleDescription(/There are more columns than expected/);
    await rows.fill("VS\tVase\t2\t41\t");
    await expect(dialog.getByText("The amount is $2.00 more than the items")).toBeVisible();
    await rows.fill("VS\tVase\t2\t42\t");
    await expect(dialog.getByText("more than the items")).toHaveCount(0);
    await expect(rows).toHaveAccessibleDescription("1 item for $84.00 with tax.");
    await page.keyboard.press("Control+Enter");
    await expect(resultOf(page)).toHaveText(/^Approved\. Captured \$84\.00/);
    const { lineitems: kept } = await read(console, key);
    expect(kept).toMatchObject([{ name: "Vase", cost: "42.00", qty: "2.0000" }]);
    expect(kept).toHaveLength(1);
  });

  await test.step("an expired authorization has three ways on, each with what it does to the money", async () => {
    const [first, second] = [
      await takePaymentAtGateway(console, { command: "authonly", amount: "81.00" }),
      await takePaymentAtGateway(console, { command: "authonly", amount: "82.00" }),
    ];
    await console.control("POST", "/clock", { advance: "P31D" });
    const actions = await openNextActions(page, console, first);
    const dialog = page.getByRole("dialog");
    await action(actions, "Capture").click();
    await expect(dialog).toHaveAccessibleName("Capture $81.00?");
    await page.keyboard.press("Control+Enter");
    await expect(resultOf(page)).toContainText("Nothing was collected. Authorize again and capture");
    await expect(actions).toContainText("The gateway says that this authorization has expired.");

    await action(actions, "Capture only if valid").click();
    await expect(dialog).toHaveAccessibleName("Capture only if valid $81.00?");
    await page.keyboard.press("Control+Enter");
    await expect(resultOf(page)).toContainText(/Capture only if valid.*The authorization has expired/);
    await action(actions, "Authorize again and capture").click();
    await expect(dialog).toContainText("the issuer is asked again");
    await page.keyboard.press("Control+Enter");
    await expect(resultOf(page)).toHaveText(/^Approved\. Captured \$81\.00/);
    expect(await read(console, first)).toMatchObject({ trantype_code: "V", status_code: "R" });
    await resultOf(page).getByRole("link", { name: "Open the new payment" }).click();
    await expect(page.getByRole("region", { name: "Payment" })).toContainText("$81.00");
    await expect(page.getByRole("region", { name: "Related" })).toContainText(first);

    await openNextActions(page, console, second);
    await actions.getByText("More actions").click();
    await action(actions, "Capture without authorization").click();
    await expect(dialog).toContainText("the store bears that loss");
    await page.keyboard.press("Control+Enter");
    await expect(dialog.getByLabel("Reason")).toHaveAccessibleDescription(/Say why/);
    await dialog.getByLabel("Reason").selectOption("Goods delivered");
    await page.keyboard.press("Control+Enter");
    await expect(resultOf(page)).toHaveText(/^Approved\. Captured \$82\.00/);
    expect(await read(console, second)).toMatchObject({ trantype_code: "S", amount: "82.00" });
  });
});
