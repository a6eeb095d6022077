import { readFile } from "node:fs/promises";
import type { Download, Page } from "@playwright/test";
import { expect, test } from "#e2e/support/console.ts";
import { visa } from "#e2e/support/pages/charge-card.ts";
import type { RunningConsole } from "#e2e/support/running-console.ts";
import { batch } from "#lib/gateway/schemas/batch.ts";

// What others paid would be in the batch, and repeated there.
test.beforeAll(({ console }) => console.control("POST", "/reset"));

const linesOf = async (download: Download) =>
  (await readFile(await download.path(), "utf8")).replace("\uFEFF", "").trimEnd().split("\r\n");

async function openExport(page: Page, key: string) {
  await page.goto(`/batches/${key}`);
  await page.getByRole("button", { name: "Export 2" }).click();
  return page.getByRole("dialog", { name: "Export 2 transactions" });
}

/** A closed batch of these payments. */
async function makeBatch(console: RunningConsole, payments: readonly object[]): Promise<string> {
  for (const [index, payment] of payments.entries())
    await console.gateway("POST", "/transactions", {
      ...payment,
      // No payment of another test is a duplicate of it.
      orderid: `exports-${index}`,
      creditcard: { number: visa, expiration: "1232" },
    });
  const { key = "" } = batch.parse((await console.gateway("GET", "/batches/current")).body);
  await console.closeBatch();
  return key;
}

test("a bookkeeper exports a batch and business days, and every export is listed", async ({
  as,
  console,
}) => {
  const page = await as("bookkeeper");
  const countExports = () =>
    console.inStore((store) =>
      store
        .selectFrom("exports")
        .select("id")
        .execute()
        .then(({ length }) => length),
    );
  const before = await countExports();

  await test.step("a bookkeeper exports a batch with chosen columns, then its daily summary", async () => {
    const key = await makeBatch(console, [
      { command: "sale", amount: "42.50", invoice: "00017" },
      { command: "cc:credit", amount: "4.50", invoice: "=1+1" },
    ]);
    const dialog = await openExport(page, key);
    const sample = dialog.getByRole("region", { name: "First lines of the file" });
    await expect(sample).toContainText("time,invoice,customer");
    await expect(dialog).toContainText("are recorded");
    for (const name of ["Customer", "Type", "Paid with"])
      await dialog.getByRole("checkbox", { name }).uncheck();
    await expect(sample).toContainText("time,invoice,status,amount");
    let saved = page.waitForEvent("download");
    await dialog.getByRole("button", { name: "Export 2 rows" }).click();
    const [head, refund, sale] = await linesOf(await saved);
    expect(head).toBe("time,invoice,status,amount,net,currency,clerk,batch,reference");
    expect(refund).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d-0[78]:00,'=1\+1,Settled,-4\.50,-4\.50,USD,/);
    expect(sale).toMatch(/,00017,Settled,42\.50,42\.50,USD,/);
    await expect(dialog.getByRole("status")).toContainText("Saved 2 transactions");

    await dialog.getByRole("radio", { name: "Daily summary" }).check();
    await dialog.getByRole("combobox", { name: "Program" }).selectOption("QuickBooks Online (CSV)");
    await expect(sample).toContainText(/Card refunds \w{8},-4\.50/);
    saved = page.waitForEvent("download");
    await page.keyboard.press("Control+Enter");
    const lines = await linesOf(await saved);
    expect(lines.map((line) => line.split(",").slice(1).join(","))).toEqual([
      "Description,Amount",
      expect.stringMatching(/^Card sales \w{8},42\.50$/),
      expect.stringMatching(/^Card refunds \w{8},-4\.50$/),
    ]);
    await page.keyboard.press("Escape");
    await expect(dialog).toBeHidden();
  });

  await test.step("a bookkeeper exports business days, and every export is listed with who took it", async () => {
    const key = await makeBatch(console, [{ command: "sale", amount: "12.50" }]);
    // Days are made of the batches that were read.
    await page.request.get(`/batches/${key}`);
    await page.goto("/transactions?view=exports");
    const today = await page.evaluate(() =>
      new Intl.DateTimeFormat("sv-SE", { timeZone: "America/Los_Angeles" }).format(),
    );
    await page.getByRole("textbox", { name: "Business days from" }).fill(today);
    await page.getByRole("textbox", { name: "Business days to" }).fill(today);
    await page.getByRole("button", { name: "Export", exact: true }).click();
    const dialog = page.getByRole("dialog", { name: /^Export/ });
    const saved = page.waitForEvent("download");
    await dialog.getByRole("button", { name: /^Export [\d,]+ rows?$/ }).click();
    await expect(dialog).toContainText("Earlier batches are not read");
    expect((await linesOf(await saved)).join("\n")).toContain(",12.50,");
    await expect(dialog.getByRole("status")).toContainText("Saved");
    await page.keyboard.press("Escape");
    expect(await countExports()).toBe(before + 3);
    const listed = page.getByRole("table", { name: "Exports" }).getByRole("row");
    await expect(listed).toHaveCount(before + 1 + 3);
    const newest = listed.nth(1);
    await expect(newest).toContainText("Ruth Adeyemi");
    await expect(newest).toContainText("Whole");
  });
});

test("a clerk can't export, not even by the address", async ({ as, console }) => {
  const key = await makeBatch(console, [{ command: "sale", amount: "47.31" }]);
  const page = await as("clerk");
  await page.goto(`/batches/${key}`);
  await expect(page.getByRole("button", { name: /^Print/ })).toBeVisible();
  await expect(page.getByRole("button", { name: /^Export/ })).toHaveCount(0);
  for (const path of ["", "/preview"]) {
    const answer = await page.request.get(`/api/console/exports${path}?batch=${key}&format=csv`);
    expect(answer.status()).toBe(403);
  }
  const link = 'href="/transactions?view=exports"';
  const listFor = async ({ request }: Page) => (await request.get("/transactions")).text();
  expect(await listFor(await as("bookkeeper"))).toContain(link);
  expect(await listFor(page)).not.toContain(link);
});
