import type { Page } from "@playwright/test";
import { test as base, expect } from "#e2e/support/console.ts";
import type { RunningConsole } from "#e2e/support/running-console.ts";
import { batch } from "#lib/gateway/schemas/batch.ts";
import { bulkGroup } from "#lib/gateway/schemas/bulk.ts";
import { toCents } from "#lib/money.ts";

const size = 1250;
type Filled = { key: string; cents: number };

/** One open batch of more transactions than the gateway gives at a time, filled once for the tests of this file. */
const test = base.extend<{ filled: Filled }>({
  filled: [
    async ({ console }, use) => {
      const filled = fills.get(console) ?? fill(console);
      fills.set(console, filled);
      await use(await filled);
    },
    { timeout: 120_000 },
  ],
});
const fills = new WeakMap<RunningConsole, Promise<Filled>>();
test.describe.configure({ mode: "serial" });
// The tests after these would read all of them again with each look at the open batch.
test.afterAll(({ console }) => console.control("POST", "/reset"));

async function fill(console: RunningConsole): Promise<Filled> {
  await console.control("POST", "/reset");
  const rows = Array.from(
    { length: size },
    (_, n) => `sale,4000100011112224,1232,${(n % 90) + 10}.25,order-${n}`,
  );
  const group = await console.uploadBulk(
    "whole.csv",
    ["command,ccnum,ccexp,amount,orderid", ...rows].join("\n"),
  );
  const statusOf = async () =>
    bulkGroup.parse((await console.gateway("GET", `/bulk_transactions/${group}`)).body).status;
  await expect.poll(statusOf, { timeout: 60_000 }).toBe("Completed");
  const { key = "", total_amount = "" } = batch.parse(
    (await console.gateway("GET", "/batches/current")).body,
  );
  return { key, cents: toCents(total_amount) ?? Number.NaN };
}

/** Replaces the printer: records how many transactions are on the page at each print. */
async function watchPrinter(page: Page): Promise<() => Promise<number[]>> {
  await page.addInitScript(() => {
    const prints: number[] = [];
    Object.assign(window, { prints });
    window.print = () => {
      prints.push(document.querySelectorAll('table[aria-label="Transactions"] tbody tr').length);
    };
  });
  return () => page.evaluate(() => (window as unknown as { prints: number[] }).prints); // set above
}

test("an open batch of more than 1,000 transactions is exported and printed in full, and its total is the gateway's", async ({
  as,
  filled,
}) => {
  const page = await as("bookkeeper");
  const prints = await watchPrinter(page);
  await page.goto(`/batches/${filled.key}`);
  await expect(page.getByText("1 to 50 of 1,250")).toBeVisible();
  await expect(page.getByText("Agrees.")).toBeHidden();
  await expect(page.getByText("Incomplete: only 50 of 1,250")).toBeHidden();
  await page.emulateMedia({ media: "print" });
  await expect(page.getByText("Incomplete: only 50 of 1,250 transactions are on this print.")).toBeVisible();
  await page.emulateMedia({ media: "screen" });

  await test.step("the export holds every transaction and adds up to the gateway's total", async () => {
    await page.getByRole("button", { name: "Export 1,250" }).click();
    const dialog = page.getByRole("dialog", { name: "Export 1,250 transactions" });
    await dialog.getByRole("checkbox", { name: "Net" }).focus();
    const saved = page.waitForEvent("download");
    await page.keyboard.press("Control+Enter");
    const chunks: Buffer[] = [];
    for await (const chunk of await (await saved).createReadStream()) chunks.push(chunk);
    const [head = "", ...lines] = Buffer.concat(chunks).toString("utf8").trim().split("\r\n");
    expect(lines).toHaveLength(size);
    const place = head.split(",").indexOf("net");
    const sum = lines.reduce(
      (cents, line) => cents + (toCents(line.split(",")[place] ?? "") ?? Number.NaN),
      0,
    );
    expect(sum).toBe(filled.cents);
    await expect(dialog.getByRole("status")).toContainText("Saved 1,250 transactions");
    await page.keyboard.press("Escape");
    await expect(dialog).toHaveCount(0);
  });

  await test.step("it is printed in full", async () => {
    await expect(page.getByText("1 to 50 of 1,250")).toBeVisible();
    await expect(page.getByRole("button", { name: /^Print/ })).toBeEnabled();
    await page.keyboard.press("Control+p");
    // Reads 1,200 more, and draws them.
    await expect.poll(prints, { timeout: 30_000 }).toEqual([size]);
    await expect(page.getByText(/sum of its 1,250 transactions/)).toBeVisible();
    await expect(page.getByText("1 to 1,250 of 1,250")).toBeVisible();
  });

  await test.step('"Show all" lists all of them, also after a reload', async () => {
    await page.goto(`/batches/${filled.key}`);
    await expect(page.getByRole("button", { name: /^Print/ })).toBeEnabled();
    await page.getByRole("button", { name: "Show all 1,250 transactions" }).click();
    // Reads 1,200 more, within the gateway's limit.
    await expect(page.getByText("Agrees.")).toBeVisible({ timeout: 30_000 });
    await expect(page.getByRole("table", { name: "Transactions" }).getByRole("row")).toHaveCount(size + 2);
    await page.reload();
    await expect(page.getByText("Agrees.")).toBeVisible({ timeout: 30_000 });
  });
});

test("a batch that can't be read in full is not printed, and the page says why", async ({
  as,
  console,
  filled,
}) => {
  const page = await as("bookkeeper");
  const prints = await watchPrinter(page);
  await page.goto(`/batches/${filled.key}`);
  await expect(page.getByText("1 to 50 of 1,250")).toBeVisible();
  await console.control("POST", "/faults", { kind: "status-503", times: 1000 });
  await page.getByRole("button", { name: "Print" }).click();
  await expect(page.getByRole("status").filter({ hasText: "Reading 0 of 1,250 transactions" })).toBeVisible();
  const refusal = page.getByRole("alert").filter({ hasText: "Couldn't read all 1,250 transactions." });
  await expect(refusal).toContainText(
    "Nothing was printed or saved. The gateway isn't responding right now.",
    {
      timeout: 30_000,
    },
  );
  expect(await prints()).toEqual([]);
  await console.control("DELETE", "/faults");
  await refusal.getByRole("button", { name: "Try again" }).click();
  await expect(page.getByText("1 to 1,250 of 1,250")).toBeVisible();
});

test("a batch too large for one page is compared with the gateway's total without paging", async ({
  as,
  console,
  filled,
}) => {
  await console.closeBatch();
  const page = await as("bookkeeper");
  await page.goto(`/batches/${filled.key}`);
  await expect(page.getByText("Agrees.")).toBeVisible({ timeout: 30_000 });
  await expect(page.getByText(/sum of its 1,250 transactions/)).toBeVisible();
  await page.getByRole("button", { name: /Older/ }).click();
  await expect(page.getByText(/51 to 100 of 1,250/)).toBeVisible();
});
