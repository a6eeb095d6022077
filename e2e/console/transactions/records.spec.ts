import { expect, test } from "#e2e/support/console.ts";
import { keepRequests } from "#e2e/support/late-requests.ts";
import { resultOf } from "#e2e/support/pages/charge-card.ts";
import { takePaymentAtGateway } from "#e2e/support/pages/take-payment-at-gateway.ts";
import { actionButton as action, openActions } from "#e2e/support/pages/transaction-page.ts";

test("a refund whose request reaches the console late is made once, also when it was asked for again or the page was reloaded, and never when it was given up before it arrived", async ({
  as,
  console,
}) => {
  const page = await as("manager");
  const key = await takePaymentAtGateway(console, { amount: "31.70", invoice: "LATE-31" });
  await console.closeBatch();
  const actions = await openActions(page, key);
  const dialog = page.getByRole("dialog");
  const refund = async (amount: string) => {
    await action(actions, "Refund").click();
    await dialog.getByLabel("Amount", { exact: true }).fill(amount);
    await dialog.getByLabel("Reason").selectOption({ index: 1 });
    await page.keyboard.press("Control+Enter");
  };
  const listed = async () => {
    const { body } = await console.gateway("GET", "/transactions?limit=100");
    return (body as { data: { invoice: string }[] }).data.filter(({ invoice }) => invoice === "LATE-31");
  };
  const result = resultOf(page);
  const first = await keepRequests(page, "**/transactions/**");
  await refund("5.00");
  await expect(dialog).toContainText("is canceled: nothing was done. Press Refund again");
  await first.release();
  await page.keyboard.press("Control+Enter");
  await expect(result).toHaveText(/^Approved\. Refunded \$5\.00/);
  expect((await first.deliver()).status()).toBe(200);
  expect(await listed()).toHaveLength(2);

  const second = await keepRequests(page, "**/transactions/**");
  await page.route("**/api/console/attempts/*", (route) => route.abort());
  await refund("6.00");
  await expect(dialog).toContainText(
    "No response from the server. Press Refund again: it is the same action",
  );
  await page.unrouteAll();
  await page.reload();
  await refund("6.00");
  await expect(result).toHaveText(/^Approved\. Refunded \$6\.00/);
  expect((await second.deliver()).status()).toBe(200);
  expect(await listed()).toHaveLength(3);

  const third = await keepRequests(page, "**/transactions/**");
  await page.route("**/api/console/attempts/*", (route) => route.abort());
  await refund("7.00");
  await expect(dialog).toContainText(
    "No response from the server. Press Refund again: it is the same action",
  );
  await page.keyboard.press("Escape");
  await expect(dialog).toHaveCount(0);
  await expect(actions).toContainText("The server didn't respond to an action on this payment.");
  await expect(action(actions, "Refund")).toBeDisabled();
  await page.unrouteAll();
  await expect(actions).toContainText("did not reach the console. It was canceled, and nothing was done.");
  expect((await third.deliver()).status()).toBe(200);
  expect(await listed()).toHaveLength(3);

  await page.route("**/api/console/attempts/*", (route) => route.abort());
  await page.route("**/transactions/**", async (route) => {
    if (route.request().method() !== "POST") return route.fallback();
    await route.fetch();
    await route.abort();
  });
  await refund("8.00");
  await expect(dialog).toContainText(
    "No response from the server. Press Refund again: it is the same action",
  );
  await page.keyboard.press("Escape");
  await expect(action(actions, "Refund")).toBeDisabled();
  await page.unrouteAll();
  await expect(result).toHaveText(/^Approved\. Refunded \$8\.00/);
  expect(await listed()).toHaveLength(4);
});

test("a payment's page claims no match where no address was given, reads bank, fraud and origin on request, and saves the card", async ({
  as,
  console,
}) => {
  const page = await as("clerk");
  const key = await takePaymentAtGateway(console, { amount: "12.34" });
  const actions = await openActions(page, key);
  const details = page.getByRole("region", { name: "Details" });
  await expect(details).not.toContainText("Sandbox Test Bank");
  // No address was given: nothing may be said to match.
  await expect(page.getByRole("region", { name: "Verification" })).not.toContainText("Street matches");
  await details.getByRole("button", { name: "Look up bank, fraud and origin" }).click();
  await expect(details).toContainText("Sandbox Test Bank");
  await expect(details).toContainText(/Card blocked\s*No/);
  await expect(details).toContainText(/Interface\s*rest/);
  await expect(details).toContainText(/Status code\s*P/);

  await actions.getByText("More actions").click();
  await action(actions, "Save card").click();
  const dialog = page.getByRole("dialog");
  await expect(dialog).toHaveAccessibleName("Save Visa ending 2224?");
  await page.keyboard.press("Control+Enter");
  await expect(dialog).toHaveAccessibleName("Card saved");
  const token = await dialog.getByText(/^[a-z0-9]{4}(-[a-z0-9]{4}){3}$/).textContent();
  const { body } = await console.gateway("GET", `/tokens/${token}`);
  expect(body).toMatchObject({ card_type: "Visa" });
  await page.keyboard.press("Escape");
  const timeline = page.getByRole("region", { name: "Timeline" });
  await expect(timeline.getByRole("listitem").filter({ hasText: "Save card" })).toContainText("attempt");
});
