import { expect, test } from "#e2e/support/console.ts";
import { fillCard, resultOf, visa } from "#e2e/support/pages/charge-card.ts";

test.use({ merchantSettings: { MERCHANT_LOCALE: "de-DE" } });

test("a decimal point is refused at the field, and a decimal comma is charged as the cents it is", async ({
  as,
  console,
}) => {
  const page = await as("clerk");
  await page.goto("/charge");
  const amount = page.getByLabel("Amount", { exact: true });
  await page.getByRole("tab", { name: "Card", exact: true }).click();
  await fillCard(page, { amount: "12.50", number: visa });
  await page.getByRole("button", { name: "Charge", exact: true }).click();
  await expect(amount).toHaveAccessibleDescription(/Use a decimal comma for cents: 12,50/);
  // It is never read as thousands.
  await expect(amount).toHaveValue("12.50");
  await amount.fill("42");
  await amount.press("Tab");
  await expect(amount).toHaveValue("42,00");

  await amount.fill("1.234,50");
  await expect(amount).toHaveAccessibleDescription(/Read as 1\.234,50.\$/);
  await page.getByRole("button", { name: /^Charge 1\.234,50.\$/ }).click();
  const result = resultOf(page);
  await expect(result).toHaveText(/^Approved/);
  await expect(result).toContainText(/1\.234,50.\$/);
  const { body } = await console.gateway("GET", "/transactions?limit=1");
  expect(body).toMatchObject({ data: [{ amount: "1234.50" }] });
});

test("days and times are the locale's, and a day is typed as it is shown", async ({ as, console }) => {
  const errors: string[] = [];
  const page = await as("manager");
  page.on("console", (message) => message.type() === "error" && errors.push(message.text()));
  await console.gateway("POST", "/transactions", {
    command: "sale",
    amount: "7.00",
    creditcard: { number: visa, expiration: "1232" },
    ignore_duplicate: true,
  });
  await console.closeBatch();
  await page.goto("/batches");
  const batches = page.getByRole("table", { name: "Batches" });
  const times = batches.getByText(/\d{2}:\d{2}$/).filter({ visible: true });
  await expect(times.first()).toBeVisible();
  await expect(batches.getByText(/\d:\d{2} [AP]M/)).toHaveCount(0);
  await page.getByLabel("Opened from", { exact: true }).fill("7.11.2027");
  await page.getByLabel("Opened from", { exact: true }).press("Enter");
  await expect(page).toHaveURL(/2027-11-07/);
  // Server and browser render the same text, so hydration finds no mismatch.
  expect(errors).toEqual([]);
});
