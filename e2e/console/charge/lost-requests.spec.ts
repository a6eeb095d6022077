import type { Page } from "@playwright/test";
import { expect, test } from "#e2e/support/console.ts";
import { keepRequests } from "#e2e/support/late-requests.ts";
import { fillCard, openNextForm, resultOf, visa } from "#e2e/support/pages/charge-card.ts";
import { takePaymentAtGateway } from "#e2e/support/pages/take-payment-at-gateway.ts";
import { actionButton as action, openActions } from "#e2e/support/pages/transaction-page.ts";
import type { RunningConsole } from "#e2e/support/running-console.ts";

const charge = (page: Page) => page.getByRole("button", { name: /^Charge/ });
const cardNumber = (page: Page) => page.getByLabel("Card number", { exact: true });
const canceled = (page: Page) =>
  page.getByRole("alert").filter({ hasText: "It is canceled: no money moved" });

async function countAtGateway(console: RunningConsole, invoice: string): Promise<number> {
  const { body } = await console.gateway("GET", "/transactions?limit=100");
  const { data } = body as { data: { invoice?: string }[] }; // the sandbox's own list
  return data.filter((transaction) => transaction.invoice === invoice).length;
}

test("a payment whose request comes late, or never, is canceled before anything is said of it, and is then taken once", async ({
  as,
  console,
}) => {
  const page = await as("clerk");
  await page.clock.install();
  await page.goto("/charge");

  await test.step("late, after its page said that no money moved", async () => {
    await fillCard(page, { amount: "16.20", number: visa, invoice: "late-1" });
    const first = await keepRequests(page, "**/charge");
    await charge(page).click();
    await expect(canceled(page)).toBeInViewport();
    await expect(cardNumber(page)).toHaveValue("");
    await expect(cardNumber(page)).toBeFocused();
    await first.release();
    expect((await first.deliver()).status()).toBe(200);
    expect(await countAtGateway(console, "late-1")).toBe(0);
    await cardNumber(page).fill(visa);
    await charge(page).click();
    await expect(resultOf(page)).toHaveText(/^Approved/);
    expect(await countAtGateway(console, "late-1")).toBe(1);
  });

  await test.step("late, after its page was left: the next charge page leads to it", async () => {
    await openNextForm(page);
    await fillCard(page, { amount: "16.30", number: visa, invoice: "late-2" });
    const left = await keepRequests(page, "**/charge");
    await page.route("**/api/console/attempts/*", (route) => route.abort());
    await charge(page).click();
    await expect(page.getByText("We lost the connection to the console")).toBeVisible();
    const pages = page.getByRole("navigation", { name: "Main" });
    await pages.getByRole("link", { name: "Transactions" }).click();
    await expect(page).toHaveURL(/\/transactions/);
    await page.unroute("**/api/console/attempts/*");
    await left.release();
    await pages.getByRole("link", { name: "Charge" }).click();
    await expect(page.getByText("There is no payment at this address")).toBeVisible();
    expect((await left.deliver()).status()).toBe(200);
    expect(await countAtGateway(console, "late-2")).toBe(0);
  });

  await test.step("never, though the connection stays: the next press is sent all the same", async () => {
    await fillCard(page, { amount: "16.40", number: visa, invoice: "never" });
    // It is neither answered nor ended.
    await page.route("**/charge", (route) =>
      route.request().method() === "POST" ? undefined : route.fallback(),
    );
    await charge(page).click();
    await expect(page.getByText("Charging $16.40 to Visa ending 2224")).toBeVisible();
    await page.clock.fastForward(90_000);
    await expect(canceled(page)).toBeVisible();
    await page.unroute("**/charge");
    await cardNumber(page).fill(visa);
    await charge(page).click();
    await expect(resultOf(page)).toHaveText(/^Approved/);
    expect(await countAtGateway(console, "never")).toBe(1);
  });
});

test("a second payment that skips the gateway's duplicate detection is made once, however often it is submitted", async ({
  as,
  console,
}) => {
  const page = await as("manager");
  const key = await takePaymentAtGateway(console, {
    amount: "9.37",
    orderid: "ORDER-91",
    invoice: "AGAIN-9",
  });
  const actions = await openActions(page, key);
  const dialog = page.getByRole("dialog");
  const repeat = async () => {
    await action(actions, "Repeat sale").click();
    await dialog.getByRole("button", { name: "Repeat sale", exact: true }).click();
  };
  await repeat();
  await expect(resultOf(page)).toHaveText(/^Approved/);
  await repeat();
  await dialog.getByRole("button", { name: /anyway$/ }).click();
  await expect(resultOf(page)).toHaveText(/Nothing was charged again/);
  await resultOf(page).getByLabel("Why it is a second payment").fill("Two bouquets for two people");
  await resultOf(page).getByRole("button", { name: "Repeat sale anyway" }).dblclick();
  await expect(resultOf(page)).toHaveText(/^Approved/);
  expect(await countAtGateway(console, "AGAIN-9")).toBe(3);
});
