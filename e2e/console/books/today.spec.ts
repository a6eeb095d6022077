import { expect, test } from "#e2e/support/console.ts";
import { chargeCard } from "#e2e/support/pages/charge-card.ts";

// A console of its own: other tests take payments today.
test.use({ settings: { MERCHANT_NAME: "Today Street Flowers" } });

test("Today shows a sale that was just taken, in figures, chart, table and list", async ({ as }) => {
  const page = await as("manager");
  await page.goto("/");
  const figures = page.getByRole("region", { name: "Today so far" });
  await expect(figures.getByText("$0.00", { exact: true })).toBeVisible();
  await expect(page.getByText("No sale yet today.", { exact: true })).toBeVisible();
  await expect(page.getByText("Nothing needs attention.")).toBeVisible();

  await expect(await chargeCard(page, { amount: "61.40", number: "4000100011112224" })).toHaveText(
    /^Approved/,
  );
  await page.getByRole("link", { name: "Today" }).click();
  await expect(figures.getByText("$61.40").first()).toBeVisible();
  await expect(figures.getByText("1 of 1 card or check")).toBeVisible();
  await expect(page.getByRole("img", { name: /^Net sales today reach \$61\.40 at / })).toBeVisible();
  await page.getByRole("button", { name: "Show as table" }).click();
  const hours = page.getByRole("table", { name: "Net sales through the day, added up" });
  await expect(hours.getByRole("cell", { name: "$61.40" })).toBeVisible();
  await expect(
    page.getByRole("table", { name: "Latest payments" }).getByRole("row", { name: /Approved.*\$61\.40/ }),
  ).toBeVisible();
  await expect(page.getByRole("table", { name: "How customers paid" }).getByText("100%")).toBeVisible();
  await expect(page.getByText(/^Counted from 1 transaction,/)).toBeVisible();
});

test("a clerk starts with Charge, and a bookkeeper with Today", async ({ as }) => {
  const { request: clerk } = await as("clerk");
  expect((await clerk.get("/")).url()).toMatch(/\/charge$/);
  expect((await clerk.get("/api/console/today/sales")).status()).toBe(403);

  const { request: bookkeeper } = await as("bookkeeper");
  const start = await bookkeeper.get("/");
  expect(new URL(start.url()).pathname).toBe("/");
  expect(await start.text()).toMatch(/<h1[^>]*>Today, /);
});
