import { expect, type Locator, type Page } from "@playwright/test";

/** The test card of the first row of lib/gateway/test-cards.ts: the issuer approves it. */
export const visa = "4000100011112224";

/** The result of a payment or of an action, as the page shows it. */
export const resultOf = (page: Page): Locator => page.getByRole("region", { name: "Result" });

export type CardCharge = {
  /** In dollars, as typed: "12.50". */
  amount: string;
  /** A test card of lib/gateway/test-cards.ts. */
  number: string;
  /** As typed, MM/YY; December of next year when left out. */
  expires?: string;
  cvc?: string;
  name?: string;
  invoice?: string;
};

/**
 * Opens the charge page, charges a card by the form and returns the result, which may not be there yet.
 * `beforePress` runs when the form is filled in.
 */
export async function chargeCard(
  page: Page,
  charge: CardCharge,
  beforePress?: () => Promise<void>,
): Promise<Locator> {
  await page.goto("/charge");
  return chargeShownForm(page, charge, beforePress);
}

/** The same from the result that is shown, without loading the page again. */
export async function chargeNextCard(
  page: Page,
  charge: CardCharge,
  beforePress?: () => Promise<void>,
): Promise<Locator> {
  await openNextForm(page);
  return chargeShownForm(page, charge, beforePress);
}

/** Opens an empty form in place of the result that is shown, without loading the page again. */
export async function openNextForm(page: Page): Promise<void> {
  const next = page.getByRole("button", { name: "Next customer" });
  // A declined or partly approved payment offers other ways to go on.
  const link = page.getByRole("link", { name: /^Charge/ }).first();
  await ((await next.isVisible()) ? next : link).click();
  await expect(page.getByLabel("Amount", { exact: true })).toHaveValue("");
}

/** The same in the form that is shown. */
export async function chargeShownForm(
  page: Page,
  charge: CardCharge,
  beforePress?: () => Promise<void>,
): Promise<Locator> {
  const tab = page.getByRole("tab", { name: "Card", exact: true });
  await tab.click();
  await fillCard(page, charge);
  await beforePress?.();
  await page.getByRole("button", { name: /^(Charge|Authorize)/ }).click();
  return resultOf(page);
}

/** Fills the card form that is shown; what is left out stays as it is, the expiry excepted. */
export async function fillCard(page: Page, charge: CardCharge): Promise<void> {
  const values = {
    Amount: charge.amount,
    "Card number": charge.number,
    Expires: charge.expires ?? nextDecember(),
    "Security code": charge.cvc,
    "Name on card": charge.name,
    Invoice: charge.invoice,
  };
  for (const [label, value] of Object.entries(values))
    if (value !== undefined) await page.getByLabel(label, { exact: true }).fill(value);
}

/** The id of the attempt that a charge page shows. Its address follows the result, so it may have to be waited for. */
export async function attemptId(page: Page): Promise<string> {
  await expect(page).toHaveURL(/\/charge\/[\w-]{16,}$/);
  return page.url().split("/").at(-1) ?? "";
}

function nextDecember(): string {
  return `12/${String((new Date().getFullYear() + 1) % 100).padStart(2, "0")}`;
}
