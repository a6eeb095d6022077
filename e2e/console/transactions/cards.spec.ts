import type { Page } from "@playwright/test";
import { expect, test } from "#e2e/support/console.ts";
import { chargeCard, resultOf, visa } from "#e2e/support/pages/charge-card.ts";
import { isRefused } from "#e2e/support/pages/is-refused.ts";
import { openFromMenu } from "#e2e/support/pages/open-from-menu.ts";

const list = (page: Page) => page.getByRole("table", { name: "Saved cards" });
const row = (page: Page, name: string) => list(page).getByRole("row").filter({ hasText: name });
/** From any page of the console, without loading one. */
const openCards = (page: Page) => openFromMenu(page, "Saved cards");

test("a card saved with a payment and a customer are listed, found by name, and charged from there", async ({
  as,
  console,
}) => {
  const page = await as("clerk");

  await test.step("a card saved with a payment is listed, found by name, and charged from the list", async () => {
    const result = await chargeCard(page, { amount: "31.40", number: visa, name: "Ada Okafor" }, () =>
      page.getByLabel("Save this card for next time").check(),
    );
    await expect(result).toHaveText(/^Approved/);
    await openCards(page);
    await page.getByLabel("Find a saved card").fill("okafor 2224");
    await expect(row(page, "Ada Okafor")).toContainText(["Visa ending 2224"]);
    await expect(row(page, "Ada Okafor")).toContainText(["$31.40"]);
    // Other tests of this console save cards too.
    await row(page, "$31.40").getByRole("link", { name: "Charge Visa ending 2224" }).click();
    await expect(page.getByRole("tab", { name: "Saved card" })).toHaveAttribute("aria-selected", "true");
    await page.getByLabel("Amount", { exact: true }).fill("12.10");
    await expect(page.getByText("Visa ending 2224").first()).toBeVisible();
    await page.getByRole("button", { name: /^Charge/ }).click();
    await expect(resultOf(page)).toHaveText(/^Approved/);
  });

  await test.step("a customer is found, shows cards and payments, and is charged from there", async () => {
    const sale = await console.gateway("POST", "/transactions", {
      command: "sale",
      amount: "64.20",
      invoice: "HOTEL-1",
      email: "marlow@example.com",
      save_customer: true,
      save_card: true,
      billing_address: { company: "Marlow Hotel" },
      creditcard: { number: visa, expiration: "1230" },
    });
    const { key } = sale.body as { key: string }; // it is approved
    // Any page that reads the payment lists its customer.
    expect((await page.request.get(`/transactions/${key}`)).ok()).toBe(true);
    await openCards(page);
    await page.getByRole("radio", { name: "Customers" }).check();
    await page.getByLabel("Find a customer").fill("marlow");
    const panel = page.getByRole("complementary", { name: "Customer" });
    await expect(panel).toContainText("Marlow Hotel");
    await expect(panel).toContainText("marlow@example.com");
    await expect(panel.getByRole("list", { name: "Payments of this customer" })).toContainText("HOTEL-1");
    await expect(panel.getByRole("list", { name: "Saved cards of this customer" })).toContainText(
      "Visa ending 2224",
    );
    await page.reload();
    await expect(page.getByRole("radio", { name: "Customers" })).toBeChecked();
    await page.getByLabel("Find a customer").fill("marlow");
    await panel.getByRole("link", { name: "New charge for this customer" }).click();
    await page.getByText("Customer and addresses", { exact: true }).click();
    await expect(page.getByLabel("Customer key")).not.toHaveValue("");
  });
});

test("cards are saved from payments and by their numbers, with a result for each; a forgotten one leaves this list only, and the focus stays in it", async ({
  as,
  console,
}) => {
  const sale = await console.gateway("POST", "/transactions", {
    command: "sale",
    amount: "18.20",
    creditcard: { number: "6011222233332224", expiration: "0733", cardholder: "Amina Yusuf" },
  });
  const cash = await console.gateway("POST", "/transactions", { command: "cash:sale", amount: "3.10" });
  const [card, other] = [sale, cash].map(({ body }) => (body as { key: string }).key); // both are approved
  const page = await as("manager");
  await page.goto("/cards");
  const payments = page.getByRole("textbox", { name: "Payments" });
  await payments.fill("4000 1000 1111 2224");
  await expect(payments).toHaveValue("");
  await expect(payments).toHaveAccessibleDescription(/This looks like a card number/);
  await payments.fill([card, other, "no-such-payment"].join("\n"));
  await page.getByRole("button", { name: "Save 3 cards" }).click();
  await expect(page.getByRole("list", { name: "Results" }).getByRole("listitem")).toContainText([
    "Saved, Discover ending 2224",
    "Not saved. This payment was not made with a card.",
    "Not saved. The gateway knows no payment by this key or reference number.",
  ]);
  await expect(row(page, "Discover ending 2224").first()).toBeVisible();

  const panel = page.getByRole("region", { name: "Look up a token" });
  await test.step("the gateway keeps a forgotten card: its token still finds it", async () => {
    const answer = await console.gateway("POST", "/tokens", [
      { creditcard: { number: "5555444433332226", expiration: "1230" } },
    ]);
    const [{ key: token }] = answer.body as [{ key: string }]; // one for each card
    const lookUp = async () => {
      await panel.getByLabel("Token", { exact: true }).fill(token);
      await panel.getByRole("button", { name: "Look up" }).click();
      await expect(panel).toContainText("Mastercard ending 2226");
    };
    await lookUp();
    const copy = page.getByRole("button", { name: `Copy token ${token}` });
    const listed = list(page).getByRole("row").filter({ has: copy });
    await expect(listed).toBeVisible();
    await listed.getByRole("button", { name: /^Forget/ }).click();
    const dialog = page.getByRole("dialog");
    await expect(dialog).toContainText("The gateway keeps the card");
    await dialog.getByRole("button", { name: "Forget card" }).click();
    await expect(listed).toHaveCount(0);
    await lookUp();
    await expect(listed).toBeVisible();
  });

  await test.step("the focus goes to the next card, and after the last to the heading", async () => {
    const answer = await console.gateway("POST", "/tokens", [
      { creditcard: { number: "5555444433332226", expiration: "1230" } },
      { creditcard: { number: "371122223332225", expiration: "1230" } },
    ]);
    for (const { key } of answer.body as { key: string }[]) {
      await panel.getByLabel("Token", { exact: true }).fill(key);
      await panel.getByRole("button", { name: "Look up" }).click();
      await expect(list(page).getByRole("button", { name: `Copy token ${key}` })).toBeVisible();
    }
    const forget = list(page).getByRole("button", { name: /^Forget/ });
    for (let left = (await forget.count()) - 1; left >= 0; left -= 1) {
      await forget.first().press("Enter");
      await page.getByRole("dialog").getByRole("button", { name: "Forget card" }).press("Enter");
      await expect(forget).toHaveCount(left);
      const heading = page.getByRole("heading", { name: "Saved cards", level: 2 });
      await expect(left > 0 ? forget.first() : heading).toBeFocused();
    }
  });

  await test.step("cards are saved by their numbers at once; a number the gateway can't take is said in its row", async () => {
    await page.getByRole("radio", { name: "Card numbers" }).check();
    const form = page.getByRole("form", { name: "Save card numbers" });
    await form.getByLabel("Card number").fill("371122223332225");
    await form.getByLabel("Expires").fill("11/29");
    await form.getByLabel("Name on card").fill("Ellis Grant");
    await form.getByRole("button", { name: "Add another card" }).click();
    await form.getByLabel("Card number").nth(1).fill("4000100111112223");
    await form.getByLabel("Expires").nth(1).fill("01/20");
    await form.getByRole("button", { name: "Save 2 cards" }).click();
    await expect(form.getByRole("alert")).toHaveText(/Nothing was saved/);
    await form.getByLabel("Expires").nth(1).fill("01/30");
    await form.getByRole("button", { name: "Save 2 cards" }).click();
    await expect(page.getByRole("list", { name: "Results" }).getByRole("listitem")).toContainText([
      "Saved, American Express ending 2225",
      "Saved, Visa ending 2223",
    ]);
    await expect(form.getByLabel("Card number")).toHaveValue("");
  });
});

test("a bookkeeper, who takes no payments, has no saved cards", async ({ as }) => {
  const page = await as("bookkeeper");
  expect(await isRefused(page.request, "/cards", "charge")).toBe(true);
  expect((await page.request.get("/api/console/cards")).status()).toBe(403);
});
