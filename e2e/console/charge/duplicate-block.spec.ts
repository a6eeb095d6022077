import type { Page } from "@playwright/test";
import { expect, test } from "#e2e/support/console.ts";
import {
  attemptId,
  chargeCard,
  chargeNextCard,
  fillCard,
  resultOf,
  visa,
} from "#e2e/support/pages/charge-card.ts";
import { openFromMenu } from "#e2e/support/pages/open-from-menu.ts";
import type { RunningConsole } from "#e2e/support/running-console.ts";

const pay = (page: Page) => page.getByRole("button", { name: /^(Charge|Authorize)/ });
const field = (page: Page, label: string) => page.getByLabel(label, { exact: true });

/** An amount that only this test uses: the same card is used by all. */
let cents = 20_000;
function newAmount(): string {
  cents += 100;
  return (cents / 100).toFixed(2);
}

/** Charges from the result that is shown so that the reply is lost and the gateway shows no trace of the payment. */
async function loseForGood(console: RunningConsole, page: Page, amount: string) {
  await console.control("POST", "/faults", { kind: "status-500", command: "sale", times: 1 });
  const result = await chargeNextCard(page, { amount, number: visa });
  await expect(result).toHaveText(/^We don't know yet\. Do not charge again\./);
}

async function charges(console: RunningConsole, amount: string): Promise<number> {
  const { body } = await console.gateway("GET", "/transactions?limit=100");
  const { data } = body as { data: { amount: string }[] }; // the sandbox's own list
  return data.filter((transaction) => transaction.amount === amount).length;
}

/** Decides at Attention, from any page that is open, that the payment of this amount did not move. */
async function decideNotMoved(page: Page, amount: string): Promise<void> {
  await openFromMenu(page, /^Attention/);
  const open = page.getByRole("listitem").filter({ hasText: `$${amount}` });
  await open.getByRole("button", { name: /^Decide/ }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByText("It did not move").click();
  await dialog.getByLabel("How do you know").fill("The processor's portal does not have it.");
  await dialog.getByRole("button", { name: "Record the decision" }).click();
}

test("an unknown payment blocks its card and amount at every workstation, by number and token, until a manager overrides it or its outcome is known", async ({
  as,
  console,
}) => {
  const [page, manager] = [await as("clerk"), await as("manager")];
  await chargeCard(page, { amount: newAmount(), number: visa }, () =>
    page.getByLabel("Save this card for next time").check(),
  );
  await expect(resultOf(page)).toHaveText(/^Approved/);
  const token = await resultOf(page).locator("code").textContent();
  const amount = newAmount();
  await loseForGood(console, page, amount);
  await expect(resultOf(page)).toContainText("Blocked at every workstation");

  await test.step("by number", async () => {
    const held = await chargeNextCard(page, { amount, number: visa });
    await expect(held).toHaveText(/^Held back: possible duplicate/);
    await expect(held.getByRole("button", { name: /anyway/ })).toHaveCount(0);
    await expect(held).toContainText("ask a manager");
    await expect(held).toBeFocused();
  });

  await test.step("by token", async () => {
    await page.keyboard.press("n");
    await expect(field(page, "Amount")).toHaveValue("");
    await page.getByRole("tab", { name: "Saved card", exact: true }).click();
    await field(page, "Amount").fill(amount);
    await field(page, "Token").fill(token ?? "");
    await pay(page).click();
    await expect(resultOf(page)).toHaveText(/^Held back: possible duplicate/);
  });

  await test.step("the clerk goes on with the next customer, and another amount is not blocked", async () => {
    await chargeNextCard(page, { amount: newAmount(), number: visa });
    await expect(resultOf(page)).toHaveText(/^Approved/);
  });

  await test.step("a second workstation sees why; a manager overrides it with a reason, without typing the card again, and the reason is kept", async () => {
    const held = await chargeCard(manager, { amount, number: visa });
    await expect(held).toHaveText(/^Held back: possible duplicate\. Nothing was sent\./);
    await expect(held).toContainText("Mira Castellanos");
    await expect(held).toContainText("Its outcome is unknown");
    expect(await charges(console, amount)).toBe(0);
    await held.getByRole("button", { name: /anyway/ }).click();
    await expect(held.getByText("Say why, in a few words.")).toBeVisible();
    await held.getByLabel("Reason").fill("The customer buys a second, equal basket.");
    await held.getByRole("button", { name: /anyway/ }).click();
    await expect(resultOf(manager)).toHaveText(/^Approved/);
    expect(await charges(console, amount)).toBe(1);
    const attempt = await manager.request.get(`/api/console/attempts/${await attemptId(manager)}`);
    expect(JSON.stringify(await attempt.json())).toContain("The customer buys a second, equal basket.");
  });

  await test.step("once the outcome is known, the workstation that was blocked charges it", async () => {
    const second = newAmount();
    await loseForGood(console, page, second);
    const held = await chargeNextCard(page, { amount: second, number: visa, invoice: "A-17" });
    await expect(held).toHaveText(/^Held back: possible duplicate/);
    await decideNotMoved(manager, second);
    await expect(held).toContainText("The outcome is known now");
    await expect(held).not.toContainText("has no answer yet");
    await held.getByRole("button", { name: "Back to the form" }).click();
    await expect(field(page, "Amount")).toHaveValue(second);
    await expect(field(page, "Invoice")).toHaveValue("A-17");
    await expect(field(page, "Card number")).toHaveValue("");
    await field(page, "Card number").fill(visa);
    await pay(page).click();
    await expect(resultOf(page)).toHaveText(/^Approved/);
    expect(await charges(console, second)).toBe(1);
  });
});

test("the same card and amount within ten minutes needs a confirmation", async ({ as, console }) => {
  const [page, other] = [await as("clerk"), await as("manager")];
  const amount = newAmount();
  const shown = resultOf(page);
  await expect(await chargeCard(page, { amount, number: visa, invoice: "B-1" })).toHaveText(/^Approved/);

  await test.step("a user who cancels it gets the form back, without the card number", async () => {
    await chargeNextCard(page, { amount, number: visa, cvc: "999" });
    await expect(shown).toHaveText(/^Already charged/);
    await expect(shown).toContainText("it may also stop the same kind of payment");
    await expect(shown).toContainText("Only a manager or an admin can skip that detection.");
    await expect(shown.getByRole("button", { name: /as a second payment/ })).toHaveCount(0);
    await shown.getByRole("button", { name: "Do not charge" }).click();
    await expect(field(page, "Amount")).toHaveValue(amount);
    await expect(field(page, "Card number")).toHaveValue("");
    await expect(field(page, "Security code")).toHaveValue("");
    expect(await charges(console, amount)).toBe(1);
  });

  await test.step("a page left before it has forgotten the card", async () => {
    await fillCard(page, { amount, number: visa });
    await pay(page).click();
    await expect(shown).toHaveText(/^Already charged/);
    await page.evaluate(() => window.dispatchEvent(new PageTransitionEvent("pagehide")));
    await expect(page.getByRole("alert").filter({ hasText: "Nothing was sent" })).toBeVisible();
    await expect(field(page, "Card number")).toHaveValue("");
  });

  await test.step("with its own order id it is charged after it", async () => {
    const asked = await chargeCard(other, { amount, number: visa, invoice: "B-2" }, async () => {
      // With it, it isn't a duplicate to the gateway either.
      await other.getByText("Order details").click();
      await field(other, "Order id").fill("second-basket");
    });
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

  await test.step("a manager skips the gateway's duplicate detection with a reason, without typing the card again", async () => {
    const asked = await chargeNextCard(other, { amount, number: visa, invoice: "B-1" });
    await asked.getByLabel("Why it is a second payment").fill("A second, equal basket.");
    await asked.getByRole("button", { name: `Charge $${amount} as a second payment` }).click();
    await expect(resultOf(other)).toHaveText(/^Approved/);
    expect(await charges(console, amount)).toBe(3);
  });
});
