import type { Page } from "@playwright/test";
import { expect, test } from "#e2e/support/console.ts";
import { fillCard } from "#e2e/support/pages/charge-card.ts";
import { bookStates } from "./book-states.ts";
import { makeRecords, openState } from "./page-state.ts";

// A console of its own: a flow must find what it has made.
test.use({ settings: { MERCHANT_NAME: "Focus Street Flowers" } });

const visa = "4000100011112224";

/** The element with the focus, as a person would find it; "nothing" when the focus is lost. */
const focusOf = (page: Page) =>
  page.evaluate(() => {
    const element = document.activeElement;
    if (!element || element === document.body || element === document.documentElement) return "nothing";
    return `${element.tagName.toLowerCase()} ${element.getAttribute("aria-label") ?? element.id ?? ""}`;
  });

/** The focus may move a frame after what it left. */
const expectFocus = (page: Page, after: string) =>
  expect.poll(() => focusOf(page), { message: `focus after ${after}`, timeout: 3000 }).not.toBe("nothing");

const isDialog = ({ name }: { name: string }) =>
  /void|change amount|save search|export|forget|decision|close|cash refund|import|entry|rules/.test(name) &&
  !/^exports|error$|^drawer, closed|^closed batch$/.test(name);

test("the focus is where it was once a dialog has closed, whichever it is", async ({
  as,
  console: running,
}) => {
  test.setTimeout(240_000);
  const records = await makeRecords(running);
  const page = await as("manager");
  const dialogs = bookStates.filter(isDialog);
  expect(dialogs.length).toBeGreaterThan(8);
  for (const state of bookStates.filter((each) => isDialog(each) || each.name === "drawer, open")) {
    await openState(page, state, records, running);
    if (state.name === "drawer, open") continue;
    await expectFocus(page, `${state.name} opened`);
    await page.keyboard.press("Escape");
    await expect(page.getByRole("dialog"), state.name).toHaveCount(0);
    await expectFocus(page, `${state.name} closed`);
  }
});

test("the focus is never lost while a payment is taken, corrected and found", async ({ as }) => {
  const page = await as("clerk");
  await page.goto("/charge");
  await expect(page.getByRole("button", { name: "Sign out" })).toBeEnabled();
  await expectFocus(page, "the charge page");
  const result = page.getByRole("region", { name: "Result" });
  for (const [number, amount, text] of [
    [visa, "71.20", /^Approved/],
    ["4000300011112220", "72.20", /^Declined/],
  ] as const) {
    await fillCard(page, { amount, number, cvc: "123" });
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

  await page.goto("/transactions?q=71.20");
  await page.getByRole("table", { name: "Transactions found" }).getByRole("link").first().click();
  await expect(page.getByRole("region", { name: "Actions" })).toBeVisible();
  await page.getByRole("button", { name: "Void", exact: true }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Void", exact: true }).click();
  await expect(result).toHaveText(/^Approved\. Voided/);
  await expectFocus(page, "the void");
});

test("the focus goes to the page that a link or key leads to, not to nothing", async ({ as }) => {
  const page = await as("manager");
  await page.goto("/batches");
  await expect(page.getByRole("button", { name: "Sign out" })).toBeEnabled();
  for (const [name, path] of [
    ["Attention", "/attention"],
    ["Gateway", "/gateway"],
  ] as const) {
    await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name }).first().focus();
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL(new RegExp(`${path}$`));
    await expectFocus(page, path);
  }
});
