import type { Page } from "@playwright/test";
import { expect, test } from "#e2e/support/console.ts";
import { attemptId, type CardCharge, chargeCard, fillCard } from "#e2e/support/pages/charge-card.ts";

const visa = "4000100011112224";
const resultOf = (page: Page) => page.getByRole("region", { name: "Result" });
const pay = (page: Page) => page.getByRole("button", { name: /^(Charge|Authorize)/ });
const field = (page: Page, label: string) => page.getByLabel(label, { exact: true });

async function openForm(page: Page, tender: "Card" | "Check" | "Cash" | "Saved card" = "Card") {
  await page.goto("/charge");
  const tab = page.getByRole("tab", { name: tender, exact: true });
  await tab.click();
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
  await page.reload();
  await expect(result).toHaveText(/^Approved/);
  await expect(result).toContainText("$43.10");

  await page.getByRole("button", { name: "Next customer" }).click();
  await expect(field(page, "Amount")).toHaveValue("");
  await expect(page).toHaveURL(/\/charge$/);
});

test("a declined card moves no money, shows the clerk why, and the order can be paid in cash", async ({
  as,
}) => {
  const page = await as("clerk");
  const invoice = invoiceOf("declined");
  const result = await chargeCard(page, { amount: "64.75", number: "4000300611112224", cvc: "999", invoice });
  await expect(result).toHaveText(/^Declined/);
  await expect(result).toContainText("Insufficient funds");
  await expect(result).toContainText("10251");

  await result.getByRole("button", { name: "Cash" }).click();
  await expect(field(page, "Amount")).toHaveValue("64.75");
  await expect(field(page, "Invoice")).toHaveValue(invoice);
  await pay(page).click();
  await expect(result).toHaveText(/^Approved/);
  await expect(result).toContainText("Cash");
});

test("a wrong check digit, a past date and a missing amount are shown at their fields, and nothing is sent", async ({
  as,
  console,
}) => {
  const page = await as("clerk");
  const invoice = invoiceOf("wrong");
  await openForm(page);
  await fillCard(page, { amount: "", number: "4000100011112225", expires: "01/20", invoice });
  await expect(field(page, "Card number")).toHaveAccessibleDescription(/not a card number/);
  await expect(field(page, "Expires")).toHaveAccessibleDescription(/expired/);
  await pay(page).click();
  await expect(field(page, "Amount")).toBeFocused();
  await expect(field(page, "Amount")).toHaveAccessibleDescription(/Enter the amount/);
  await expect(resultOf(page)).toHaveCount(0);
  expect(await atGateway(console, invoice)).toEqual([]);
});

test("a payment whose reply was lost ends as one charge, is never called failed, and says that it was found", {
  tag: "@both-stores",
}, async ({ as, console }) => {
  const page = await as("clerk");
  const invoice = invoiceOf("lost");
  await console.control("POST", "/faults", { kind: "reset-after-commit", command: "sale", times: 1 });
  const result = await chargeCard(page, { amount: "128.00", number: visa, invoice });
  await expect(result).toHaveText(/^(We don't know yet|Approved)/);
  await expect(result).toContainText("Found after the answer was lost: charged exactly once");
  await expect(result).toHaveText(/^Approved/);
  expect(await atGateway(console, invoice)).toHaveLength(1);
});

test("a payment that cannot be found stays unknown; the clerk goes on, and a manager decides with a reason", async ({
  as,
  console,
}) => {
  const clerk = await as("clerk");
  await console.control("POST", "/faults", { kind: "status-500", command: "sale", times: 1 });
  const result = await chargeCard(clerk, { amount: "129.00", number: visa, invoice: invoiceOf("unknown") });
  await expect(result).toHaveText(/^We don't know yet\. Do not charge again\./);
  const id = await attemptId(clerk);
  await expect(clerk.getByRole("button", { name: "Decide what happened" })).toHaveCount(0);
  await clerk.getByRole("button", { name: "Next customer" }).click();
  await expect(field(clerk, "Amount")).toBeVisible();

  const manager = await as("manager");
  await manager.goto(`/charge/${id}`);
  await manager.getByRole("button", { name: "Decide what happened" }).click();
  const dialog = manager.getByRole("dialog");
  await dialog.getByText("It did not move").click();
  await dialog.getByLabel("How do you know").fill("The bank has no such payment, said Noor.");
  await dialog.getByRole("button", { name: "Record the decision" }).click();
  await expect(resultOf(manager)).toHaveText(/^Error\. Nothing was charged\./);
  await expect(resultOf(manager)).toContainText("The bank has no such payment, said Noor.");
});

test("submitting twice before the reply is one charge", { tag: "@both-stores" }, async ({ as, console }) => {
  const page = await as("clerk");
  const invoice = invoiceOf("twice");
  await openForm(page);
  await fillCard(page, { amount: "31.00", number: visa, invoice });
  await pay(page).evaluate((button: HTMLButtonElement) => {
    button.form?.requestSubmit();
    button.form?.requestSubmit();
  });
  await expect(resultOf(page)).toHaveText(/^Approved/);
  expect(await atGateway(console, invoice)).toHaveLength(1);
});

test("a console that dies while waiting for the reply never calls the payment failed and never sends it again", {
  tag: "@both-stores",
}, async ({ as, console }) => {
  const page = await as("clerk");
  const invoice = invoiceOf("died");
  await openForm(page);
  await fillCard(page, { amount: "15.00", number: "4000000011112226", invoice });
  await pay(page).click();
  await expect(page.getByText("Charging $15.00 to Visa ending 2226")).toBeVisible();
  await expect.poll(() => lastState(page)).toBe("sent");
  await console.kill9Console();
  await expect(page.getByText("We lost the connection to the console")).toBeVisible();
  await console.restart();
  await expect(resultOf(page)).toHaveText(/^(We don't know yet|Approved)/, { timeout: 30_000 });
  expect((await atGateway(console, invoice)).length).toBeLessThanOrEqual(1);
});

test("a page reloaded while waiting for the reply shows this payment, not an empty form", async ({
  as,
  console,
}) => {
  const page = await as("clerk");
  const invoice = invoiceOf("reload");
  await openForm(page);
  await fillCard(page, { amount: "15.40", number: "4000000011112226", invoice });
  await pay(page).click();
  await expect.poll(() => lastState(page)).toBe("sent");
  await page.reload();
  await expect(page.getByText("Charging $15.40 to Visa ending 2226")).toBeVisible();
  await expect(resultOf(page)).toHaveText(/^Approved/, { timeout: 20_000 });
  expect(await atGateway(console, invoice)).toHaveLength(1);
  await page.getByRole("button", { name: "Next customer" }).click();
  await expect(field(page, "Amount")).toHaveValue("");
});

test("a form that never reached the console says so, and submitting it again is the one charge", async ({
  as,
  console,
}) => {
  const page = await as("clerk");
  const invoice = invoiceOf("unreached");
  await openForm(page);
  await fillCard(page, { amount: "16.00", number: visa, invoice });
  await page.context().setOffline(true);
  await pay(page).click();
  await expect(page.getByText("We lost the connection to the console")).toBeVisible();
  await page.context().setOffline(false);
  await expect(page.getByRole("alert").filter({ hasText: "nothing was charged" })).toBeInViewport();
  await expect(field(page, "Card number")).toHaveValue("");
  await expect(field(page, "Card number")).toBeFocused();
  await field(page, "Card number").fill(visa);
  await pay(page).click();
  await expect(resultOf(page)).toHaveText(/^Approved/);
  expect(await atGateway(console, invoice)).toHaveLength(1);
});

test("going back from the transaction shows the result again, never an empty form", async ({ as }) => {
  const page = await as("clerk");
  const result = await chargeCard(page, { amount: "17.00", number: visa, invoice: invoiceOf("back") });
  await expect(result).toHaveText(/^Approved/);
  await result.getByRole("link", { name: "Open the transaction" }).click();
  await expect(page).toHaveURL(/\/transactions\//);
  await page.goBack();
  await expect(result).toHaveText(/^Approved/);
  await expect(result).toContainText("$17.00");
});

test("back from a new form shows the result of its address, and asks before typed content is lost", async ({
  as,
}) => {
  const page = await as("clerk");
  const asked: string[] = [];
  page.on("dialog", async (dialog) => {
    asked.push(dialog.message());
    await dialog.dismiss();
  });
  const result = await chargeCard(page, { amount: "17.50", number: visa, invoice: invoiceOf("back-again") });
  await expect(result).toHaveText(/^Approved/);
  await expect(page).toHaveURL(/\/charge\/[\w-]{16,}$/);
  const address = page.url();
  await page
    .getByRole("link", { name: /^Charge/ })
    .first()
    .click();
  await expect(field(page, "Amount")).toHaveValue("");
  await page.goBack();
  await expect(page).toHaveURL(address);
  await expect(result).toContainText("$17.50");
  await page.goForward();
  await expect(field(page, "Amount")).toHaveValue("");
  expect(asked).toEqual([]);

  await field(page, "Amount").fill("58.20");
  await page.goBack();
  await expect.poll(() => asked).toEqual(["Leave this form? What you have typed is lost."]);
  await expect(page).toHaveURL(/\/charge$/);
  await expect(field(page, "Amount")).toHaveValue("58.20");
});

test("a partial approval shows what is left, and the rest is collected on the same invoice", async ({
  as,
  console,
}) => {
  const page = await as("clerk");
  const invoice = invoiceOf("partial");
  const result = await chargeCard(page, { amount: "42.50", number: "4000000011112275", invoice });
  await expect(result).toHaveText(/^Partly approved\. \$21\.25 still to collect/);
  await result.getByRole("button", { name: "Cash" }).click();
  await expect(field(page, "Amount")).toHaveValue("21.25");
  await pay(page).click();
  await expect(result).toHaveText(/^Approved/);
  expect(await atGateway(console, invoice)).toHaveLength(2);
});

test("a part of the rest leaves the other part to collect, on its own result and on the first one", async ({
  as,
}) => {
  test.setTimeout(180_000);
  const page = await as("clerk");
  const charge = { amount: "52.50", number: "4000000011112275", invoice: invoiceOf("rest-in-parts") };
  const result = await chargeCard(page, charge);
  await expect(result).toHaveText(/^Partly approved\. \$26\.25 still to collect/);
  await expect(page).toHaveURL(/\/charge\/[\w-]{16,}$/);
  const address = page.url();
  await result.getByRole("button", { name: "Cash" }).click();
  await field(page, "Amount").fill("6.25");
  await pay(page).click();
  await expect(result).toHaveText(/^Approved\. \$20\.00 of \$52\.50 still to collect/);
  await page.goto(address);
  await expect(result).toHaveText(/^Partly approved\. \$20\.00 still to collect/);
  const cash = result
    .getByRole("region", { name: "Order" })
    .getByRole("listitem")
    .filter({ hasText: "Cash" });
  await expect(cash).toContainText("$6.25");
  await result.getByRole("button", { name: "Cash" }).click();
  await expect(field(page, "Amount")).toHaveValue("20.00");
  await pay(page).click();
  await expect(result).toHaveText(/^Approved\. Paid in full: \$52\.50 in 3 payments\./);
});

test("an earlier result offers nothing to collect once its rest was collected or its part was voided", async ({
  as,
}) => {
  // Its reads and payments may have to wait for the next minute of the shared limit.
  test.setTimeout(180_000);
  const page = await as("clerk");
  const number = "4000000011112275";
  const result = await chargeCard(page, { amount: "44.50", number, invoice: invoiceOf("rest-once") });
  await expect(result).toHaveText(/^Partly approved\. \$22\.25 still to collect/);
  await expect(page).toHaveURL(/\/charge\/[\w-]{16,}$/);
  const address = page.url();
  await result.getByRole("button", { name: "Cash" }).click();
  await pay(page).click();
  await expect(result).toHaveText(/^Approved/);
  await page.goto(address);
  await expect(result).toHaveText(/^Partly approved\. The other \$22\.25 was collected/);
  await expect(result.getByRole("button", { name: "Cash" })).toHaveCount(0);

  await chargeCard(page, { amount: "46.50", number, invoice: invoiceOf("voided-part") });
  await expect(result).toHaveText(/^Partly approved\. \$23\.25 still to collect/);
  await result.getByRole("link", { name: "Open the transaction" }).click();
  const actions = page.getByRole("region", { name: "Actions" });
  await expect(actions.getByRole("button").first()).toBeVisible();
  await expect(actions.locator("[data-starting]")).toHaveCount(0);
  await actions.getByRole("button", { name: "Void", exact: true }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Void", exact: true }).click();
  await expect(result).toHaveText(/^Approved\. Voided/, { timeout: 60_000 });
  await page.goBack();
  await expect(result).toHaveText(/^Voided\. Nothing is collected/);
  await expect(result.getByRole("button", { name: "Cash" })).toHaveCount(0);
});

test("a form that collects the rest of a payment voided in another tab leads to a new payment", async ({
  as,
}) => {
  test.setTimeout(180_000);
  const page = await as("clerk");
  const invoice = invoiceOf("voided-elsewhere");
  const result = await chargeCard(page, { amount: "48.50", number: "4000000011112275", invoice });
  await expect(result).toHaveText(/^Partly approved\. \$24\.25 still to collect/);
  await expect(page).toHaveURL(/\/charge\/[\w-]{16,}$/);
  const other = await page.context().newPage();
  await other.goto(page.url());
  await page.keyboard.press("3");
  await other.getByRole("link", { name: "Open the transaction" }).click();
  const note = other.getByRole("region", { name: "Payment" }).getByRole("status");
  await expect(note.filter({ hasText: "still to collect" })).toContainText(
    "$24.25 of $48.50 still to collect.",
  );
  const actions = other.getByRole("region", { name: "Actions" });
  await expect(actions.locator("[data-starting]")).toHaveCount(0);
  await actions.getByRole("button", { name: "Void", exact: true }).click();
  await other.getByRole("dialog").getByRole("button", { name: "Void", exact: true }).click();
  await expect(resultOf(other)).toHaveText(/^Approved\. Voided/, { timeout: 60_000 });

  const order = page.getByRole("region", { name: "Order being paid" });
  await expect(order).toContainText("This order was undone: nothing is left to pay");
  await expect(pay(page)).toBeHidden();
  await order.getByRole("button", { name: "Start a new payment" }).click();
  await expect(field(page, "Amount")).toHaveValue("");
  await expect(field(page, "Invoice")).toHaveValue(invoice);
  await field(page, "Amount").fill("48.50");
  await pay(page).click();
  await expect(result).toHaveText(/^Approved/);
});

test("an authorization approved in part says how much is held, not collected", async ({ as }) => {
  const page = await as("clerk");
  await openForm(page);
  await page.getByRole("button", { name: /Charge now/ }).click();
  await page.getByRole("menuitemradio", { name: /Authorize only/ }).click();
  await fillCard(page, { amount: "48.50", number: "4000000011112275" });
  await pay(page).click();
  await expect(resultOf(page)).toHaveText(/^Held \$24\.25 of \$48\.50, not collected yet/);
  await expect(resultOf(page)).toContainText("Capture it");
  await expect(resultOf(page).getByRole("button", { name: /^Print/ })).toBeVisible();
});

test("an authorization holds the amount and says that nothing is collected yet", async ({ as }) => {
  const page = await as("clerk");
  await openForm(page);
  await page.getByRole("button", { name: /Charge now/ }).click();
  await page.getByRole("menuitemradio", { name: /Authorize only/ }).click();
  await fillCard(page, { amount: "310.00", number: "5555444433332226" });
  await expect(pay(page)).toHaveAccessibleName(/^Authorize \$310\.00/);
  await pay(page).click();
  await expect(resultOf(page)).toHaveText(/^Approved, held/);
  await expect(resultOf(page)).toContainText("held, not collected");
});

test("a check is charged to its account, and a wrong routing number is shown at its field", async ({
  as,
}) => {
  const page = await as("clerk");
  await openForm(page, "Check");
  await field(page, "Amount").fill("120.00");
  await field(page, "Name on account").fill("Ada Okafor");
  await field(page, "Routing number").fill("123456789");
  await field(page, "Account number").fill("10178199");
  await pay(page).click();
  await expect(field(page, "Routing number")).toBeFocused();
  await expect(field(page, "Routing number")).toHaveAccessibleDescription(/compare it with the check/);
  await field(page, "Routing number").fill("987654320");
  await pay(page).click();
  await expect(resultOf(page)).toHaveText(/^Approved/);
  await expect(resultOf(page)).toContainText("Checking account ending 8199");
});

test("a card saved with its first sale is charged again by its token, and the form shows which card it is", async ({
  as,
}) => {
  const page = await as("clerk");
  await openForm(page);
  await page.getByLabel("Save this card for next time").check();
  await fillCard(page, { amount: "12.00", number: visa });
  await pay(page).click();
  await expect(resultOf(page)).toHaveText(/^Approved/);
  const token = await resultOf(page).locator("code").textContent();

  await openForm(page, "Saved card");
  await field(page, "Amount").fill("13.00");
  await field(page, "Token").fill(token ?? "");
  await expect(field(page, "Token")).toHaveAccessibleDescription(/Visa ending 2224/);
  await pay(page).click();
  await expect(resultOf(page)).toHaveText(/^Approved/);
  await expect(resultOf(page)).toContainText("$13.00");
});

test("a cash sale needs few keys and no mouse: tender, amount, charge, next customer", async ({ as }) => {
  const page = await as("clerk");
  await page.goto("/charge");
  await expect(page.getByRole("tab", { name: "Card", exact: true })).toBeEnabled();
  await expect(field(page, "Amount")).toBeFocused();
  await page.keyboard.press("Alt+3");
  await expect(field(page, "Amount")).toBeFocused();
  await page.keyboard.type("9.40");
  await page.keyboard.press("Control+Enter");
  await expect(resultOf(page)).toHaveText(/^Approved/);
  // Shortcuts work from then on.
  await expect(resultOf(page)).toBeFocused();
  await page.keyboard.press("n");
  await expect(field(page, "Amount")).toBeFocused();
});

test("Enter moves through the fields of a card sale, and the amount may be a breakdown that adds up", async ({
  as,
}) => {
  const page = await as("clerk");
  await page.goto("/charge");
  await expect(page.getByRole("tab", { name: "Card", exact: true })).toBeEnabled();
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
  await expect(resultOf(page)).toHaveText(/^Approved/);
  await expect(resultOf(page)).toContainText("$43.50");
});

test("a duplicate returns the first payment; only a manager may charge it again", async ({ as, console }) => {
  const invoice = invoiceOf("again");
  const charge: CardCharge = { amount: "77.10", number: visa, cvc: "999", invoice };
  const send = async (page: Page) => {
    await openForm(page);
    await fillCard(page, charge);
    await pay(page).click();
  };
  const clerk = await as("clerk");
  await send(clerk);
  await expect(resultOf(clerk)).toHaveText(/^Approved/);
  const sendAnyway = async (page: Page) => {
    await send(page);
    await page.getByRole("button", { name: "Charge $77.10 anyway" }).click();
  };
  await sendAnyway(clerk);
  await expect(resultOf(clerk)).toHaveText(/^Duplicate/);
  await expect(clerk.getByRole("button", { name: "Charge again" })).toHaveCount(0);
  expect(await atGateway(console, invoice)).toHaveLength(1);

  const manager = await as("manager");
  await sendAnyway(manager);
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

test("a payment refused by the rate limit is queued and charged once without another click", async ({
  as,
  console,
}) => {
  // The gateway's one-minute window has to end first.
  test.setTimeout(180_000);
  const page = await as("clerk");
  const invoice = invoiceOf("busy");
  await console.control("POST", "/faults", { kind: "status-429", command: "sale", times: 1 });
  const result = await chargeCard(page, { amount: "13.40", number: visa, invoice });
  await expect(result).toHaveText(/^Approved/, { timeout: 120_000 });
  expect(await atGateway(console, invoice)).toHaveLength(1);
});

test("a card that the issuer wants verified is shown as such, with what to do", async ({ as }) => {
  const page = await as("clerk");
  const result = await chargeCard(page, { amount: "12.00", number: "4000300111112229" });
  await expect(result).toHaveText(/^Verification required/);
  await expect(result).toContainText("back of the card");
});
