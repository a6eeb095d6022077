import { expect, test } from "#e2e/support/console.ts";
import { chargeCard, chargeNextCard, visa } from "#e2e/support/pages/charge-card.ts";
import { readRows } from "#e2e/support/pages/expect-row-visible.ts";

// Low enough that the second payment is queued.
test.use({ settings: { SANDBOX_RATE_LIMIT: "6/min,5000/day" } });

test("a queued payment shows its position and wait, and can be canceled; a manager sees who used what, a clerk does not", async ({
  as,
}) => {
  const clerk = await as("clerk");
  const result = await chargeCard(clerk, { amount: "10.00", number: visa, cvc: "123" });
  await expect(result).toContainText("Approved", { timeout: 30_000 });
  await chargeNextCard(clerk, { amount: "11.00", number: visa, cvc: "123" });
  await expect(clerk.getByText(/in the queue: about \d+ s\./)).toBeVisible({ timeout: 20_000 });
  await clerk.getByRole("button", { name: "Do not send" }).click();
  await expect(result).toHaveText(/^Not sent, as you asked\./);
  await expect(result).not.toContainText("Error");
  await expect(clerk.getByLabel("Amount", { exact: true })).toHaveValue("11.00");
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
