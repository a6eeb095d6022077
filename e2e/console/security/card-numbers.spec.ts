import { readFileSync } from "node:fs";
import type { Page } from "@playwright/test";
import { expect, test } from "#e2e/support/console.ts";
import { pagePaths } from "#e2e/support/entry-points.ts";
import { fillCard, resultOf, visa } from "#e2e/support/pages/charge-card.ts";
import { takePaymentAtGateway } from "#e2e/support/pages/take-payment-at-gateway.ts";
import { actionButton, openActions } from "#e2e/support/pages/transaction-page.ts";
import type { RunningConsole } from "#e2e/support/running-console.ts";
import { paths } from "#lib/paths.ts";

const problem = "This looks like a card number. Enter it only in the card number field.";
/** The number in any spelling, also while only most of it is typed. */
const trace = /4000\D{0,9}1000\D{0,9}1111\D{0,9}22/;

/** Collects every address this page asks for or shows. */
function watchAddresses(page: Page): () => Promise<string> {
  const asked: string[] = [];
  page.on("request", (request) => asked.push(request.url()));
  return async () => {
    const history = await page.evaluate(() => navigation.entries().map(({ url }) => url));
    return [...asked, page.url(), ...history].map((url) => decodeURIComponent(url ?? "")).join("\n");
  };
}

/** The log has a line for each request at the gateway, with its path. */
const logOf = (console: RunningConsole) => readFileSync(console.logFile, "utf8");

test("a card number in a search or a URL never gets into the history, a request or the log", async ({
  as,
  console,
}) => {
  const page = await as("manager");

  await test.step("a card number typed into a search is cleared and never gets into a URL, the history or a request", async () => {
    await page.goto("/transactions");
    const addresses = watchAddresses(page);
    const find = page.getByRole("combobox", { name: "Search transactions" });
    await expect(page.getByRole("button", { name: "Sign out" })).toBeEnabled();
    for (const text of [visa, "4000.1000.1111.2224 12/28", "４０００１０００１１１１２２２４"]) {
      await find.fill(text);
      await expect(find).toHaveValue("");
      await expect(
        page.getByRole("alert").filter({ hasText: problem.split(". ")[0] ?? "" }),
      ).not.toContainText(trace);
      await find.press("Enter");
      await expect(find).toHaveAccessibleDescription(/This looks like a card number/);
      await expect(find).toHaveValue("");
      await expect(find).toBeFocused();
    }
    await page.keyboard.press("Control+k");
    const box = page.getByRole("combobox", { name: "Find a payment, card, page or action" });
    await expect(box).toBeFocused();
    await page.keyboard.type(`Order 7 ${visa}`);
    await expect(page.getByRole("alert").filter({ hasText: problem })).toBeVisible();
    await expect(box).toHaveValue("");
    await expect(page.getByRole("button", { name: "Search last four: 2224" })).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(page).toHaveURL(/\/transactions$/);

    await page.getByRole("link", { name: "Webhooks" }).click();
    const filter = page.getByLabel("Key or reference number", { exact: true });
    await expect(page.getByLabel("Type", { exact: true })).toBeEnabled();
    await filter.pressSequentially("4000 1000 1111 2224");
    await filter.press("Enter");
    await expect(filter).toHaveAccessibleDescription(problem);
    await expect(filter).toHaveValue("");
    // What is no card number still filters.
    await filter.fill("1000000000012345");
    await filter.press("Enter");
    await expect(page).toHaveURL(/\/webhooks\?key=1000000000012345$/);
    expect(await addresses()).not.toMatch(trace);
    expect(logOf(console)).not.toMatch(trace);
  });

  await test.step("a URL that contains a card number opens the list without a request to the gateway", async () => {
    for (const [address, list] of [
      [`/transactions/${visa}`, "/transactions"],
      ["/transactions/4000%201000%201111%202224", "/transactions"],
      [`/webhooks?key=${visa}`, "/webhooks"],
      [`/batches/${visa}?offset=50`, "/batches"],
    ] as const) {
      const answer = await page.request.get(address, { maxRedirects: 0 });
      expect(answer.status(), address).toBe(307);
      expect(answer.headers().location, address).toBe(`${list}?refused=card-number`);
    }
    await page.goto(`/transactions/${visa}`);
    await expect(page).toHaveURL(`${console.origin}/transactions?refused=card-number`);
    await expect(page.getByRole("alert").filter({ hasText: problem })).toBeVisible();
    const read = await page.request.get(`/api/console/transactions/${visa}`);
    expect(read.status()).toBe(400);
    expect(logOf(console)).not.toMatch(trace);
  });
});

test("every text field of a payment's dialogs refuses a card number, and nothing with it is sent", async ({
  as,
  console,
}) => {
  test.setTimeout(180_000);
  const page = await as("manager");
  const key = await takePaymentAtGateway(console, { amount: "19.40" });
  const bodies: string[] = [];
  page.on("request", (request) => bodies.push(request.postData() ?? ""));
  const actions = await openActions(page, key);
  await actions.getByText("More actions").click();
  const names = await actions
    .getByRole("button", { disabled: false })
    .evaluateAll((buttons) => buttons.map((button) => button.getAttribute("aria-label") ?? ""));
  let tried = 0;
  for (const name of names.filter(Boolean)) {
    await actionButton(actions, name).click();
    const dialog = page.getByRole("dialog");
    await expect(dialog).toBeVisible();
    const fields = dialog.locator(
      ":is(input:is([type=text], [type=search], [type=email], :not([type])), textarea):enabled:visible",
    );
    for (const field of await fields.all()) {
      await field.fill(`Order 7, ${visa}`);
      await field.blur();
      // Cleared, or kept and refused at the field.
      if ((await field.inputValue()) !== "") {
        await page.keyboard.press("Control+Enter");
        await expect(field, name).toHaveAttribute("aria-invalid", "true");
      }
      await field.fill("");
      tried += 1;
    }
    await page.keyboard.press("Escape");
    await expect(dialog).toHaveCount(0);
  }
  expect(tried).toBeGreaterThan(5);
  expect(bodies.join("\n")).not.toMatch(trace);
});

test("every field of every page that is not for card numbers is cleared and says why, and no page does what its policy forbids", async ({
  as,
}) => {
  test.setTimeout(180_000);
  const page = await as("admin");
  const addresses = watchAddresses(page);
  const bodies: string[] = [];
  page.on("request", (request) => bodies.push(request.postData() ?? ""));
  const forbidden: string[] = [];
  page.on("console", (message) => {
    if (/Content.Security.Policy|Refused to/i.test(message.text())) forbidden.push(message.text());
  });
  let tried = 0;
  const views = [paths.commandLog(), paths.exports(), paths.batch("current"), paths.customers()];
  for (const path of [...pagePaths(), ...views]) {
    await page.goto(path);
    await expect(page.locator("main h1, main h2, header h1").first()).toBeVisible();
    await expect(page.locator("html[data-card-input]")).toBeAttached();
    const fields = page.locator(
      ":is(input:is([type=text], [type=search], [type=email], :not([type])), textarea):enabled:visible:not([data-card-numbers]):not([data-card-numbers] *)",
    );
    for (const field of await fields.all()) {
      await expect(async () => {
        await field.fill("");
        await field.fill(`Order 7, ${visa}`);
        await expect(field, path).toHaveValue("", { timeout: 500 });
      }).toPass();
      await expect(field, path).toHaveAccessibleDescription(new RegExp(problem));
      await field.fill("Order 7");
      await expect(page.getByText(problem)).toHaveCount(0);
      await field.fill("");
      tried += 1;
    }
  }
  expect(tried).toBeGreaterThan(10);
  expect(forbidden).toEqual([]);
  expect(await addresses()).not.toMatch(trace);
  expect(bodies.join("\n")).not.toMatch(trace);
});

test("a card number in another field of the charge form is refused or cleared there, and nothing is sent", async ({
  as,
}) => {
  const page = await as("clerk");
  await page.goto("/charge");
  await expect(page.getByRole("button", { name: "Sign out" })).toBeEnabled();
  const tab = page.getByRole("tab", { name: "Card", exact: true });
  await tab.click();
  await fillCard(page, { amount: "12.00", number: visa, invoice: "A 4000.1000.1111.2224" });
  await page.getByRole("button", { name: /^(Charge|Authorize)/ }).click();
  await expect(page.getByLabel("Invoice", { exact: true })).toHaveAccessibleDescription(problem);
  await expect(resultOf(page)).toHaveCount(0);

  await page.getByLabel("Invoice", { exact: true }).fill("");
  await test.step("any field but the card's own is cleared, and that is shown before the rest is sent", async () => {
    await fillCard(page, { amount: "14.77", number: visa });
    await expect(page.locator("html[data-card-input]")).toBeAttached();
    const fields = [
      page.getByRole("textbox", { name: "Amount" }).first(),
      page.getByLabel("Name on card"),
      page.getByLabel("Postal code").first(),
    ];
    for (const field of fields) {
      await field.fill("");
      await field.pressSequentially(visa);
      await expect(field).toHaveValue("");
      await expect(field).toHaveAccessibleDescription(new RegExp(problem));
    }
    await page.getByRole("textbox", { name: "Amount" }).first().fill("14.77");
    const postal = page.getByLabel("Postal code").first();
    await postal.fill(visa);
    await postal.press("Control+Enter");
    await expect(postal).toBeFocused();
    await expect(page.getByText(problem)).toBeVisible();
    await expect(resultOf(page)).toHaveCount(0);
    await expect(page.getByLabel("Card number")).not.toHaveValue("");
  });
});
