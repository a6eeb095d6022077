import { readFile } from "node:fs/promises";
import { expect, test } from "#e2e/support/console.ts";
import { chargeCard, visa } from "#e2e/support/pages/charge-card.ts";
import { isRefused } from "#e2e/support/pages/is-refused.ts";
import { signInWithoutBrowser } from "#e2e/support/pages/sign-in-without-browser.ts";
import { testPassword } from "#e2e/support/test-secrets.ts";

const card = { amount: "42.50", number: visa };

test("an admin finds in the audit log who took a payment, opens the payment, verifies the log and exports it", async ({
  as,
  console,
}) => {
  const clerk = await as("clerk");
  await expect(await chargeCard(clerk, card)).toHaveText(/^Approved/);
  expect(await isRefused(clerk.request, "/audit", "viewAudit")).toBe(true);

  const page = await as("admin");
  // Who was signed in by an earlier test may be on a later page of events.
  await signInWithoutBrowser(console.origin, "auditor@demo.test", testPassword);
  await page.goto("/audit");
  await expect(page.getByRole("heading", { name: "Not verified yet" })).toBeVisible();
  const events = page.getByRole("list", { name: "Events" });
  await expect(events).toContainText("Access refused");
  await expect(events).toContainText("Signed in");

  await page.getByLabel("Area").selectOption("Payments");
  await expect(page).toHaveURL(/area=payments/);
  await expect(events).not.toContainText("Signed in");
  await page.getByLabel("User").selectOption({ label: "Mira Castellanos" });
  await expect(page).toHaveURL(/user=/);
  const payment = events.getByRole("listitem").filter({ hasText: "Payment recorded" }).first();
  await expect(payment).toContainText("Charge, $42.50, Visa ending 2224");
  await payment.getByText("Payment recorded").click();
  await payment.getByRole("link", { name: /^[\w-]{16,}$/ }).click();
  await expect(page).toHaveURL(/\/charge\//);
  await page.goBack();

  await page.getByRole("button", { name: "Verify now" }).click();
  await expect(page.getByRole("heading", { name: "Log verified" })).toBeVisible();
  await expect(page.getByText(/none changed and none missing/)).toBeVisible();

  const download = page.waitForEvent("download");
  await page.getByRole("link", { name: "Export" }).click();
  const file = await readFile(await (await download).path(), "utf8");
  expect(file).toMatch(/^Entry,Time,Severity/);
  expect(file).toContain("Payment recorded,Mira Castellanos");
  expect(file).not.toContain("Signed in");
  await page.getByLabel("User").selectOption({ label: "Anyone" });
  await expect(page).not.toHaveURL(/user=/);
  await page.getByLabel("Area").selectOption("Exports");
  await expect(events).toContainText("Export created");

  await test.step("nothing found says what to do, and a card number is not searched for", async () => {
    const about = page.getByLabel("About");
    await about.fill("nothing-has-this-key");
    await about.press("Enter");
    await expect(page).toHaveURL(/subject=nothing-has-this-key/);
    await expect(page.getByText("No event matches")).toBeVisible();
    await about.fill(visa);
    await about.press("Enter");
    await expect(page.getByText(/card number/i).first()).toBeVisible();
    expect(page.url()).not.toContain("4000");
    await page.getByRole("link", { name: "Show all events" }).click();
    await expect(events).toContainText("Audit log read");
  });
});
