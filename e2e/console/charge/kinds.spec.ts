import type { Page } from "@playwright/test";
import { expect, test } from "#e2e/support/console.ts";
import { fillCard, openNextForm, resultOf, visa } from "#e2e/support/pages/charge-card.ts";
import { testSecrets } from "#e2e/support/test-secrets.ts";
import { commandNames } from "#lib/gateway/commands.ts";

const field = (page: Page, label: string) => page.getByLabel(label, { exact: true });

/** Chooses on the form that is shown, or on the next one after a result. */
async function choose(page: Page, tender: string, kind: RegExp) {
  if (await resultOf(page).isVisible()) await openNextForm(page);
  await page.getByRole("tab", { name: tender, exact: true }).click();
  await page.getByRole("button", { name: "How to collect: Charge now" }).click();
  await page.getByRole("menuitemradio", { name: kind }).click();
}

const send = (page: Page, name: RegExp) => page.getByRole("button", { name }).click();

test("a clerk takes a payment by voice code, saves a card and pays with a one-time key, and sends no money back", async ({
  as,
  console,
}) => {
  const page = await as("clerk");
  await page.goto("/charge");

  await test.step("after a call to the issuer the same payment goes on with the voice code", async () => {
    await fillCard(page, { amount: "311.00", number: "4000300111112229" });
    await send(page, /^Charge \$311\.00/);
    await expect(resultOf(page)).toHaveText(/^Verification required/);
    await expect(resultOf(page)).toContainText("back of the card");
    await send(page, /^Enter the voice code/);
    await expect(field(page, "Amount")).toHaveValue("311.00");
    await fillCard(page, { amount: "311.00", number: "5555444433332226" });
    await send(page, /^Post \$311\.00/);
    await expect(field(page, "Authorization code")).toHaveAccessibleDescription(/Enter the code/);
    await field(page, "Authorization code").fill("072914");
    await send(page, /^Post \$311\.00/);
    await expect(resultOf(page)).toHaveText(/^Approved/);
    await expect(resultOf(page)).toContainText("072914");
  });

  await test.step("a card is saved without an amount, and shows its token", async () => {
    await choose(page, "Card", /^Save card only/);
    await expect(field(page, "Amount")).toBeHidden();
    await expect(page.getByText("Order details")).toBeHidden();
    await field(page, "Card number").fill("6011222233332224");
    await field(page, "Expires").fill("1230");
    await send(page, /^Save card/);
    await expect(resultOf(page)).toHaveText(/^Approved/);
    await expect(resultOf(page)).toContainText("Saved as token");
  });

  await test.step("a clerk cannot choose to send money back", async () => {
    await openNextForm(page);
    await page.getByRole("button", { name: "How to collect: Charge now" }).click();
    await expect(page.getByRole("menuitemradio", { name: /^Send money back/ })).toBeDisabled();
    await page.keyboard.press("Escape");
  });

  await test.step("a one-time payment key pays once", async () => {
    const creditcard = { number: visa, expiration: "1230" };
    const { payment_key } = (await console.control("POST", "/payment-keys", { creditcard })) as {
      payment_key: string;
    };
    for (const [amount, title] of [
      ["17.31", /^Approved/],
      ["17.32", /^Error/],
    ] as const) {
      await page.getByRole("tab", { name: "Saved card", exact: true }).click();
      await field(page, "Amount").fill(amount);
      await field(page, "Or a payment key").fill(payment_key);
      await send(page, /^Charge/);
      await expect(resultOf(page)).toHaveText(title);
      if (amount === "17.31") await openNextForm(page);
    }
  });
});

test("a manager sends money back without a sale, warned and with a reason", async ({ as, console }) => {
  const page = await as("manager");
  await page.goto("/charge");
  await choose(page, "Card", /^Send money back/);
  await expect(page.getByText("Not tied to a sale.")).toBeVisible();
  await fillCard(page, { amount: "24.00", number: visa });
  await send(page, /^Send back \$24\.00/);
  await expect(field(page, "Reason")).toHaveAccessibleDescription(/Say why/);
  await field(page, "Reason").fill("Goodwill");
  await send(page, /^Send back \$24\.00/);
  await expect(resultOf(page)).toHaveText(/^Approved/);
  await expect(resultOf(page)).toContainText("−$24.00");
  const { body } = await console.gateway("GET", "/transactions?limit=1");
  expect(body).toMatchObject({ data: [{ trantype_code: "C", amount: "24.00" }] });

  await choose(page, "Cash", /^Send money back/);
  await field(page, "Amount").fill("9.00");
  await field(page, "Reason").fill("Goods returned");
  await send(page, /^Send back \$9\.00/);
  await expect(resultOf(page)).toContainText("−$9.00");
});

test("a way to pay that the gateway's key may not take is no longer offered, with where to ask", async ({
  as,
  console,
}) => {
  const { apiKey: key, apiPin: pin } = testSecrets;
  const allow = (commands: readonly string[]) => console.control("POST", "/keys", { key, pin, commands });
  await allow(commandNames.filter((name) => name !== "check:sale"));
  const page = await as("clerk");
  const tab = (name: string) => page.getByRole("tab", { name, exact: true });
  const note = page.getByText(
    "Check is not offered: the gateway doesn't allow it for this console's API key.",
  );
  await page.goto("/charge");
  await tab("Check").click();
  await fillCheck(page);
  await send(page, /^Charge \$12\.00/);
  await expect(resultOf(page)).toHaveText(/^Error/);
  await expect(note).toBeVisible();
  await tab("Card").click();
  await expect(tab("Check")).toHaveCount(0);
  await page.keyboard.press("Alt+2");
  await expect(tab("Card")).toHaveAttribute("aria-selected", "true");

  await page.getByRole("button", { name: "Offer again" }).click();
  await expect(note).toHaveCount(0);
  await tab("Check").click();
  await fillCheck(page);
  await send(page, /^Charge \$12\.00/);
  await expect(note).toBeVisible();
  await allow(commandNames);
  await fillCheck(page);
  await send(page, /^Charge \$12\.00/);
  await expect(resultOf(page)).toHaveText(/^Approved/);
  await page.keyboard.press("n");
  await expect(tab("Check")).toBeVisible();
  await expect(note).toHaveCount(0);
});

async function fillCheck(page: Page) {
  await field(page, "Amount").fill("12.00");
  await field(page, "Name on account").fill("Ada Okafor");
  await field(page, "Routing number").fill("987654320");
  await field(page, "Account number").fill("10178199");
}
