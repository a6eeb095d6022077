import { expect, test } from "#e2e/support/console.ts";
import { chargeCard } from "#e2e/support/pages/charge-card.ts";
import { readRows } from "#e2e/support/pages/expect-row-visible.ts";

// Low enough that the second payment is queued.
test.use({ settings: { SANDBOX_RATE_LIMIT: "6/min,5000/day" } });

const number = "4000100011112224";

test("a queued payment shows its position and wait, and can be canceled with nothing sent", async ({
  as,
}) => {
  const page = await as("clerk");
  const first = await chargeCard(page, { amount: "10.00", number, cvc: "123" });
  await expect(first).toContainText("Approved", { timeout: 30_000 });
  await chargeCard(page, { amount: "11.00", number, cvc: "123" });
  await expect(page.getByText(/in the queue: about \d+ s\./)).toBeVisible({ timeout: 20_000 });
  await page.getByRole("button", { name: "Do not send" }).click();
  await expect(page.getByRole("region", { name: "Result" })).toHaveText(/^Not sent, as you asked\./);
  await expect(page.getByRole("region", { name: "Result" })).not.toContainText("Error");
  await expect(page.getByLabel("Amount", { exact: true })).toHaveValue("11.00");
});

test("a manager sees who used what in the last hour; a clerk has no such page", async ({ as }) => {
  const clerk = await as("clerk");
  const result = await chargeCard(clerk, { amount: "12.00", number, cvc: "123" });
  await expect(result).toContainText("Approved", { timeout: 40_000 });
  await expect(clerk.getByRole("link", { name: "Gateway", exact: true })).toHaveCount(0);
  const page = await as("manager");
  await page.goto("/gateway");
  const table = page.getByRole("table", { name: "Used in the last hour, by person" });
  // Usage is flushed once a second.
  await expect
    .poll(async () => (await readRows(table)).some(({ Payments }) => Number(Payments) > 0), {
      timeout: 30_000,
    })
    .toBe(true);
});
