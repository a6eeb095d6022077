import { expect, test } from "#e2e/support/console.ts";
import { batch } from "#lib/gateway/batch.ts";

test.use({ settings: { SANDBOX_RATE_LIMIT: "off" } });

const size = 1250;

test("a batch too large for one page is compared with the gateway's total without anyone paging through it", async ({
  as,
  console,
}) => {
  const left = Array.from({ length: size }, (_, i) => i);
  const worker = async () => {
    for (let next = left.pop(); next !== undefined; next = left.pop())
      await console.gateway("POST", "/transactions", {
        command: "sale",
        amount: `${(next % 90) + 10}.25`,
        orderid: `walk-${next}`,
        creditcard: { number: "4000100011112224", expiration: "1232" },
      });
  };
  await Promise.all(Array.from({ length: 16 }, worker));
  const { body } = await console.gateway("GET", "/batches/current");
  const { key = "" } = batch.parse(body);
  await console.control("POST", "/batches/current/close");
  const page = await as("bookkeeper");
  await page.goto(`/batches/${key}`);
  await expect(page.getByText("Agrees.")).toBeVisible();
  await expect(page.getByText(/sum of its 1,250 transactions/)).toBeVisible();
  await page.getByRole("button", { name: /Older/ }).click();
  await expect(page.getByText(/51 to 100 of 1,250/)).toBeVisible();
});
