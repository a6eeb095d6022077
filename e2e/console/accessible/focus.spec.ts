import { expect, test } from "#e2e/support/console.ts";
import { fillCard, resultOf, visa } from "#e2e/support/pages/charge-card.ts";
import { expectFocus } from "./focus.ts";

/** In no other file: it would be a possible duplicate. */
const amount = "7171.20";

test("the focus is never lost while a payment is taken, corrected and found, and goes to the page that a link or key leads to", async ({
  as,
}) => {
  const page = await as("clerk");
  await page.goto("/charge");
  await expect(page.getByRole("button", { name: "Sign out" })).toBeEnabled();
  await expectFocus(page, "the charge page");
  const result = resultOf(page);
  for (const [number, charged, text] of [
    [visa, amount, /^Approved/],
    ["4000300011112220", "7172.20", /^Declined/],
  ] as const) {
    await fillCard(page, { amount: charged, number, cvc: "123" });
    await expect(page.getByRole("button", { name: /^Charge \$/ })).toBeEnabled();
    await expectFocus(page, "the form");
    await page.keyboard.press("Control+Enter");
    await expect(result).toHaveText(text);
    await expectFocus(page, String(text));
    const next = number === visa ? /^Next customer/ : /^Edit and try again/;
    await expect(page.getByRole("button", { name: next })).toBeEnabled();
    await page.keyboard.press(number === visa ? "n" : "r");
    await expect(result).toHaveCount(0);
    await expectFocus(page, "the next form");
  }
  await page.getByLabel("Amount", { exact: true }).fill("");
  await page.keyboard.press("Control+Enter");
  await expect(page.locator("[aria-invalid=true]").first()).toBeVisible();
  await expectFocus(page, "errors");

  await page.goto(`/transactions?q=${amount}`);
  await page.getByRole("table", { name: "Transactions found" }).getByRole("link").first().click();
  await expect(page.getByRole("region", { name: "Actions" })).toBeVisible();
  await page.getByRole("button", { name: "Void", exact: true }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Void", exact: true }).click();
  await expect(result).toHaveText(/^Approved\. Voided/);
  await expectFocus(page, "the void");

  for (const [name, path] of [
    ["Attention", "/attention"],
    ["Cash drawer", "/drawer"],
  ] as const) {
    await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name }).first().focus();
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL(new RegExp(`${path}$`));
    await expectFocus(page, path);
  }
});
