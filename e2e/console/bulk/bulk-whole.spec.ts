// biome-ignore-all lint/suspicious/noThenProperty: the word of the control plane; it is never a function
import { readFileSync } from "node:fs";
import { expect, test } from "#e2e/support/console.ts";
import { resultOf, visa } from "#e2e/support/pages/charge-card.ts";
import type { BulkFile } from "#lib/bulk/file/bulk-file.ts";
import { bulkGroup } from "#lib/gateway/schemas/bulk.ts";

/** Declined; not a card number. */
const declined = "4000300611112224";
const wrong = "4000100011112225";

/** More rows than the gateway lists at a time, and more than it runs at a time. */
const size = 1500;
const isBad = (n: number) => n % 40 === 7 && n < 37 * 40;
const isDeclined = (n: number) => n % 75 === 3;
/** The issuer lets these rows wait: the file can't complete before it is paused. */
const heldAmount = "2.00";
const isHeld = (n: number) => n >= 400;
/** These invalid rows are fixed; the others are left out. */
const fixed = [7, 47, 87, 127, 167];

// The tests after it would read its 1,500 transactions again with each look at the open batch.
test.afterAll(({ console }) => console.control("POST", "/reset"));

test("1,500 rows with 37 invalid: five fixed, the others saved to a file without card numbers, sent, paused, the gateway killed, resumed, and every row accounted for", async ({
  as,
  console,
}) => {
  test.setTimeout(300_000);
  const lines = Array.from({ length: size }, (_, n) => {
    const card = isBad(n) ? wrong : isDeclined(n) ? declined : visa;
    return `sale,${isHeld(n) ? heldAmount : "1.00"},${card},1249,whole-${n}`;
  });
  const sent = lines.map((_, n) => n).filter((n) => !isBad(n) || fixed.includes(n));
  const cents = sent.reduce((sum, n) => sum + (isHeld(n) ? 200 : 100), 0);
  await console.control("PUT", "/rules", [{ match: { amount: heldAmount }, then: { delayMs: 600_000 } }]);
  const page = await as("manager");
  await page.goto("/bulk/new");
  const input = page.getByLabel("Bulk file");
  await expect(page.getByRole("button", { name: /^Choose a file/ })).toBeEnabled();
  const buffer = Buffer.from(`command,amount,ccnum,ccexp,orderid\n${lines.join("\n")}\n`);
  await input.setInputFiles({ name: "whole.csv", mimeType: "text/csv", buffer });
  await expect(page.getByRole("radio", { name: "Errors 37" })).toBeVisible({ timeout: 60_000 });
  for (const n of fixed) {
    await page.getByRole("button", { name: `Fix row ${n + 2}`, exact: true }).click();
    const form = page.getByRole("form", { name: `Fix row ${n + 2}` });
    await form.getByLabel("Card number or token", { exact: true }).fill(visa);
    await form.getByRole("button", { name: "Save" }).click();
  }
  await expect(page.getByRole("radio", { name: "Fixed 5" })).toBeVisible();

  const toFix = page.waitForEvent("download");
  await page.getByRole("button", { name: "Save 32 rows to fix" }).click();
  const invalid = readFileSync(await (await toFix).path(), "utf8").trimEnd();
  expect(invalid.split("\r\n")).toHaveLength(33);
  expect(invalid).toContain("xxxxxxxxxxxx2225");
  expect(invalid).not.toContain(wrong);

  await page.getByLabel("Exclude 32 rows").check();
  await page.getByRole("button", { name: "Send 1,468 rows" }).click();
  const question = page.getByRole("dialog");
  await expect(question).toContainText("Card sales 1,468");
  await question.getByRole("button", { name: /^Send 1,468 rows/ }).click();
  await resultOf(page).getByRole("link").first().click();
  await expect(page).toHaveURL(/\/bulk\/[a-z0-9-]+$/);

  const progress = page.getByRole("region", { name: "Progress" });
  await progress.getByRole("button", { name: "Pause" }).click();
  await expect(progress).toContainText("Paused");
  const { files } = await (await page.request.get("/api/console/bulk/files?limit=100")).json();
  expect((files as BulkFile[]).find(({ name }) => name === "whole.csv")).toMatchObject({
    rows: 1500,
    good: 1468,
    fixed: 5,
    excluded: 32,
    cents,
    totals: [{ command: "sale", tender: "card", count: 1468, cents, withoutAmount: 0 }],
    approvedBy: expect.any(String),
  });
  const { body } = await console.gateway("GET", "/bulk_transactions/current");
  const { bulk_key: key = "" } = bulkGroup.parse(body);
  const group = async () => bulkGroup.parse((await console.gateway("GET", `/bulk_transactions/${key}`)).body);
  expect((await group()).remaining).toBeGreaterThan(1000);

  // Held rows run once the gateway is up again.
  await console.control("DELETE", "/rules");
  await console.kill9Sandbox();
  await console.restart();
  expect((await group()).status).toBe("Paused");
  await page.goto(`/bulk/${key}`);
  await expect(progress).toContainText("Paused");
  await progress.getByRole("button", { name: "Resume" }).click();
  await expect.poll(async () => (await group()).status, { timeout: 60_000 }).toBe("Completed");
  expect(await group()).toMatchObject({
    transactions: 1468,
    approved: 1448,
    declined: 20,
    errors: 0,
    remaining: 0,
  });

  await expect(page.getByText("1 to 50 of 1,468 rows")).toBeVisible({ timeout: 60_000 });
  const saving = page.waitForEvent("download");
  await page.getByRole("link", { name: /Download what was not charged/ }).click();
  const text = readFileSync(await (await saving).path(), "utf8").trimEnd();
  expect(text.split("\n")).toHaveLength(21);
  expect(text).not.toContain(declined);
  // Row numbers are those of the chosen file, not of the rows that were sent.
  const rows = text
    .split("\n")
    .slice(1)
    .map((line) => Number(line.split(",")[0]));
  expect(rows).toEqual(Array.from({ length: 20 }, (_, k) => 75 * k + 3 + 2));
});
