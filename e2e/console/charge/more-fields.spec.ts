import type { Page } from "@playwright/test";
import { expect, test } from "#e2e/support/console.ts";
import { fillCard, openNextForm, resultOf, visa } from "#e2e/support/pages/charge-card.ts";

test.use({
  merchantSettings: {
    CUSTOM_FIELD_NAMES:
      "2=Delivery window, 7=Florist, 8=Deliver on:date, 9=Size:Small|Large, 10=Guests:number",
  },
});

const field = (page: Page, label: string) => page.getByLabel(label, { exact: true });
const pay = (page: Page) => page.getByRole("button", { name: /^Charge/ });
const section = (page: Page, name: RegExp) => page.locator("summary").filter({ hasText: name });

type Console = Parameters<Parameters<typeof test>[2]>[0]["console"];

async function newestAtGateway(console: Console): Promise<Record<string, unknown>> {
  const { body } = await console.gateway("GET", "/transactions?limit=1");
  const { data } = body as { data: { key: string }[] }; // the sandbox's own list
  const { body: detail } = await console.gateway("GET", `/transactions/${data[0]?.key}`);
  return detail as Record<string, unknown>; // a transaction
}

test("the sections below the card are sent as they were typed, also with a currency that has no decimals", async ({
  as,
  console,
}) => {
  const page = await as("manager");
  await page.goto("/charge");

  await test.step("custom fields, customer, receipts, terminal and purpose", async () => {
    await fillCard(page, { amount: "61.27", number: visa });
    await section(page, /^Order details/).click();
    await expect(page.getByLabel(/^Custom field/)).toHaveCount(0);
    await field(page, "Delivery window").fill("08:00 to 10:00");
    await field(page, "Florist").fill("Priya");
    await field(page, "Deliver on").fill("11/31/2026");
    await field(page, "Guests").fill("twelve");
    await field(page, "Size").selectOption("Large");
    await section(page, /^Customer and addresses/).click();
    await page.getByLabel("Save as a new customer").check();
    await page.getByLabel("Save what is paid with for this customer").check();
    await section(page, /^Receipt/).click();
    await field(page, "Our copy to").fill("shop@example.com");
    await section(page, /^Currency, terminal and purpose/).click();
    await field(page, "Terminal").fill("T-4");
    await page.getByLabel("Recurring payment").check();
    await pay(page).click();
    await expect(field(page, "Deliver on")).toHaveAccessibleDescription(/year-month-day/);
    await expect(field(page, "Guests")).toHaveAccessibleDescription(/with digits/);
    await field(page, "Deliver on").fill("2026-11-30");
    await field(page, "Guests").fill("12");
    await pay(page).click();
    await expect(resultOf(page)).toHaveText(/^Approved/);
    expect(await newestAtGateway(console)).toMatchObject({
      custom_fields: { "2": "08:00 to 10:00", "7": "Priya", "8": "2026-11-30", "9": "Large", "10": "12" },
      customer: { payment_methods: [{ type: "cc" }] },
      merchant_email: "shop@example.com",
      terminal: "T-4",
      traits: { is_recurring: true },
    });
    await page.getByRole("link", { name: "Open the transaction" }).click();
    await expect(page.getByText("Deliver on", { exact: true })).toBeVisible();
    await expect(page.getByText("2026-11-30", { exact: true })).toBeVisible();
  });

  await test.step("an amount in yen has no decimals, and its rest is not offered to cash or a check", async () => {
    await openNextForm(page);
    // A section that was left open stays open.
    if (!(await field(page, "Currency").isVisible()))
      await section(page, /^Currency, terminal and purpose/).click();
    await field(page, "Currency").fill("jpy");
    await fillCard(page, { amount: "6700.50", number: visa });
    await pay(page).click();
    await expect(field(page, "Amount")).toHaveAccessibleDescription(/JPY has no decimals/);
    await field(page, "Amount").fill("6,700");
    await expect(pay(page)).toHaveAccessibleName(/^Charge ¥6,700/);
    await page.getByRole("button", { name: "Split payment" }).click();
    await page.getByLabel("This payment").fill("3700");
    await pay(page).click();
    await expect(resultOf(page)).toHaveText(/still to collect/);
    await expect(resultOf(page)).toContainText("¥3,700");
    expect(await newestAtGateway(console)).toMatchObject({ amount: "3700", currency: "392" });
    for (const tender of ["Cash", "Check"])
      await expect(resultOf(page).getByRole("button", { name: tender })).toHaveCount(0);
    await resultOf(page).getByRole("button", { name: "Other card" }).click();
    await expect(page.getByRole("region", { name: "Order being paid" })).toContainText("¥3,000 left to pay");
    await expect(page.getByRole("tab", { name: "Saved card" })).toBeVisible();
    for (const tender of ["Cash", "Check"])
      await expect(page.getByRole("tab", { name: tender })).toHaveCount(0);
  });
});

test("items that don't add up to the amount are charged once that is confirmed, or set it", async ({
  as,
  console,
}) => {
  const page = await as("clerk");
  await page.goto("/charge");

  await test.step("a difference is charged once it is confirmed, and another one is asked about again", async () => {
    await fillCard(page, { amount: "21.00", number: visa });
    await section(page, /^Line items/).click();
    await page.getByRole("button", { name: "Add item" }).click();
    const item = page.getByRole("group", { name: "Item 1" });
    await item.getByLabel("Name").fill("Case");
    await item.getByLabel("Unit price").fill("18.50");
    await page.getByRole("checkbox", { name: "Charge $21.00 anyway" }).check();
    await field(page, "Amount").fill("22.00");
    await expect(page.getByRole("checkbox", { name: "Charge $22.00 anyway" })).not.toBeChecked();
    await pay(page).click();
    await expect(page.getByRole("checkbox", { name: "Charge $22.00 anyway" })).toBeFocused();
    await page.getByRole("checkbox", { name: "Charge $22.00 anyway" }).check();
    await pay(page).click();
    await expect(resultOf(page)).toHaveText(/^Approved/);
    expect(await newestAtGateway(console)).toMatchObject({ amount: "22.00", lineitems: [{ cost: "18.50" }] });
  });

  await test.step("pasted items say by how much they miss the amount, and set it", async () => {
    await openNextForm(page);
    // A section that was left open stays open.
    const paste = page.getByRole("button", { name: "Paste from spreadsheet" });
    if (!(await paste.isVisible())) await section(page, /^Line items/).click();
    await fillCard(page, { amount: "500.00", number: visa });
    await paste.click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Copied rows").fill("BQ-L\tBouquet\t4\t48,00");
    await expect(dialog.getByLabel("Copied rows")).toHaveAccessibleDescription(/Row 1, unit price/);
    await expect(dialog.getByRole("button", { name: "Add 1 item" })).toBeDisabled();
    await dialog
      .getByLabel("Copied rows")
      .fill("Item\tName\tQty\tPrice\tTax\nBQ-L\tBouquet\t4\t48.00\t15.84\nVS\tVase\t2\t42\t");
    await expect(dialog.getByRole("button", { name: "Add 2 items" })).toBeVisible();
    await page.keyboard.press("Control+Enter");
    await expect(dialog).toHaveCount(0);
    await expect(page.getByText("The amount is $208.16 more than the items").first()).toBeVisible();
    await pay(page).click();
    const confirm = page.getByRole("checkbox", { name: "Charge $500.00 anyway" });
    await expect(confirm).toBeFocused();
    await expect(confirm).toHaveAccessibleDescription(/Correct it, or confirm the difference/);
    await expect(page.getByText(/^For level 3 rates add: PO number, tax,/)).toBeVisible();
    await page.getByRole("button", { name: "Set the amount to $291.84" }).click();
    await expect(page.getByText("They add up to the amount")).toBeVisible();

    await page.getByRole("button", { name: "Add item" }).click();
    const third = page.getByRole("group", { name: "Item 3" });
    await expect(third.getByLabel("Product key")).toBeFocused();
    await third.getByLabel("Name").fill("Case");
    await third.getByLabel("Unit price").fill("18.50");
    await third.getByRole("button", { name: "More about this item" }).click();
    await third.getByLabel("Unit of measure").fill("EA");
    await third.getByLabel("Commodity code").fill("48101500");
    await page.getByRole("button", { name: "Remove item 2" }).click();
    await page.getByRole("button", { name: "Set the amount to $226.34" }).click();
    await pay(page).click();
    await expect(resultOf(page)).toHaveText(/^Approved/);
    expect(await newestAtGateway(console)).toMatchObject({
      amount: "226.34",
      lineitems: [
        { product_key: "BQ-L", name: "Bouquet", qty: "4.0000", cost: "48.00", tax_amount: "15.84" },
        { name: "Case", qty: "1.0000", cost: "18.50", um: "EA", commodity_code: "48101500" },
      ],
    });
  });
});
