import type { Page } from "@playwright/test";
import { expect, test } from "#e2e/support/console.ts";
import { attemptId, chargeCard, fillCard } from "#e2e/support/pages/charge-card.ts";
import type { RunningConsole } from "#e2e/support/running-console.ts";

const visa = "4000100011112224";
const resultOf = (page: Page) => page.getByRole("region", { name: "Result" });
const pay = (page: Page) => page.getByRole("button", { name: /^(Charge|Authorize)/ });
const field = (page: Page, label: string) => page.getByLabel(label, { exact: true });

/** An amount that only this test uses: the same card is used by all. */
let cents = 20_000;
function newAmount(): string {
  cents += 100;
  return (cents / 100).toFixed(2);
}

/** Charges so that the reply is lost and the gateway shows no trace of the payment. */
async function loseForGood(console: RunningConsole, page: Page, amount: string): Promise<void> {
  await console.control("POST", "/faults", { kind: "status-500", command: "sale", times: 1 });
  const result = await chargeCard(page, { amount, number: visa });
  await expect(result).toHaveText(/^We don't know yet\. Do not charge again\./);
}

async function charges(console: RunningConsole, amount: string): Promise<number> {
  const { body } = await console.gateway("GET", "/transactions?limit=100");
  const { data } = body as { data: { amount: string }[] }; // the sandbox's own list
  return data.filter((transaction) => transaction.amount === amount).length;
}

async function decideNotMoved(page: Page): Promise<void> {
  const dialog = page.getByRole("dialog");
  await dialog.getByText("It did not move").click();
  await dialog.getByLabel("How do you know").fill("The processor's portal does not have it.");
  await dialog.getByRole("button", { name: "Record the decision" }).click();
}

test("a second workstation cannot charge a card whose payment is unknown at the first, sees why, and can once it is settled", {
  tag: "@both-stores",
}, async ({ as, console }) => {
  const amount = newAmount();
  const [page, other, manager] = [await as("clerk"), await as("admin"), await as("manager")];
  await loseForGood(console, page, amount);
  await expect(resultOf(page)).toContainText("Held back at every workstation");

  const held = await chargeCard(other, { amount, number: visa, invoice: "A-17" });
  await expect(held).toHaveText(/^Held back\. Nothing was sent\./);
  await expect(held).toContainText("Mira Castellanos");
  await expect(held).toContainText("Its answer was lost");
  expect(await charges(console, amount)).toBe(0);

  await manager.goto("/attention");
  const open = manager.getByRole("listitem").filter({ hasText: `$${amount}` });
  await open.getByRole("button", { name: /^Decide/ }).click();
  await decideNotMoved(manager);
  await expect(held).toContainText("It is settled now");
  await expect(held).not.toContainText("has no answer yet");
  await held.getByRole("button", { name: "Back to the form" }).click();
  await expect(field(other, "Amount")).toHaveValue(amount);
  await expect(field(other, "Invoice")).toHaveValue("A-17");
  await expect(field(other, "Card number")).toHaveValue("");
  await field(other, "Card number").fill(visa);
  await pay(other).click();
  await expect(resultOf(other)).toHaveText(/^Approved/);
  expect(await charges(console, amount)).toBe(1);
});

test("a blocked clerk goes on with the next customer, and another amount is not blocked", async ({
  as,
  console,
}) => {
  const amount = newAmount();
  const page = await as("clerk");
  await loseForGood(console, page, amount);
  const held = await chargeCard(page, { amount, number: visa });
  await expect(held).toHaveText(/^Held back/);
  await expect(held.getByRole("button", { name: /anyway/ })).toHaveCount(0);
  await expect(held).toContainText("ask a manager");
  await expect(held).toBeFocused();
  await page.keyboard.press("n");
  await expect(field(page, "Amount")).toHaveValue("");
  await fillCard(page, { amount: newAmount(), number: visa });
  await pay(page).click();
  await expect(resultOf(page)).toHaveText(/^Approved/);
});

test("a manager overrides the block with a reason, without typing the card again, and the reason is kept", async ({
  as,
  console,
}) => {
  const amount = newAmount();
  const [page, manager] = [await as("clerk"), await as("manager")];
  await loseForGood(console, page, amount);
  const held = await chargeCard(manager, { amount, number: visa });
  await expect(held).toHaveText(/^Held back/);
  await held.getByRole("button", { name: /anyway/ }).click();
  await expect(held.getByText("Say why, in a few words.")).toBeVisible();
  await held.getByLabel("Reason").fill("The customer buys a second, equal basket.");
  await held.getByRole("button", { name: /anyway/ }).click();
  await expect(resultOf(manager)).toHaveText(/^Approved/);
  expect(await charges(console, amount)).toBe(1);
  const attempt = await manager.request.get(`/api/console/attempts/${await attemptId(manager)}`);
  expect(JSON.stringify(await attempt.json())).toContain("The customer buys a second, equal basket.");
});

test("the same card and amount within ten minutes needs a confirmation, and is charged after it", async ({
  as,
  console,
}) => {
  const amount = newAmount();
  const [page, other] = [await as("clerk"), await as("manager")];
  await expect(await chargeCard(page, { amount, number: visa, invoice: "B-1" })).toHaveText(/^Approved/);

  await other.goto("/charge");
  await expect(other.getByRole("tab", { name: "Card", exact: true })).toBeEnabled();
  await fillCard(other, { amount, number: visa, invoice: "B-2" });
  // With its own order id it isn't a duplicate to the gateway either.
  await other.getByText("Order details").click();
  await field(other, "Order id").fill("second-basket");
  await pay(other).click();
  const asked = resultOf(other);
  await expect(asked).toHaveText(/^Already charged\? Nothing has been sent\./);
  await expect(asked).toContainText("by Mira Castellanos");
  await expect(asked).toContainText("invoice B-1");
  expect(await charges(console, amount)).toBe(1);
  await other.keyboard.press("Control+Enter");
  expect(await charges(console, amount)).toBe(1);

  await asked.getByRole("button", { name: `Charge $${amount} anyway` }).click();
  await expect(resultOf(other)).toHaveText(/^Approved/);
  expect(await charges(console, amount)).toBe(2);
});

test("a manager charges a second payment past the gateway's duplicate check with a reason, without typing the card again", async ({
  as,
  console,
}) => {
  const amount = newAmount();
  const [page, manager] = [await as("clerk"), await as("manager")];
  await expect(await chargeCard(page, { amount, number: visa })).toHaveText(/^Approved/);
  const stopped = await chargeCard(page, { amount, number: visa });
  await expect(stopped).toContainText("it may stop the same kind of payment too");
  await expect(stopped).toContainText("needs a manager");
  await expect(stopped.getByRole("button", { name: /past its check/ })).toHaveCount(0);

  const asked = await chargeCard(manager, { amount, number: visa });
  await asked.getByLabel("Why it is a second payment").fill("A second, equal basket.");
  await asked.getByRole("button", { name: `Charge $${amount} past its check` }).click();
  await expect(resultOf(manager)).toHaveText(/^Approved/);
  expect(await charges(console, amount)).toBe(2);
});

test("a payment that was voided is charged again without a question", async ({ as, console }) => {
  // The void may have to wait for the next minute of the shared limit.
  test.setTimeout(120_000);
  const amount = newAmount();
  const page = await as("clerk");
  const charge = { amount, number: visa };
  await expect(await chargeCard(page, { ...charge, invoice: "V-1" })).toHaveText(/^Approved/);
  await page.getByRole("link", { name: "Open the transaction" }).click();
  await page
    .getByRole("region", { name: "Actions" })
    .getByRole("button", { name: "Void", exact: true })
    .click();
  const dialog = page.getByRole("dialog", { name: `Void $${amount}?` });
  await dialog.getByRole("button", { name: "Void", exact: true }).click();
  await expect(resultOf(page)).toHaveText(/^Approved\. Voided\./, { timeout: 60_000 });

  await expect(await chargeCard(page, { ...charge, invoice: "V-2" })).toHaveText(/^Approved/);
  expect(await charges(console, amount)).toBe(2);
});

test("a user who cancels the confirmation gets the form back, without the card number", async ({
  as,
  console,
}) => {
  const amount = newAmount();
  const page = await as("clerk");
  await expect(await chargeCard(page, { amount, number: visa })).toHaveText(/^Approved/);
  const asked = await chargeCard(page, { amount, number: visa, cvc: "999" });
  await expect(asked).toHaveText(/^Already charged/);
  await asked.getByRole("button", { name: "Do not charge" }).click();
  await expect(field(page, "Amount")).toHaveValue(amount);
  await expect(field(page, "Card number")).toHaveValue("");
  await expect(field(page, "Security code")).toHaveValue("");
  expect(await charges(console, amount)).toBe(1);
});

test("a page left before the confirmation has forgotten the card", async ({ as }) => {
  const amount = newAmount();
  const page = await as("clerk");
  await expect(await chargeCard(page, { amount, number: visa })).toHaveText(/^Approved/);
  const asked = await chargeCard(page, { amount, number: visa });
  await expect(asked).toHaveText(/^Already charged/);
  await page.evaluate(() => window.dispatchEvent(new PageTransitionEvent("pagehide")));
  await expect(page.getByRole("alert").filter({ hasText: "Nothing was sent" })).toBeVisible();
  await expect(field(page, "Card number")).toHaveValue("");
});

test("a card with an unknown payment by number is also blocked by its token", async ({ as, console }) => {
  const page = await as("clerk");
  await page.goto("/charge");
  await expect(page.getByRole("tab", { name: "Card", exact: true })).toBeEnabled();
  await page.getByLabel("Save this card for next time").check();
  await fillCard(page, { amount: newAmount(), number: visa });
  await pay(page).click();
  await expect(resultOf(page)).toHaveText(/^Approved/);
  const token = await resultOf(page).locator("code").textContent();

  const amount = newAmount();
  await loseForGood(console, page, amount);
  await page.goto("/charge");
  const tab = page.getByRole("tab", { name: "Saved card", exact: true });
  await tab.click();
  await field(page, "Amount").fill(amount);
  await field(page, "Token").fill(token ?? "");
  await pay(page).click();
  await expect(resultOf(page)).toHaveText(/^Held back/);
});
