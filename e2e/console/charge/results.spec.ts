import { expect, test } from "#e2e/support/console.ts";
import { chargeCard, fillCard } from "#e2e/support/pages/charge-card.ts";

test("verification never claims a match for data that was not sent, on the result and on the payment's page", async ({
  as,
}) => {
  const page = await as("clerk");
  // Neither address nor security code is sent.
  const result = await chargeCard(page, { amount: "14.31", number: "4000100011112224" });
  await expect(result).toHaveText(/^Approved/);
  await expect(result.getByText("Not checked")).toHaveCount(2);
  await expect(result).not.toContainText("match");
  await page.getByRole("link", { name: "Open the transaction" }).click();
  await expect(page.getByRole("region", { name: "Timeline" })).toBeVisible();
  await expect(page.getByText(/Street matches|^Matches$/)).toHaveCount(0);

  await chargeCard(page, { amount: "14.32", number: "4000100011112224", cvc: "999" }, async () => {
    await page.getByLabel("Postal code", { exact: true }).first().fill("97205");
  });
  await expect(result).toContainText("Postal code matches");
  await expect(result).not.toContainText("Street");
});

test("a decline shows advice by its code, and a rejected security code never matches", async ({ as }) => {
  const page = await as("clerk");
  const again = page.getByRole("button", { name: /^Edit and try again/ });
  const code = await chargeCard(page, { amount: "14.41", number: "4000301311112225", cvc: "999" });
  await expect(code).toHaveText(/^Declined/);
  await expect(code).toContainText("Ask for the security code again");
  await expect(code).toContainText("Does not match");
  await expect(code).not.toContainText(/Security code\s*Matches/);
  await expect(again).toBeVisible();

  const restricted = await chargeCard(page, { amount: "14.42", number: "4000300911112221", cvc: "999" });
  await expect(restricted).toHaveText(/^Declined/);
  await expect(restricted).toContainText("Do not try this card again.");
  await expect(again).toHaveCount(0);

  await page.goto("/charge");
  const tab = page.getByRole("tab", { name: "Check", exact: true });
  await tab.click();
  const values = {
    Amount: "5.99",
    "Name on account": "Ada Okafor",
    "Routing number": "987654320",
    "Account number": "81998199",
  };
  for (const [label, value] of Object.entries(values))
    await page.getByLabel(label, { exact: true }).fill(value);
  await page.getByRole("button", { name: /^Charge/ }).click();
  const check = page.getByRole("region", { name: "Result" });
  await expect(check).toHaveText(/^Declined/);
  await expect(check).not.toContainText("Card Declined");
  await expect(check).not.toContainText("Card number");
});

test("after a reload of a decline, another way to pay keeps the order", async ({ as }) => {
  const page = await as("clerk");
  const declined = await chargeCard(page, { amount: "14.43", number: "4000300911112221" }, async () => {
    await page.getByLabel("Invoice", { exact: true }).fill("77431");
    await page.getByText("Order details").click();
    await page.getByLabel("PO number", { exact: true }).fill("PO-7");
  });
  await expect(declined).toHaveText(/^Declined/);
  await page.reload();
  await expect(declined).toContainText("Amount, order and customer are kept.");
  await expect(declined.getByRole("button", { name: "Cash" })).toBeEnabled();
  await page.keyboard.press("3");
  await expect(page.getByRole("tab", { name: "Cash", exact: true })).toHaveAttribute("aria-selected", "true");
  await expect(page.getByLabel("Amount", { exact: true })).toHaveValue("14.43");
  await expect(page.getByLabel("Invoice", { exact: true })).toHaveValue("77431");
  await expect(page.getByText("PO PO-7")).toBeVisible();
});

test("the change of a cash sale is the largest figure, also after a reload, and is on the receipt", async ({
  as,
}) => {
  const page = await as("clerk");
  await page.goto("/charge");
  const tab = page.getByRole("tab", { name: "Cash", exact: true });
  await tab.click();
  await page.getByLabel("Amount", { exact: true }).fill("41.25");
  await page.getByLabel("Cash received").fill("50");
  await page.getByRole("button", { name: /^Charge/ }).click();
  const result = page.getByRole("region", { name: "Result" });
  await expect(result).toHaveText(/^Approved/);
  await expect(result).toContainText("Change $8.75");
  await page.reload();
  await expect(result).toContainText("Change $8.75");
  await expect(result).toContainText("$50.00 received in cash for $41.25");
  const sizeOf = (text: string) =>
    result
      .getByText(text, { exact: true })
      .first()
      .evaluate((element) => Number.parseFloat(getComputedStyle(element).fontSize));
  expect(await sizeOf("$8.75")).toBeGreaterThan(40);

  await result.getByRole("button", { name: /^Print/ }).click();
  await expect(result.getByText(/^Printed once/)).toBeVisible();
  const printed = (await page.locator('iframe[title="Print document"]').getAttribute("srcdoc")) ?? "";
  expect(printed).toMatch(/Cash received<\/td>.*\$50\.00/);
  expect(printed).toMatch(/Change<\/td>.*\$8\.75/);
});

test("a key pressed on a result before its code has loaded counts", async ({ as }) => {
  const page = await as("clerk");
  await chargeCard(page, { amount: "31.48", number: "4000100011112224" });
  await expect(page).toHaveURL(/\/charge\/.+/);
  const devtools = await page.context().newCDPSession(page);
  await devtools.send("Network.enable");
  await devtools.send("Network.setCacheDisabled", { cacheDisabled: true });
  await devtools.send("Network.emulateNetworkConditions", {
    offline: false,
    latency: 500,
    downloadThroughput: -1,
    uploadThroughput: -1,
  });
  await page.reload({ waitUntil: "commit" });
  await expect(page.getByRole("button", { name: "Lock" })).toBeEnabled();
  await page.keyboard.press("n");
  await expect(page).toHaveURL(/\/charge$/);
  await expect(page.getByLabel("Amount", { exact: true })).toHaveValue("");
});

test("a lost cash sale shows the change at once and speaks of no bank", async ({ as, console }) => {
  const page = await as("clerk");
  await console.control("POST", "/faults", { kind: "status-500", command: "cash:sale", times: 1 });
  await page.goto("/charge");
  await page.getByRole("tab", { name: "Cash", exact: true }).click();
  await page.getByLabel("Amount", { exact: true }).fill("17.35");
  await page.getByLabel("Cash received").fill("20");
  await page.getByRole("button", { name: /^Charge/ }).click();
  const result = page.getByRole("region", { name: "Result" });
  await expect(result).toHaveText(/^We don't know yet/);
  await expect(result).toContainText("Change $2.65");
  await expect(result).toContainText("The money is in hand. Give $2.65 change.");
  await expect(result).not.toContainText("bank");
});

test("a check that the gateway holds says so on its result and in the list", async ({ as }) => {
  const page = await as("clerk");
  await page.goto("/charge");
  await page.getByRole("tab", { name: "Check", exact: true }).click();
  const values = {
    Amount: "9999.99",
    "Name on account": "Ada Okafor",
    "Routing number": "987654320",
    "Account number": "81998198",
  };
  for (const [label, value] of Object.entries(values))
    await page.getByLabel(label, { exact: true }).fill(value);
  await page.getByRole("button", { name: /^Charge/ }).click();
  await expect(page.getByRole("region", { name: "Result" })).toHaveText(/^Held for review\./);
  await page.goto("/transactions");
  await expect(page.getByRole("row").filter({ hasText: "9,999.99" }).first()).toContainText(
    "Held for review",
  );
});

test("a clerk who is signed out on Charge sees how to sign in, and card data is cleared", async ({ as }) => {
  const page = await as("clerk");
  await page.goto("/charge");
  await page.getByRole("tab", { name: "Card", exact: true }).click();
  await fillCard(page, { amount: "14.51", number: "4000100011112224", cvc: "999" });
  await page.context().clearCookies();
  const charge = page.getByRole("button", { name: "Charge $14.51" });
  // Another request of the page may be the one that is refused: then there is no button to press.
  await charge.click({ timeout: 5000 }).catch(() => {});
  const note = page.getByRole("alert").filter({ hasText: "You are signed out" });
  await expect(note.getByRole("link", { name: /Sign in/ })).toBeVisible();
  await expect(note).toContainText("card data was cleared");
  await expect(page.getByLabel("Card number", { exact: true })).toHaveValue("");
  await expect(page.getByLabel("Amount", { exact: true })).toHaveValue("14.51");
});
