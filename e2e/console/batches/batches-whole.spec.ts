import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { expect, test } from "#e2e/support/console.ts";
import type { RunningConsole } from "#e2e/support/running-console.ts";
import { batch } from "#lib/gateway/schemas/batch.ts";
import { bulkGroup } from "#lib/gateway/schemas/bulk.ts";
import { toCents } from "#lib/money.ts";

/** More transactions than the gateway lists at a time. */
const size = 1010;

// The tests after this would read all of them again with each look at the open batch.
test.afterAll(({ console }) => console.control("POST", "/reset"));

test("a batch of more than 1,000 transactions is printed, listed, exported and compared in full, or not at all", async ({
  as,
  console,
}) => {
  const { key, cents } = await fill(console);
  const page = await as("bookkeeper");
  const prints = await watchPrinter(page);
  await page.goto(`/batches/${key}`);
  const firstPage = page.getByText("1 to 50 of 1,010");
  await expect(firstPage).toBeVisible();
  await expect(page.getByText("Agrees.")).toBeHidden();
  const incomplete = page.getByText("Incomplete: only 50 of 1,010 transactions are on this print.");
  await expect(incomplete).toBeHidden();
  await page.emulateMedia({ media: "print" });
  await expect(incomplete).toBeVisible();
  await page.emulateMedia({ media: "screen" });

  await test.step("it is not printed when it can't be read in full, and the page says why", async () => {
    await console.control("POST", "/faults", { kind: "status-503", times: 1000 });
    await page.getByRole("button", { name: "Print" }).click();
    const reading = page.getByRole("status").filter({ hasText: "Reading 0 of 1,010 transactions" });
    await expect(reading).toBeVisible();
    const refusal = page.getByRole("alert").filter({ hasText: "Couldn't read all 1,010 transactions." });
    await expect(refusal).toContainText(
      "Nothing was printed or saved. The gateway isn't responding right now.",
      { timeout: 30_000 },
    );
    await console.control("DELETE", "/faults");
    await refusal.getByRole("button", { name: "Try again" }).click();
    await expect(page.getByText("1 to 1,010 of 1,010")).toBeVisible({ timeout: 30_000 });
    expect(await prints()).toEqual([]);
  });

  await test.step("once all of it is listed, its total is the gateway's", async () => {
    await expect(page.getByText("Agrees.")).toBeVisible();
    await expect(page.getByText(/sum of its 1,010 transactions/)).toBeVisible();
    await expect(page.getByRole("table", { name: "Transactions" }).getByRole("row")).toHaveCount(size + 2);
    await page.goBack();
    await expect(firstPage).toBeVisible();
  });

  await test.step("the export holds every transaction and adds up to the gateway's total", async () => {
    await page.getByRole("button", { name: "Export 1,010" }).click();
    const dialog = page.getByRole("dialog", { name: "Export 1,010 transactions" });
    await dialog.getByRole("checkbox", { name: "Net" }).focus();
    const saved = page.waitForEvent("download");
    await page.keyboard.press("Control+Enter");
    const [head = "", ...lines] = (await readFile(await (await saved).path(), "utf8")).trim().split("\r\n");
    expect(lines).toHaveLength(size);
    const place = head.split(",").indexOf("net");
    const net = lines.map((line) => toCents(line.split(",")[place] ?? "") ?? Number.NaN);
    expect(net.reduce((sum, one) => sum + one, 0)).toBe(cents);
    await expect(dialog.getByRole("status")).toContainText("Saved 1,010 transactions");
    await page.keyboard.press("Escape");
    await expect(dialog).toHaveCount(0);
  });

  await test.step("it is printed in full from its first page", async () => {
    await expect(firstPage).toBeVisible();
    await expect(page.getByRole("button", { name: /^Print/ })).toBeEnabled();
    await page.keyboard.press("Control+p");
    await expect.poll(prints, { timeout: 30_000 }).toEqual([size]);
  });

  await test.step("once closed, it is compared with the gateway's total without paging", async () => {
    await console.closeBatch();
    await page.goto(`/batches/${key}`);
    await expect(page.getByText("Agrees.")).toBeVisible({ timeout: 30_000 });
    await expect(page.getByText(/sum of its 1,010 transactions/)).toBeVisible();
    await page.getByRole("button", { name: /Older/ }).click();
    await expect(page.getByText(/51 to 100 of 1,010/)).toBeVisible();
  });
});

/** Fills one open batch; returns its key and the gateway's total. */
async function fill(console: RunningConsole): Promise<{ key: string; cents: number }> {
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
