import { expect, test } from "#e2e/support/console.ts";
import { fillCard, resultOf, visa } from "#e2e/support/pages/charge-card.ts";
import { expectRowVisible } from "#e2e/support/pages/expect-row-visible.ts";
import { sendSignIn } from "#e2e/support/pages/sign-in.ts";
import { testPassword } from "#e2e/support/test-secrets.ts";

test("a clerk takes a payment and prints its receipt; a manager refunds part of it once the day is closed", {
  tag: "@both-stores",
}, async ({ page, as, console }) => {
  await page.goto("/");
  await sendSignIn(page, "clerk@demo.test", testPassword);
  await expect(page).toHaveURL(/\/charge$/);

  await fillCard(page, {
    amount: "46.35",
    number: visa,
    cvc: "999",
    name: "Ada Okafor",
    invoice: "10482",
  });
  await page.getByRole("button", { name: /^Charge/ }).click();
  const result = resultOf(page);
  await expect(result).toHaveText(/^Approved/);
  await expect(result).toContainText("$46.35");
  await expect(result).toContainText("Visa ending 2224");

  await result.getByRole("link", { name: "Open the transaction" }).click();
  await expect(page).toHaveURL(/\/transactions\/\w{15}$/);
  const key = page.url().split("/").at(-1) ?? "";
  const receipt = page.frameLocator('iframe[title="Receipt"]');
  await expect(receipt.getByText("Alder Street Flowers")).toBeVisible();
  await expect(receipt.getByText("$46.35").or(receipt.getByText("46.35")).first()).toBeVisible();

  await page.getByRole("button", { name: "Print", exact: true }).click();
  const printed = page.locator('iframe[title="Print document"]');
  await expect(printed).toHaveAttribute("srcdoc", /@page\s*\{[^}]*80mm/);
  const paper = await printed.getAttribute("srcdoc");
  expect(paper).toContain("xxxx 2224");
  expect(paper).toContain("46.35");
  expect(paper).not.toContain("<script");

  await console.closeBatch();

  const manager = await as("manager");
  await manager.goto(`/transactions/${key}`);
  const actions = manager.getByRole("region", { name: "Actions" });
  await actions.getByRole("button", { name: "Refund", exact: true }).click();
  const dialog = manager.getByRole("dialog");
  await expect(dialog).toContainText("Visa ending 2224");
  await dialog.getByLabel("Amount", { exact: true }).fill("12.50");
  await dialog.getByRole("button", { name: "Refund", exact: true }).click();
  const refund = resultOf(manager);
  await expect(refund).toHaveText(/^Approved/);
  await expect(refund).toContainText("$12.50");

  await manager
    .getByRole("link", { name: /^batch \d/i })
    .first()
    .click();
  await expect(manager).toHaveURL(/\/batches\/\w+/);
  const table = manager.getByRole("table").last();
  await expectRowVisible(table, { Amount: /46\.35/ });
  await manager.goto("/batches/current");
  await expectRowVisible(table, { Amount: /−12\.50/ });

  const { body } = await console.gateway("GET", `/transactions/${key}`);
  expect(body).toMatchObject({ amount: "46.35", status_code: "S" });
});
