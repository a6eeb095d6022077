import type { Page } from "@playwright/test";
import { expect, test } from "#e2e/support/console.ts";
import { freePort } from "#e2e/support/free-port.ts";
import { storesFolder } from "#e2e/support/out-folder.ts";
import { axeViolations } from "#e2e/support/pages/axe-violations.ts";
import { fillCard, resultOf, visa } from "#e2e/support/pages/charge-card.ts";
import { isRefused } from "#e2e/support/pages/is-refused.ts";
import { openFromMenu } from "#e2e/support/pages/open-from-menu.ts";
import { type SecondGateway, startSecondGateway } from "#e2e/support/second-gateway.ts";
import { testPassword, testSecrets } from "#e2e/support/test-secrets.ts";

let gateway: SecondGateway;

test.beforeAll(async ({ store }) => {
  gateway = await startSecondGateway(storesFolder(`second-gateway-${store}-${process.pid}`));
});
test.afterAll(() => gateway.stop());

async function charge(page: Page, amount: string) {
  await openFromMenu(page, /^Charge/);
  await fillCard(page, { amount, number: visa });
  await page.getByRole("button", { name: /^Charge \$/ }).click();
  await expect(resultOf(page)).toHaveText(/^Approved/, { timeout: 60_000 });
}

const isServed = (origin: string) =>
  fetch(`${origin}/sign-in`, { redirect: "manual" }).then(
    ({ status }) => status === 200,
    () => false,
  );

test("a second gateway account is added, has its own payments and rights, and is removed @both-stores", async ({
  as,
  console: running,
}) => {
  test.setTimeout(300_000);
  const port = await freePort();
  const shop = `http://localhost:${port}`;
  const admin = await as("admin");
  await admin.goto("/settings");
  await admin.getByRole("button", { name: "Add account" }).click();
  const dialog = admin.getByRole("dialog");
  const field = (name: string) => dialog.getByLabel(name, { exact: true });
  await field("Name").fill("Airport Shop");
  await field("Gateway address").fill(gateway.url);
  await field("API key").fill(testSecrets.apiKey);
  await field("PIN").fill("not the pin");
  await field("Port").fill(String(port));
  await field("Color").selectOption("Green");
  const save = async () => {
    await dialog.getByLabel("Your password").fill(testPassword);
    await dialog.getByRole("button", { name: "Save" }).click();
  };
  await save();
  await expect(field("PIN")).toHaveAccessibleDescription(/refused the PIN/);
  await field("PIN").fill(testSecrets.apiPin);
  await save();
  await expect(dialog).toHaveCount(0);
  await expect(admin.getByText(`port ${port}`)).toBeVisible();
  await expect.poll(() => isServed(shop), { timeout: 90_000 }).toBe(true);
  await expect(admin.getByText("Not answering")).toHaveCount(0, { timeout: 30_000 });

  // Each account's payments are in its own gateway and its own books.
  await charge(admin, "41.13");
  await openFromMenu(admin, /^Batches/);
  await expect(admin).toHaveURL(/\/batches$/);
  // The frame knows the new account without being loaded again.
  await admin.getByRole("combobox", { name: "Account" }).selectOption("Airport Shop");
  await expect(admin).toHaveURL(`${shop}/batches`);
  await expect(admin.getByRole("heading", { level: 1 })).toBeVisible();
  expect(await axeViolations(admin)).toEqual([]);
  await charge(admin, "52.20");
  await expect(admin.getByRole("combobox", { name: "Account" })).toHaveValue(/airport/);
  expect(await gateway.amounts()).toEqual(["52.20"]);
  const main = await running.gateway("GET", "/batches/current/transactions");
  expect(JSON.stringify(main.body)).toContain("41.13");
  expect(JSON.stringify(main.body)).not.toContain("52.20");
  await openFromMenu(admin, /^Transactions/);
  await expect(admin.getByText("52.20").first()).toBeVisible();
  await expect(admin.getByText("41.13")).toHaveCount(0);
  await admin.goto("/transactions");
  await expect(admin.getByText("41.13").first()).toBeVisible();
  await expect(admin.getByText("52.20")).toHaveCount(0);

  // A role in one account gives no right in the other.
  const clerk = await as("clerk");
  expect(await isRefused(clerk.request, `${shop}/charge`, "charge")).toBe(true);
  // The list of accounts in the page.
  expect(await (await clerk.request.get("/charge")).text()).not.toContain("Airport Shop");
  expect(await (await admin.request.get("/charge")).text()).toContain("Airport Shop");

  await openFromMenu(admin, "People");
  await admin.getByRole("link", { name: "Mira Castellanos" }).click();
  await expect(admin.getByText("Refused sign-ins in this account, 30 days")).toBeVisible();
  await admin.getByRole("combobox", { name: "Airport Shop" }).selectOption("Clerk");
  await dialog.getByLabel("Your password").fill(testPassword);
  await admin.keyboard.press("Enter");
  await expect(dialog).toHaveCount(0);
  const again = await as("clerk");
  await again.goto(`${shop}/charge`);
  await charge(again, "7.30");
  expect((await gateway.amounts()).sort()).toEqual(["52.20", "7.30"]);

  await openFromMenu(admin, "Settings");
  await admin.getByRole("button", { name: "Remove Airport Shop" }).click();
  await dialog.getByLabel("Your password").fill(testPassword);
  await admin.keyboard.press("Enter");
  await expect(dialog).toHaveCount(0);
  await expect(admin.getByText(/^Removed\. Its database is kept:/)).toBeVisible();
  await expect.poll(() => isServed(shop), { timeout: 90_000 }).toBe(false);
  expect(await (await admin.request.get("/charge")).text()).not.toContain("Airport Shop");
});
