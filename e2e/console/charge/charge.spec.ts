import type { Page } from "@playwright/test";
import { expect, test } from "#e2e/support/console.ts";
import {
  attemptId,
  type CardCharge,
  chargeCard,
  chargeNextCard,
  fillCard,
  openNextForm,
  resultOf,
  visa,
} from "#e2e/support/pages/charge-card.ts";

/** Half of the amount is approved. */
const partial = "4000000011112275";
/** Approved after five seconds. */
const slow = "4000000011112226";
const pay = (page: Page) => page.getByRole("button", { name: /^(Charge|Authorize)/ });
const field = (page: Page, label: string) => page.getByLabel(label, { exact: true });

async function openForm(page: Page) {
  await page.goto("/charge");
  await page.getByRole("tab", { name: "Card", exact: true }).click();
}

async function nextCustomer(page: Page, tender: "Card" | "Saved card" = "Card") {
  await openNextForm(page);
  await page.getByRole("tab", { name: tender, exact: true }).click();
  await expect(page).toHaveURL(/\/charge$/);
}

/** A unique invoice that identifies this test's transactions at the gateway. */
const invoiceOf = (name: string) => `${name}-${Math.random().toString(36).slice(2, 10)}`;

type Kept = { invoice?: string; orderid?: string; key: string };

async function atGateway(
  console: { gateway(method: string, path: string): Promise<{ body: unknown }> },
  invoice: string,
): Promise<Kept[]> {
  const { body } = await console.gateway("GET", "/transactions?limit=100");
  const { data } = body as { data: Kept[] }; // the sandbox's own list
  return data.filter((transaction) => transaction.invoice === invoice);
}

/** The state of this user's newest attempt. */
async function lastState(page: Page): Promise<string | undefined> {
  const answer = await page.request.get("/api/console/attempts?mine=1");
  const [newest] = (await answer.json()) as { state: string }[]; // the console's own list
  return newest?.state;
}

test("an approved sale shows amount, card, verification and authorization, and keeps its URL", async ({
  as,
}) => {
  const page = await as("clerk");
  const charge = {
    amount: "43.10",
    number: visa,
    cvc: "999",
    name: "Ada Okafor",
    invoice: invoiceOf("sale"),
  };
  const result = await chargeCard(page, charge, async () => {
    await field(page, "Street").fill("7 Orchard Close");
    await field(page, "Postal code").fill("60640");
  });
  await expect(result).toHaveText(/^Approved/);
  await expect(result).toBeFocused();
  for (const words of ["$43.10", "Visa ending 2224", "Ada Okafor", "Street and postal code match", "Matches"])
    await expect(result).toContainText(words);
  await expect(page).toHaveURL(/\/charge\/[\w-]{16,}$/);
  const address = page.url();

  await test.step("going back from a new form shows it again, and asks before typed content is lost", async () => {
    const asked: string[] = [];
    page.on("dialog", async (dialog) => {
      asked.push(dialog.message());
      await dialog.dismiss();
    });
    await page
      .getByRole("link", { name: /^Charge/ })
      .first()
      .click();
    await expect(field(page, "Amount")).toHaveValue("");
    await page.goBack();
    await expect(page).toHaveURL(address);
    await expect(result).toContainText("$43.10");
    await page.goForward();
    await expect(field(page, "Amount")).toHaveValue("");
    expect(asked).toEqual([]);

    await field(page, "Amount").fill("58.20");
    await page.goBack();
    await expect.poll(() => asked).toEqual(["Leave this form? What you have typed is lost."]);
    await expect(page).toHaveURL(/\/charge$/);
    await expect(field(page, "Amount")).toHaveValue("58.20");
    await page.getByRole("button", { name: "Clear" }).click();
  });

  await test.step("its address shows it, also after going back from the transaction, never an empty form", async () => {
    await page.goto(address);
    await expect(result).toHaveText(/^Approved/);
    await expect(result).toContainText("$43.10");
    await result.getByRole("link", { name: "Open the transaction" }).click();
    await expect(page).toHaveURL(/\/transactions\//);
    await page.goBack();
    await expect(result).toHaveText(/^Approved/);
    await expect(result).toContainText("$43.10");
    await page.getByRole("button", { name: "Next customer" }).click();
    await expect(field(page, "Amount")).toHaveValue("");
    await expect(page).toHaveURL(/\/charge$/);
  });
});

test("a card sale shows what is wrong at its fields, and is authorized only, paid by a saved card or charged as a breakdown", async ({
  as,
  console,
}) => {
  test.setTimeout(180_000);
  const page = await as("clerk");
  const result = resultOf(page);

  await test.step("a wrong check digit, a past date and a missing amount are shown at their fields, and nothing is sent", async () => {
    const invoice = invoiceOf("wrong");
    await openForm(page);
    await fillCard(page, { amount: "", number: "4000100011112225", expires: "01/20", invoice });
    await expect(field(page, "Card number")).toHaveAccessibleDescription(/isn't a valid card number/);
    await expect(field(page, "Expires")).toHaveAccessibleDescription(/expired/);
    await pay(page).click();
    await expect(field(page, "Amount")).toBeFocused();
    await expect(field(page, "Amount")).toHaveAccessibleDescription(/Enter the amount/);
    await expect(result).toHaveCount(0);
    expect(await atGateway(console, invoice)).toEqual([]);
  });

  await test.step("an authorization holds the amount and says that nothing is collected yet", async () => {
    await page.getByRole("button", { name: "Clear" }).click();
    await expect(field(page, "Invoice")).toHaveValue("");
    await page.getByRole("button", { name: /Charge now/ }).click();
    await page.getByRole("menuitemradio", { name: /Authorize only/ }).click();
    await fillCard(page, { amount: "310.00", number: "5555444433332226" });
    await expect(pay(page)).toHaveAccessibleName(/^Authorize \$310\.00/);
    await pay(page).click();
    await expect(result).toHaveText(/^Approved, held/);
    await expect(result).toContainText("held, not collected");
  });

  await test.step("a card saved with its first sale is charged again by its token, and the form shows which card it is", async () => {
    await chargeNextCard(page, { amount: "12.00", number: visa }, () =>
      page.getByLabel("Save this card for next time").check(),
    );
    await expect(result).toHaveText(/^Approved/);
    const token = await result.locator("code").textContent();

    await nextCustomer(page, "Saved card");
    await field(page, "Amount").fill("13.00");
    await field(page, "Token").fill(token ?? "");
    await expect(field(page, "Token")).toHaveAccessibleDescription(/Visa ending 2224/);
    await pay(page).click();
    await expect(result).toHaveText(/^Approved/);
    await expect(result).toContainText("$13.00");
  });

  await test.step("Enter moves through the fields of a card sale, and the amount may be a breakdown that adds up", async () => {
    await nextCustomer(page);
    await page.keyboard.press("Escape");
    await page.keyboard.press("b");
    await field(page, "Subtotal").fill("40");
    await field(page, "Discount").fill("2.50");
    await field(page, "Tax").fill("6");
    await expect(field(page, "Amount")).toHaveValue("43.50");
    await field(page, "Duty").press("Enter");
    await expect(field(page, "Card number")).toBeFocused();
    for (const text of [visa, "1149", "999", "Ada Okafor"]) {
      await page.keyboard.type(text);
      await page.keyboard.press("Enter");
    }
    await expect(field(page, "Street")).toBeFocused();
    await page.keyboard.press("Control+Enter");
    await expect(result).toHaveText(/^Approved/);
    await expect(result).toContainText("$43.50");
  });
});

test("a payment is charged once when its form is submitted twice, its reply is lost or the console dies", {
  tag: "@both-stores",
}, async ({ as, console }) => {
  test.setTimeout(180_000);
  const page = await as("clerk");
  const result = resultOf(page);

  await test.step("submitted twice before the reply", async () => {
    const invoice = invoiceOf("twice");
    await openForm(page);
    await fillCard(page, { amount: "31.00", number: visa, invoice });
    // A script submits without waiting for the page to be ready.
    await expect(pay(page)).toBeEnabled();
    await expect(pay(page)).toHaveAccessibleName("Charge $31.00");
    await pay(page).evaluate((button: HTMLButtonElement) => {
      button.form?.requestSubmit();
      button.form?.requestSubmit();
    });
    await expect(result).toHaveText(/^Approved/);
    expect(await atGateway(console, invoice)).toHaveLength(1);
  });

  await test.step("a lost reply is never called failed, and the payment says that it was found", async () => {
    const invoice = invoiceOf("lost");
    await console.control("POST", "/faults", { kind: "reset-after-commit", command: "sale", times: 1 });
    await chargeNextCard(page, { amount: "128.00", number: visa, invoice });
    await expect(result).toHaveText(/^(We don't know yet|Approved)/);
    await expect(result).toContainText("Found later: charged exactly once");
    await expect(result).toHaveText(/^Approved/);
    expect(await atGateway(console, invoice)).toHaveLength(1);
  });

  await test.step("a console that dies while waiting never calls the payment failed and never sends it again", async () => {
    const invoice = invoiceOf("died");
    await chargeNextCard(page, { amount: "15.00", number: slow, invoice });
    await expect(page.getByText("Charging $15.00 to Visa ending 2226")).toBeVisible();
    await expect.poll(() => lastState(page)).toBe("sent");
    await console.kill9Console();
    await expect(page.getByText("We lost the connection to the console")).toBeVisible();
    await console.restart();
    await expect(result).toHaveText(/^(We don't know yet|Approved)/, { timeout: 30_000 });
    expect((await atGateway(console, invoice)).length).toBeLessThanOrEqual(1);
  });
});

test("a payment is charged once when its page is reloaded or the gateway is busy", async ({
  as,
  console,
}) => {
  // The gateway's one-minute window has to end first.
  test.setTimeout(240_000);
  const page = await as("clerk");
  const result = resultOf(page);

  await test.step("a page reloaded while waiting for the reply shows this payment, not an empty form", async () => {
    const invoice = invoiceOf("reload");
    await openForm(page);
    await fillCard(page, { amount: "15.40", number: slow, invoice });
    await pay(page).click();
    await expect.poll(() => lastState(page)).toBe("sent");
    await page.reload();
    await expect(page.getByText("Charging $15.40 to Visa ending 2226")).toBeVisible();
    await expect(result).toHaveText(/^Approved/, { timeout: 20_000 });
    expect(await atGateway(console, invoice)).toHaveLength(1);
  });

  await test.step("a payment refused by the rate limit is queued and charged without another click", async () => {
    const invoice = invoiceOf("busy");
    await console.control("POST", "/faults", { kind: "status-429", command: "sale", times: 1 });
    await chargeNextCard(page, { amount: "13.40", number: visa, invoice });
    await expect(result).toHaveText(/^Approved/, { timeout: 120_000 });
    expect(await atGateway(console, invoice)).toHaveLength(1);
  });
});

test("a manager decides what a clerk can't: an unknown payment, and a second charge of a duplicate", async ({
  as,
  console,
}) => {
  test.setTimeout(180_000);
  const [clerk, manager] = [await as("clerk"), await as("manager")];

  await test.step("a payment that cannot be found stays unknown; the clerk goes on, and a manager decides with a reason", async () => {
    await console.control("POST", "/faults", { kind: "status-500", command: "sale", times: 1 });
    const result = await chargeCard(clerk, { amount: "129.00", number: visa, invoice: invoiceOf("unknown") });
    await expect(result).toHaveText(/^We don't know yet\. Do not charge again\./);
    const id = await attemptId(clerk);
    await expect(clerk.getByRole("button", { name: "Decide what happened" })).toHaveCount(0);
    await clerk.getByRole("button", { name: "Next customer" }).click();
    await expect(field(clerk, "Amount")).toBeVisible();

    await manager.goto(`/charge/${id}`);
    await manager.getByRole("button", { name: "Decide what happened" }).click();
    const dialog = manager.getByRole("dialog");
    await dialog.getByText("It did not move").click();
    await dialog.getByLabel("How do you know").fill("The bank has no such payment, said Noor.");
    await dialog.getByRole("button", { name: "Record the decision" }).click();
    await expect(resultOf(manager)).toHaveText(/^Error\. Nothing was charged\./);
    await expect(resultOf(manager)).toContainText("The bank has no such payment, said Noor.");
  });

  await test.step("a duplicate returns the first payment; only a manager may charge it again", async () => {
    const invoice = invoiceOf("again");
    const charge: CardCharge = { amount: "77.10", number: visa, cvc: "999", invoice };
    await fillCard(clerk, charge);
    await pay(clerk).click();
    await expect(resultOf(clerk)).toHaveText(/^Approved/);
    const chargeAnyway = async (page: Page) => {
      await chargeNextCard(page, charge);
      await page.getByRole("button", { name: "Charge $77.10 anyway" }).click();
    };
    await chargeAnyway(clerk);
    await expect(resultOf(clerk)).toHaveText(/^Duplicate/);
    await expect(clerk.getByRole("button", { name: "Charge again" })).toHaveCount(0);
    expect(await atGateway(console, invoice)).toHaveLength(1);

    await chargeAnyway(manager);
    await expect(resultOf(manager)).toHaveText(/^Duplicate/);
    await expect(resultOf(manager)).toContainText("Taken byMira Castellanos");
    await expect(resultOf(manager).getByRole("link", { name: "$77.10" })).toHaveAttribute(
      "href",
      /\/transactions\//,
    );
    await manager.getByRole("button", { name: "Charge again" }).click();
    await expect(manager.getByText("Say why, in a few words.")).toBeVisible();
    await manager.getByLabel("Why it is a second payment").fill("Two equal bouquets for two tables.");
    await manager.getByRole("button", { name: "Charge again" }).click();
    await expect(field(manager, "Card number")).toHaveValue("");
    await field(manager, "Card number").fill(visa);
    await pay(manager).click();
    await expect(resultOf(manager)).toHaveText(/^Approved/);
    expect(await atGateway(console, invoice)).toHaveLength(2);
  });
});

test("a partial approval shows what is left, and each part of it is collected once", async ({
  as,
  console,
}) => {
  // Its reads and payments may have to wait for the next minute of the shared limit.
  test.setTimeout(240_000);
  const page = await as("clerk");
  const result = resultOf(page);
  const chargePart = async (amount: string, name: string, charge = chargeNextCard) => {
    const invoice = invoiceOf(name);
    await charge(page, { amount, number: partial, invoice });
    await expect(result).toHaveText(/^Partly approved/);
    await expect(page).toHaveURL(/\/charge\/[\w-]{16,}$/);
    return { address: page.url(), invoice };
  };

  await test.step("the rest is collected in parts on the same invoice; the earlier result shows what is left, then offers nothing more", async () => {
    const { address, invoice } = await chargePart("52.50", "partial", chargeCard);
    await expect(result).toHaveText(/^Partly approved\. \$26\.25 still to collect/);
    await result.getByRole("button", { name: "Cash" }).click();
    await expect(field(page, "Amount")).toHaveValue("26.25");
    await field(page, "Amount").fill("6.25");
    await pay(page).click();
    await expect(result).toHaveText(/^Approved\. \$20\.00 of \$52\.50 still to collect/);
    const order = result.getByRole("region", { name: "Order" });
    await order.getByRole("link", { name: /ending 2275/ }).click();
    await expect(result).toHaveText(/^Partly approved\. \$20\.00 still to collect/);
    await expect(page).toHaveURL(address);
    await expect(order.getByRole("listitem").filter({ hasText: "Cash" })).toContainText("$6.25");
    await result.getByRole("button", { name: "Cash" }).click();
    await expect(field(page, "Amount")).toHaveValue("20.00");
    await pay(page).click();
    await expect(result).toHaveText(/^Approved\. Paid in full: \$52\.50 in 3 payments\./);
    expect(await atGateway(console, invoice)).toHaveLength(3);
    await page.goto(address);
    await expect(result).toHaveText(/^Partly approved\. The other \$26\.25 was collected/);
    await expect(result.getByRole("button", { name: "Cash" })).toHaveCount(0);
  });

  await test.step("once it is voided in another tab, its result offers nothing, and the form for the rest leads to a new payment", async () => {
    const { address, invoice } = await chargePart("46.50", "voided-elsewhere");
    await expect(result).toHaveText(/^Partly approved\. \$23\.25 still to collect/);
    const other = await page.context().newPage();
    await other.goto(address);
    await page.keyboard.press("3");
    await other.getByRole("link", { name: "Open the transaction" }).click();
    const note = other.getByRole("region", { name: "Payment" }).getByRole("status");
    await expect(note.filter({ hasText: "still to collect" })).toContainText(
      "$23.25 of $46.50 still to collect.",
    );
    const actions = other.getByRole("region", { name: "Actions" });
    await expect(actions.getByRole("button").first()).toBeVisible();
    await expect(actions.locator("[data-starting]")).toHaveCount(0);
    await actions.getByRole("button", { name: "Void", exact: true }).click();
    await other.getByRole("dialog").getByRole("button", { name: "Void", exact: true }).click();
    await expect(resultOf(other)).toHaveText(/^Approved\. Voided/, { timeout: 60_000 });
    await other.goBack();
    await expect(resultOf(other)).toHaveText(/^Voided\. Nothing is collected/);
    await expect(resultOf(other).getByRole("button", { name: "Cash" })).toHaveCount(0);

    const order = page.getByRole("region", { name: "Order being paid" });
    await expect(order).toContainText("This order was undone: nothing is left to pay");
    await expect(pay(page)).toBeHidden();
    await order.getByRole("button", { name: "Start a new payment" }).click();
    await expect(field(page, "Amount")).toHaveValue("");
    await expect(field(page, "Invoice")).toHaveValue(invoice);
    await field(page, "Amount").fill("46.50");
    await pay(page).click();
    await expect(result).toHaveText(/^Approved/);
  });
});
