import { setTimeout as delay } from "node:timers/promises";
import { expect, test } from "#e2e/support/console.ts";
import { visa } from "#e2e/support/pages/charge-card.ts";
import { readRows } from "#e2e/support/pages/expect-row-visible.ts";

test.use({ settings: { SANDBOX_RATE_LIMIT: "20/min,5000/day" } });

test("the list of batches leaves the rate limit to payments and marks totals it has not read", async ({
  as,
  console,
}) => {
  // The gateway counts calendar minutes, and this takes a part of one.
  const leftMs = 60_000 - (Date.now() % 60_000);
  if (leftMs < 20_000) await delay(leftMs);
  for (const amount of ["7.00", "8.00"]) {
    await console.gateway("POST", "/transactions", {
      command: "sale",
      amount,
      creditcard: { number: visa, expiration: "1232" },
    });
    await console.closeBatch();
  }
  // Another program with the same key leaves enough for payments and page reads, but not for totals.
  for (let request = 0; request < 8; request += 1) await console.gateway("GET", "/batches");
  const page = await as("bookkeeper");
  await page.goto("/batches");
  await expect(page.getByRole("status").filter({ hasText: "Some totals are not read yet" })).toBeVisible();
  const rows = await readRows(page.getByRole("table", { name: "Batches" }));
  expect(rows.map(({ Status, Total }) => [Status, Total])).toEqual([
    ["Closed", "— not read yet"],
    ["Closed", "— not read yet"],
    ["", "— not read yet"],
  ]);
  await page.getByRole("button", { name: /Gateway answers/ }).click();
  await expect(page.getByText(/\d+ of 20$/).last()).toBeVisible();
});
