import { expect, test } from "#e2e/support/console.ts";
import {
  chargeCard,
  chargeNextCard,
  fillCard,
  openNextForm,
  resultOf,
  visa,
} from "#e2e/support/pages/charge-card.ts";

test("a result never claims a match for data that was not sent, and advises by the code of a decline", async ({
  as,
}) => {
  test.setTimeout(180_000);
  const page = await as("clerk");
  const result = resultOf(page);

  await test.step("verification, on the result and on the payment's page", async () => {
    // Neither address nor security code is sent.
    await chargeCard(page, { amount: "14.31", number: visa });
    await expect(result).toHaveText(/^Approved/);
    await expect(result.getByText("Not checked")).toHaveCount(2);
    await expect(result).not.toContainText("match");
    await page.getByRole("link", { name: "Open the transaction" }).click();
    await expect(page.getByRole("region", { name: "Timeline" })).toBeVisible();
    await expect(page.getByText(/Street matches|^Matches$/)).toHaveCount(0);
  });

  await test.step("a rejected security code never matches", async () => {
    await chargeNextCard(page, { amount: "14.41", number: "4000301311112225", cvc: "999" });
    await expect(result).toHaveText(/^Declined/);
    await expect(result).toContainText("Ask for the security code again");
    await expect(result).toContainText("Does not match");
    await expect(result).not.toContainText(/Security code\s*Matches/);
    await expect(page.getByRole("button", { name: /^Edit and try again/ })).toBeVisible();
  });

  await test.step("a card that must not be tried again", async () => {
    await chargeNextCard(page, { amount: "14.42", number: "4000300911112221", cvc: "999" });
    await expect(result).toHaveText(/^Declined/);
    await expect(result).toContainText("Do not try this card again.");
    await expect(page.getByRole("button", { name: /^Edit and try again/ })).toHaveCount(0);
  });

  const chargeCheck = async (amount: string, account: string) => {
    await openNextForm(page);
    await page.getByRole("tab", { name: "Check", exact: true }).click();
    const values = {
      Amount: amount,
      "Name on account": "Ada Okafor",
      "Routing number": "987654320",
      "Account number": account,
    };
    for (const [label, value] of Object.entries(values))
      await page.getByLabel(label, { exact: true }).fill(value);
    await page.getByRole("button", { name: /^Charge/ }).click();
  };

  await test.step("a declined check speaks of no card", async () => {
    await chargeCheck("5.99", "81998199");
    await expect(result).toHaveText(/^Declined/);
    await expect(result).not.toContainText("Card Declined");
    await expect(result).not.toContainText("Card number");
  });

  await test.step("a check that the gateway holds says so, also in the list", async () => {
    await chargeCheck("9999.99", "81998198");
    await expect(result).toHaveText(/^Held for review\./);
    await page.getByRole("link", { name: "Transactions" }).click();
    await expect(page.getByRole("row").filter({ hasText: "9,999.99" }).first()).toContainText(
      "Held for review",
    );
  });
});

test("a decline says why and keeps its order after a reload, where a key pressed early counts; a cash sale keeps its change", async ({
  as,
  console,
}) => {
  const page = await as("clerk");
  const result = resultOf(page);
  const charge = page.getByRole("button", { name: /^Charge/ });

  await test.step("another way to pay keeps the order of a decline, also by a key pressed before the result's code has loaded", async () => {
    await chargeCard(page, { amount: "14.43", number: "4000300611112224", cvc: "999" }, async () => {
      await page.getByLabel("Invoice", { exact: true }).fill("77431");
      await page.getByText("Order details").click();
      await page.getByLabel("PO number", { exact: true }).fill("PO-7");
    });
    await expect(result).toHaveText(/^Declined/);
    await expect(result).toContainText("Insufficient funds");
    await expect(result).toContainText("10251");
    await expect(page).toHaveURL(/\/charge\/[\w-]{16,}$/);
    const devtools = await page.context().newCDPSession(page);
    await devtools.send("Network.enable");
    await devtools.send("Network.setCacheDisabled", { cacheDisabled: true });
    const wait = (latency: number) =>
      devtools.send("Network.emulateNetworkConditions", {
        offline: false,
        latency,
        downloadThroughput: -1,
        uploadThroughput: -1,
      });
    await wait(500);
    await page.reload({ waitUntil: "commit" });
    await expect(page.getByRole("button", { name: "Lock" })).toBeEnabled();
    await expect(result).toContainText("Amount, order and customer are kept.");
    await page.keyboard.press("3");
    await expect(page.getByRole("tab", { name: "Cash", exact: true })).toHaveAttribute(
      "aria-selected",
      "true",
    );
    await expect(page.getByLabel("Amount", { exact: true })).toHaveValue("14.43");
    await expect(page.getByLabel("Invoice", { exact: true })).toHaveValue("77431");
    await expect(page.getByText("PO PO-7")).toBeVisible();
    await wait(0);
    await devtools.detach();
  });

  await test.step("the change of a cash sale is the largest figure, and is on the receipt", async () => {
    await page.getByLabel("Cash received").fill("20");
    await charge.click();
    await expect(result).toHaveText(/^Approved/);
    await expect(result).toContainText("Change $5.57");
    await page.reload();
    await expect(result).toContainText("Change $5.57");
    await expect(result).toContainText("$20.00 received in cash for $14.43");
    const sizeOf = (text: string) =>
      result
        .getByText(text, { exact: true })
        .first()
        .evaluate((element) => Number.parseFloat(getComputedStyle(element).fontSize));
    expect(await sizeOf("$5.57")).toBeGreaterThan(40);

    await result.getByRole("button", { name: /^Print/ }).click();
    await expect(result.getByText(/^Printed once/)).toBeVisible();
    const printed = (await page.locator('iframe[title="Print document"]').getAttribute("srcdoc")) ?? "";
    expect(printed).toMatch(/Cash received<\/td>.*\$20\.00/);
    expect(printed).toMatch(/Change<\/td>.*\$5\.57/);
  });

  await test.step("a lost cash sale shows the change at once and speaks of no bank", async () => {
    await console.control("POST", "/faults", { kind: "status-500", command: "cash:sale", times: 1 });
    await openNextForm(page);
    await page.getByRole("tab", { name: "Cash", exact: true }).click();
    await page.getByLabel("Amount", { exact: true }).fill("17.35");
    await page.getByLabel("Cash received").fill("20");
    await charge.click();
    await expect(result).toHaveText(/^We don't know yet/);
    await expect(result).toContainText("Change $2.65");
    await expect(result).toContainText("The money is in hand. Give $2.65 change.");
    await expect(result).not.toContainText("bank");
  });

  await test.step("a clerk who is signed out on Charge sees how to sign in, and card data is cleared", async () => {
    await openNextForm(page);
    await page.getByRole("tab", { name: "Card", exact: true }).click();
    await fillCard(page, { amount: "14.51", number: visa, cvc: "999" });
    await page.context().clearCookies();
    // Another request of the page may be the one that is refused: then there is no button to press.
    await page
      .getByRole("button", { name: "Charge $14.51" })
      .click({ timeout: 5000 })
      .catch(() => {});
    const note = page.getByRole("alert").filter({ hasText: "You are signed out" });
    await expect(note.getByRole("link", { name: /Sign in/ })).toBeVisible();
    await expect(note).toContainText("card data was cleared");
    await expect(page.getByLabel("Card number", { exact: true })).toHaveValue("");
    await expect(page.getByLabel("Amount", { exact: true })).toHaveValue("14.51");
  });
});
