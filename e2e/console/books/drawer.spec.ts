import type { Page } from "@playwright/test";
import { expect, test } from "#e2e/support/console.ts";
import { axeViolations } from "#e2e/support/pages/axe-violations.ts";
import { resultOf } from "#e2e/support/pages/charge-card.ts";
import { expectRowVisible } from "#e2e/support/pages/expect-row-visible.ts";
import { openFromMenu } from "#e2e/support/pages/open-from-menu.ts";
import { pageUserHeader } from "#e2e/support/pages/page-user-header.ts";
import { signInWithoutPage } from "#e2e/support/pages/sign-in.ts";
import { testPassword } from "#e2e/support/test-secrets.ts";
import { paths } from "#lib/paths.ts";

/** Takes a cash payment on the charge page that is shown. */
async function sellForCash(page: Page, amount: string): Promise<void> {
  await page.getByRole("tab", { name: "Cash", exact: true }).click();
  await page.getByLabel("Amount", { exact: true }).fill(amount);
  await page.getByRole("button", { name: /^Charge/ }).click();
  await expect(resultOf(page)).toHaveText(/^Approved/);
}

const payOut = async (page: Page, amount: string, reason: string) => {
  await page.getByLabel("Amount", { exact: true }).fill(amount);
  await page.getByLabel("Reason", { exact: true }).fill(reason);
  await page.getByRole("button", { name: `Pay out $${amount}` }).click();
};

test("a clerk's drawer is opened, used, counted blind and short, approved by a manager, and printed", async ({
  as,
}) => {
  const clerk = await as("clerk");
  await clerk.goto("/charge");
  await sellForCash(clerk, "7.00");
  await openFromMenu(clerk, /^Cash drawer/);
  const outside = clerk.getByRole("table", { name: "Cash outside a shift" });
  await expectRowVisible(outside, { Type: "Cash sale", Amount: "7.00" });
  await clerk.getByLabel("Float", { exact: true }).fill("200");
  await clerk.getByRole("button", { name: "Open with $200.00" }).click();
  await expect(clerk.getByText("After the count")).toBeVisible();

  await openFromMenu(clerk, /^Charge/);
  await sellForCash(clerk, "43.27");
  await openFromMenu(clerk, /^Cash drawer/);
  await payOut(clerk, "45.00", "Courier, Wells Street");
  const activity = clerk.getByRole("table", { name: "Drawer activity" });
  await expectRowVisible(activity, { Type: "Pay out", Details: "Courier, Wells Street", Amount: "−45.00" });
  await expectRowVisible(activity, { Type: "Cash sale", Amount: "Hidden" });
  await expect(clerk.getByText(/198\.27|43\.27/)).toHaveCount(0);
  await clerk.getByLabel("Amount", { exact: true }).fill("155.00");
  await clerk.getByLabel("Reason", { exact: true }).fill("Supplies");
  await clerk.getByRole("button", { name: "Pay out $155.00" }).click();
  await expect(clerk.getByText("Enter the manager's email.")).toBeVisible();
  await expect(clerk.getByText("Clerks can still pay out $55.00 from this drawer today.")).toBeVisible();
  await expect(clerk.getByRole("cell", { name: "Supplies" })).toHaveCount(0);
  expect(await axeViolations(clerk), "pay out").toEqual([]);

  await clerk.getByRole("button", { name: "Count and close" }).click();
  await clerk.getByLabel("$50", { exact: true }).fill("3");
  await clerk.getByLabel("$20", { exact: true }).fill("2");
  await clerk.getByLabel("Quarters", { exact: true }).fill("1");
  await clerk.getByLabel("Pennies", { exact: true }).fill("2");
  await expect(clerk.getByRole("region", { name: "Count Drawer 1" })).toContainText("$190.27");
  await expect(clerk.getByText("198.27")).toHaveCount(0);
  await clerk.getByRole("button", { name: "Finish count" }).click();

  const compare = clerk.getByRole("region", { name: "Compare and close" });
  await expect(compare).toContainText("Short $8.00");
  await expect(compare).toContainText("$198.27");
  await clerk.reload();
  await expect(compare).toContainText("$8.00 is over the $5.00 limit for clerks.");
  expect(await axeViolations(clerk), "compare").toEqual([]);
  const sign = async (email: string, password: string) => {
    await compare.getByLabel("Reason", { exact: true }).fill("Wrong change given");
    await compare.getByLabel("Leave as the next float", { exact: true }).fill("100");
    await compare.getByLabel("Manager's email", { exact: true }).fill(email);
    await compare.getByLabel("Manager's password", { exact: true }).fill(password);
    await compare.getByRole("button", { name: "Close, short $8.00" }).click();
  };
  await sign("manager@demo.test", "not the password");
  await expect(compare.getByRole("alert")).toContainText("email or password is wrong");
  await expect(compare.getByText("email or password is wrong")).toHaveCount(1);
  await sign("bookkeeper@demo.test", testPassword);
  await expect(compare.getByText("is not a manager.")).toHaveRole("alert");
  await sign("manager@demo.test", testPassword);

  await expect(clerk).toHaveURL(/\/drawer\/\d+$/);
  const report = clerk.frameLocator('iframe[title="Z report"]');
  for (const [label, value] of [
    ["Float", "200.00"],
    ["Cash sales 1", "43.27"],
    ["Courier, Wells Street", "45.00"],
    ["Expected", "198.27"],
    ["3 × $50", "150.00"],
    ["Short USD", "−8.00"],
  ])
    await expect(
      report
        .locator(".ln")
        .filter({ hasText: label ?? "" })
        .first(),
    ).toContainText(value ?? "");
  await clerk.getByRole("button", { name: "Print", exact: true }).click();
  const printed = clerk.locator('iframe[title="Print document"]');
  await expect(printed).toHaveAttribute("srcdoc", /@page\s*\{[^}]*80mm[\s\S]*/);
  await expect(printed).toHaveAttribute("srcdoc", /Wrong change given/);
  expect(await axeViolations(clerk), "closed").toEqual([]);
  await clerk.reload();
  await expect(report.locator(".ln").first()).toHaveCSS("display", "flex");
  await clerk.getByRole("button", { name: "Print", exact: true }).click();
  await expect(clerk.getByText(/^Printed twice since/)).toBeVisible();

  await openFromMenu(clerk, /^Cash drawer/);
  await clerk.getByLabel("Float", { exact: true }).fill("50");
  await clerk.getByLabel("Why it differs", { exact: true }).fill("Not all of it was there");
  const signature = clerk.getByRole("region", { name: "Open Drawer 1" });
  await expect(signature).toContainText("is over the $5.00 limit for clerks.");
  expect(await axeViolations(clerk), "another float").toEqual([]);
  await clerk.getByRole("button", { name: "Open with $50.00" }).click();
  await expect(signature.getByText("Enter the manager's email.")).toBeVisible();
  await signature.getByLabel("Manager's email", { exact: true }).fill("manager@demo.test");
  await signature.getByLabel("Manager's password", { exact: true }).fill(testPassword);
  await clerk.getByRole("button", { name: "Open with $50.00" }).click();
  await expectRowVisible(activity, {
    Type: "Opened",
    Details: /was left\. Not all of it was there, approved by/,
    Amount: "50.00",
  });
  await clerk.getByRole("button", { name: "Count and close" }).click();
  await clerk.getByLabel("$50", { exact: true }).fill("1");
  await clerk.getByRole("button", { name: "Finish count" }).click();
  await clerk.getByRole("button", { name: "Close, exact" }).click();
  await expect(clerk.getByRole("region", { name: "Result of the shift" })).toContainText(
    "but $100.00 was left",
  );

  const bookkeeper = await as("bookkeeper");
  await bookkeeper.goto("/drawer");
  await expectRowVisible(bookkeeper.getByRole("table", { name: "Shifts" }), { State: "Short $8.00" });
  await expect(bookkeeper.getByLabel("Float", { exact: true })).toHaveCount(0);
});

test("two people who open, use and count a drawer at once work in one shift, and the slower one keeps the reason and what they typed", async ({
  as,
}) => {
  const [clerk, manager] = [await as("clerk"), await as("manager")];
  const activity = clerk.getByRole("table", { name: "Drawer activity" });
  // The manager's page does not hear of what others do.
  await manager.route(`**${paths.api.live()}`, (route) => route.abort());
  for (const page of [clerk, manager]) {
    await page.goto("/drawer");
    await page.getByLabel("Float", { exact: true }).fill(page === clerk ? "50" : "60");
    await expect(
      page.getByRole("button", { name: page === clerk ? "Open with $50.00" : "Open with $60.00" }),
    ).toBeVisible();
    const why = page.getByLabel("Why it differs", { exact: true });
    if (await why.isVisible()) await why.fill("Change from the bank");
  }
  await clerk.getByRole("button", { name: "Open with $50.00" }).click();
  await expect(clerk.getByText("After the count")).toBeVisible();
  await manager.getByRole("button", { name: "Open with $60.00" }).click();
  await expect(manager.getByText("After the count")).toBeVisible();
  const warning = (page: Page) => page.getByRole("alert").filter({ hasText: /You entered a float of/ });
  await expect(warning(manager)).toBeVisible();
  await expect(warning(clerk)).toHaveCount(0);

  await test.step("a manager refunds cash out of the open drawer", async () => {
    await manager.getByRole("button", { name: "Refund cash" }).click();
    const dialog = manager.getByRole("dialog");
    await dialog.getByLabel("Amount", { exact: true }).fill("20");
    await dialog.getByLabel("Reason", { exact: true }).fill("Wilted on delivery");
    await dialog.getByLabel("Invoice of the sale", { exact: true }).fill("10463");
    await dialog.getByRole("button", { name: "Refund $20.00" }).click();
    await expect(resultOf(manager)).toHaveText(/^Approved/);
    await expectRowVisible(activity, {
      Type: "Cash refund",
      Details: "Invoice 10463, Wilted on delivery",
      Amount: "Hidden",
    });
    await expect(clerk.getByRole("button", { name: "Refund cash" })).toHaveCount(0);
  });

  await test.step("a bookkeeper only reads: the action refuses them, even when it is called directly", async () => {
    const sent = clerk.waitForRequest((request) => Boolean(request.headers()["next-action"]));
    await payOut(clerk, "3.00", "Stamps");
    const request = await sent;
    await expectRowVisible(activity, { Details: "Stamps" });
    const bookkeeper = await as("bookkeeper");
    const answer = await bookkeeper.request.post(request.url(), {
      headers: {
        accept: "text/x-component",
        "content-type": "text/plain;charset=UTF-8",
        "next-action": request.headers()["next-action"] ?? "",
        origin: new URL(request.url()).origin,
        ...(await pageUserHeader(bookkeeper.request)),
      },
      data: (request.postData() ?? "").replace(/("id":")[^"]+/, "$1another-movement-0123456"),
    });
    expect(await answer.text()).toContain("Your role (bookkeeper) does not include");
    await clerk.reload();
    await expect(clerk.getByRole("cell", { name: "Stamps" })).toHaveCount(1);
  });

  await test.step("of two counts the slower one is not saved, and stays on its page", async () => {
    await openFromMenu(manager, /^Cash drawer/);
    for (const page of [clerk, manager]) {
      await page.getByRole("button", { name: "Count and close" }).click();
      await page.getByLabel("$20", { exact: true }).fill(page === clerk ? "2" : "3");
    }
    await clerk.getByRole("button", { name: "Finish count" }).click();
    await expect(clerk.getByRole("region", { name: "Compare and close" })).toBeVisible();
    await manager.getByRole("button", { name: "Finish count" }).click();
    await expect(
      manager.getByRole("alert").filter({ hasText: "has counted this drawer. Your count was not saved" }),
    ).toBeVisible();
    await expect(manager.getByLabel("$20", { exact: true })).toHaveValue("3");
    await manager.getByRole("button", { name: "Finish count" }).click();
    await expect(manager.getByRole("region", { name: "Compare and close" })).toContainText("$60.00");
  });
});

test("a half-done count is open again after another page and a reload, until it is canceled, stored or signed out of", async ({
  as,
  console,
}) => {
  const clerk = await as("clerk");
  const begin = clerk.getByRole("button", { name: "Count and close" });
  const twenties = clerk.getByLabel("$20", { exact: true });
  const form = clerk.getByRole("region", { name: "Count Drawer 1" });
  const compare = clerk.getByRole("region", { name: "Compare and close" });
  const kept = () => clerk.evaluate(() => JSON.stringify({ ...sessionStorage }));
  await clerk.goto("/drawer");
  const float = clerk.getByLabel("Float", { exact: true });
  await expect(begin.or(float)).toBeVisible();
  if (await float.isVisible()) {
    await float.fill("60");
    const confirm = clerk.getByRole("button", { name: "Open with $60.00" });
    await expect(confirm).toBeVisible();
    const why = clerk.getByLabel("Why it differs", { exact: true });
    if (await why.isVisible()) await why.fill("Change from the bank");
    await confirm.click();
  }

  await begin.click();
  await twenties.fill("2");
  await clerk.getByLabel("Quarters", { exact: true }).fill("3");
  await openFromMenu(clerk, /^Batches/);
  await expect(clerk).toHaveURL(/\/batches/);
  await clerk.goBack();
  await expect(form).toContainText("$40.75");
  await clerk.reload();
  await expect(twenties).toHaveValue("2");
  await expect(form).toContainText("$40.75");
  await expect(compare).toHaveCount(0);

  await form.getByRole("button", { name: "Cancel" }).click();
  await expect(begin).toBeVisible();
  expect(await kept()).not.toContain("count-");
  await begin.click();
  await expect(twenties).toHaveValue("");
  await twenties.fill("7");
  expect(await kept()).toContain("count-");
  await clerk.getByRole("button", { name: "Sign out" }).click();
  await expect(clerk).toHaveURL(/\/sign-in/);
  expect(await kept()).not.toContain("count-");

  await signInWithoutPage(clerk.context(), console.origin, "clerk");
  await clerk.goto("/drawer");
  await begin.click();
  await expect(twenties).toHaveValue("");
  await twenties.fill("3");
  await clerk.getByRole("button", { name: "Finish count" }).click();
  await expect(compare).toContainText("$60.00");
  expect(await kept()).not.toContain("count-");
  await compare.getByRole("button", { name: "Count again" }).click();
  await expect(twenties).toHaveValue("");
  await twenties.fill("4");
  await clerk.reload();
  await expect(form).toContainText("$80.00");
});
