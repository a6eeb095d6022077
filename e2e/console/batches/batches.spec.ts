import type { Page } from "@playwright/test";
import { test as base, expect } from "#e2e/support/console.ts";
import { visa } from "#e2e/support/pages/charge-card.ts";
import { expectRowVisible, readRows } from "#e2e/support/pages/expect-row-visible.ts";
import type { RunningConsole } from "#e2e/support/running-console.ts";
import { toCents, toDecimal } from "#lib/money.ts";

type Entry = { sale: string; voided?: true } | { credit: string };

const card = { number: visa, expiration: "1232", cvc: "123" };
const clerk = "Mira Castellanos";

/** Each test gets its own gateway. */
const test = base.extend<{ makeBatch: (openedAt: string, entries: Entry[]) => Promise<string> }>({
  makeBatch: async ({ console }, use) => {
    await console.control("POST", "/reset");
    await use((openedAt, entries) => makeBatch(console, openedAt, entries));
  },
});

/** Opens a batch at a time of the merchant's zone, fills it, closes it at once and returns its key. */
async function makeBatch(console: RunningConsole, openedAt: string, entries: Entry[]): Promise<string> {
  await console.control("POST", "/clock", { set: openedAt });
  for (const [place, entry] of entries.entries()) {
    const what =
      "sale" in entry
        ? { command: "sale", amount: entry.sale }
        : { command: "cc:credit", amount: entry.credit };
    const made = await console.gateway("POST", "/transactions", {
      ...what,
      creditcard: card,
      orderid: `order-${place}`,
      clerk,
    });
    const { key } = made.body as { key: string }; // an approved payment has a key
    if ("voided" in entry) await console.gateway("POST", "/transactions", { command: "void", trankey: key });
  }
  const current = await console.gateway("GET", "/batches/current");
  const { key } = current.body as { key: string }; // a payment has just opened it
  await console.closeBatch();
  return key;
}

const tableOf = (page: Page) => page.getByRole("table", { name: "Batches" });

/** The keys of the batches that are listed, newest first. */
async function listedKeys(page: Page): Promise<string[]> {
  const rows = await readRows(tableOf(page));
  return rows.flatMap(({ Key }) => (Key ? [Key] : []));
}

test("batches are filtered by days, kept in the URL, paged, and exported over all pages", async ({
  as,
  makeBatch,
}) => {
  const before = await makeBatch("2027-04-09T23:59:20", [{ sale: "1.00" }]);
  const first = await makeBatch("2027-04-10T00:00:00", [{ sale: "2.00" }]);
  const last = await makeBatch("2027-04-11T23:59:20", [{ sale: "3.00" }]);
  const after = await makeBatch("2027-04-12T00:00:00", [{ sale: "13.00" }]);
  const page = await as("bookkeeper");
  await page.goto("/batches");
  await expect.poll(() => listedKeys(page)).toEqual([after, last, first, before]);

  const choose = async (bound: "Opened" | "Closed") => {
    await page.getByLabel(`${bound} from`, { exact: true }).fill("2027-04-10");
    await page.getByLabel(`${bound} to`, { exact: true }).fill("2027-04-11");
    const field = bound.toLowerCase();
    await expect(page).toHaveURL(new RegExp(`${field}From=2027-04-10&${field}To=2027-04-11`));
    await expect.poll(() => listedKeys(page)).toEqual([last, first]);
    await expectRowVisible(tableOf(page), { Batch: "2 batches", Total: "5.00 2" });
  };

  await test.step("a range of opened dates includes all of its first and last day, also after a reload", async () => {
    await choose("Opened");
    await page.reload();
    await expect(page.getByLabel("Opened from", { exact: true })).toHaveValue("Apr 10");
    await expect(page.getByLabel("Opened to", { exact: true })).toHaveValue("Apr 11, 2027");
    await expect.poll(() => listedKeys(page)).toEqual([last, first]);
    await page.getByRole("radio", { name: "All", exact: true }).check();
    await expect.poll(() => listedKeys(page)).toHaveLength(4);
    await expect(page).not.toHaveURL(/opened/);
  });

  await test.step("a range of closed dates does too; the whole row is the link, not its number alone", async () => {
    await choose("Closed");
    await tableOf(page).getByRole("row").filter({ hasText: "3.00" }).first().click();
    await expect(page).toHaveURL(new RegExp(`/batches/${last}$`));
  });

  await test.step("the total row says that it covers one page, the export holds every batch of the range", async () => {
    await page.goto("/batches?limit=2&openedFrom=2027-04-10&openedTo=2027-04-12");
    await expect.poll(() => listedKeys(page)).toEqual([after, last]);
    await expectRowVisible(tableOf(page), { Batch: "This page", Opened: "2 of 3 batches", Total: "16.00 2" });
    await page.getByRole("button", { name: "Older" }).click();
    await expect(page).toHaveURL(/offset=2/);
    await expect.poll(() => listedKeys(page)).toEqual([first]);
    // Read out to who does not see the list change.
    await expect(page.locator("[aria-live=polite]", { hasText: "3 to 3 of 3" })).toBeVisible();
    await expect(page.getByRole("button", { name: "Older" })).toBeDisabled();
    await page.getByRole("button", { name: "Newer" }).click();
    await expect.poll(() => listedKeys(page)).toEqual([after, last]);
    const [, ...lines] = (await exportOf(page, "Export 3")).trim().split("\r\n");
    expect(lines.map((line) => line.split(",")[1])).toEqual([after, last, first]);
  });
});

/** The text of the file that a button saves. */
async function exportOf(page: Page, button: string): Promise<string> {
  const saved = page.waitForEvent("download");
  await page.getByRole("button", { name: button }).click();
  const chunks: Buffer[] = [];
  for await (const chunk of await (await saved).createReadStream()) chunks.push(chunk);
  return Buffer.concat(chunks).toString("utf8");
}

test("the filtered days are exported with amounts as numbers, add up by tender, brand and clerk, and each figure leads to its payments", async ({
  as,
  makeBatch,
}) => {
  const key = await makeBatch("2027-03-05T10:00:00", [
    { sale: "30.00" },
    { sale: "12.00" },
    { credit: "4.50" },
  ]);

  const page = await as("bookkeeper");
  // Figures are made of the batches that were read.
  await page.request.get(`/batches/${key}`);
  await page.goto("/batches?openedFrom=2027-03-05&openedTo=2027-03-05");
  const table = page.getByRole("table", { name: "Payments in USD" });
  await expectRowVisible(table, { USD: "Visa", Sales: /^42\.00/, Refunds: /^−4\.50/, Net: /^\$37\.50/ });
  await expectRowVisible(table, { USD: clerk, Net: /^\$37\.50/ });
  await expect(tableOf(page)).toContainText("Waiting since Mar 5");
  const [, line] = (await exportOf(page, "Export 1")).split("\r\n");
  expect(line).toContain(`,${key},2027-03-05 10:00:0`);
  expect(line).toMatch(/,closed,42\.00,2,-4\.50,1,0\.00,0,37\.50,3,USD$/);

  await table.getByRole("link", { name: "Visa, sales: 42.00" }).click();
  await expect(page).toHaveURL(/\/transactions\?q=/);
  await expect(page.getByRole("table", { name: "Transactions found" })).toContainText("30.00");
  await expect(page.getByRole("table", { name: "Transactions found" })).not.toContainText("4.50");
});

test("a closed batch's total is the sum of its transactions once all are shown, also after a reload; a void is counted and adds nothing", async ({
  as,
  console,
  makeBatch,
}) => {
  const key = await makeBatch("2027-05-03T10:00:00", [
    { sale: "42.50" },
    { sale: "10.00" },
    { sale: "99.00", voided: true },
    { credit: "12.25" },
  ]);
  const page = await as("bookkeeper");
  await page.goto(`/batches/${key}?limit=2`);
  await expect(page.getByText("1 to 2 of 4")).toBeVisible();
  await expect(page.getByText("Agrees.")).toBeHidden();
  await page.getByRole("button", { name: "Show all 4" }).click();
  await expect(page.getByText("1 to 4 of 4")).toBeVisible();
  await page.reload();
  await expect(page.getByText("1 to 4 of 4")).toBeVisible();
  await expect(page.getByText("Agrees.")).toBeVisible();

  const transactions = page.getByRole("table", { name: "Transactions" });
  // The last row is the total.
  const rows = (await readRows(transactions)).slice(0, -1);
  const shown = rows
    .filter(({ Status }) => Status !== "Voided")
    .map(({ Amount = "" }) => toCents(Amount.replace("−", "-")) ?? Number.NaN);
  expect(rows).toHaveLength(4);
  expect(shown.reduce((sum, cents) => sum + cents, 0)).toBe(4025);
  await expectRowVisible(transactions, { Amount: /voided 99\.00/, Status: "Voided", Clerk: clerk });
  await expectRowVisible(transactions, { Amount: /42\.50/, Type: "Sale", Status: "Settled" });

  const gateway = await console.gateway("GET", `/batches/${key}`);
  const { total_amount } = gateway.body as { total_amount: number }; // the contract's own field
  expect(toDecimal(4025)).toBe(total_amount.toFixed(2));
  await expectRowVisible(page.getByRole("table", { name: "Totals by kind" }), {
    "Gateway's totals": "$40.25 4",
    "Sum of transactions": "$40.25 4",
  });
});

/** Where the console leads to for the open batch. It may remember one of before a reset for some seconds. */
async function openBatchPath(page: Page): Promise<string> {
  const answer = await page.request.get("/batches/current", { maxRedirects: 0 });
  return new URL(answer.headers().location ?? "", answer.url()).pathname;
}

test("a manager closes the open batch, after a question that states what it holds", async ({
  as,
  console,
  makeBatch,
}) => {
  await makeBatch("2027-03-04T10:00:00", [{ sale: "9.00" }]);
  for (const amount of ["40.00", "2.50"])
    await console.gateway("POST", "/transactions", { command: "sale", amount, creditcard: card });
  const { body } = await console.gateway("GET", "/batches/current");
  const { key } = body as { key: string }; // the payments have opened it
  const page = await as("manager");
  await expect.poll(() => openBatchPath(page)).toBe(`/batches/${key}`);
  const clerkPage = await (await (await as("clerk")).request.get(`/batches/${key}`)).text();
  expect(clerkPage).toContain("Closes by schedule");
  expect(clerkPage).not.toContain("Close batch");

  await page.goto("/batches/current");
  await expect(page.getByRole("table", { name: "Totals by kind" })).toContainText("42.50");
  // The question would follow the next sale some seconds later.
  const readings = "**/api/console/batches/**";
  await page.route(readings, (route) => route.abort());
  await page.getByRole("button", { name: "Close batch" }).click();
  const dialog = page.getByRole("dialog");
  await expect(dialog).toContainText("Transactions2");
  await expect(dialog).toContainText("42.50");
  await console.gateway("POST", "/transactions", { command: "sale", amount: "5.00", creditcard: card });
  await dialog.getByRole("button", { name: "Close batch" }).click();
  await expect(dialog.getByRole("alert")).toContainText("Nothing was closed: the batch has changed");
  await page.unroute(readings);
  await expect(dialog).toContainText("47.50");
  await dialog.getByRole("button", { name: "Close batch" }).click();
  await expect(dialog).toHaveCount(0);
  await expect(page.getByText("A closed batch never changes")).toBeVisible({ timeout: 20_000 });
  await expect(page.getByRole("button", { name: "Close batch" })).toHaveCount(0);
});

test("a payment in another currency is shown in it, and never added to dollars", async ({
  as,
  console,
  makeBatch,
}) => {
  await makeBatch("2027-09-11T10:00:00", [{ sale: "5.00" }]);
  const pay = async (amount: string, currency?: string) => {
    const { body } = await console.gateway("POST", "/transactions", {
      command: "sale",
      amount,
      creditcard: card,
      orderid: `currency-${currency}`,
      ...(currency && { currency }),
    });
    return (body as { key: string }).key; // an approved payment has a key
  };
  await pay("42.50");
  await pay("1100.00", "392");
  const euro = await pay("100.00", "978");
  const { body } = await console.gateway("GET", "/batches/current");
  const { key } = body as { key: string }; // the payments have opened it
  const page = await as("manager");
  for (const state of ["open", "closed"]) {
    if (state === "closed") await console.closeBatch();
    await page.goto(`/batches/${key}`);
    await expectRowVisible(page.getByRole("table", { name: "Transactions" }), { Amount: "€100.00" });
    await expectRowVisible(page.getByRole("table", { name: "Transactions" }), { Amount: "¥1,100" });
    const totals = page.getByRole("table", { name: "Totals by currency" });
    await expectRowVisible(totals, { Currency: "EUR", Total: "€100.00 1" });
    await expectRowVisible(totals, { Currency: "USD", Total: "$42.50 1" });
    await expect(page.getByText("Not compared.")).toBeVisible();
  }
  await page
    .getByRole("table", { name: "Transactions" })
    .getByRole("row")
    .filter({ hasText: "€100.00" })
    .first()
    .click();
  await expect(page).toHaveURL(new RegExp(`/transactions/${euro}$`));
  const payment = page.getByRole("region", { name: "Payment", exact: true });
  await expect(payment.getByText("€100.00").first()).toBeVisible();
  await expect(page.getByText("$100.00")).toHaveCount(0);

  // The other batch's transactions are read in the background.
  const areSumsRead = async () =>
    (await (await page.request.get("/api/console/batches")).json()).value.complete;
  await expect.poll(areSumsRead, { timeout: 40_000 }).toBe(true);
  await page.goto("/batches");
  // The gateway adds up all three numbers: 1,242.50 in no real currency.
  await expectRowVisible(tableOf(page), { Key: key, Total: /\$42\.50.*€100\.00.*¥1,100/ });
  await expectRowVisible(tableOf(page), { Total: "$47.50 2 €100.00 1 ¥1,100 1", Batch: /^2 batches/ });
});

test("while the gateway is down, the page shows the last data with its age and refreshes when it is back", async ({
  as,
  console,
  makeBatch,
}) => {
  const key = await makeBatch("2027-09-01T10:00:00", [{ sale: "5.00" }]);
  const page = await as("bookkeeper");
  await page.goto("/batches");
  await expect.poll(() => listedKeys(page)).toEqual([key]);
  await console.control("POST", "/faults", { kind: "status-503", times: 1000 });
  await page.reload();
  const list = page.getByRole("region", { name: "Batches", exact: true });
  await expect(list.getByRole("status").filter({ hasText: "As of" })).toContainText(
    /As of \d+:\d\d [AP]M, .*The gateway isn't responding right now/,
  );
  await expect.poll(() => listedKeys(page)).toEqual([key]);
  // A list that was never read shows nothing.
  await page.getByLabel("Opened from", { exact: true }).fill("2027-01-01");
  await page.getByLabel("Opened to", { exact: true }).fill("2027-01-02");
  await expect(page.getByText("The batches could not be read")).toBeVisible();
  await expect(page.getByText("Service Unavailable")).toHaveCount(0);
  await console.control("DELETE", "/faults");
  await expect(page.getByText("No batch on these days")).toBeVisible({ timeout: 30_000 });
});

test("without any batch, the page says what opens one", async ({ as, console }) => {
  await console.control("POST", "/reset");
  const page = await as("clerk");
  await expect.poll(() => openBatchPath(page), { timeout: 25_000 }).toBe("/batches");
  await page.goto("/batches");
  await expect(page.getByText("the next card payment opens one")).toBeVisible();
  await expect(page.getByText("No batches yet")).toBeVisible();
});
