import type { Locator, Page } from "@playwright/test";
import { auditSince } from "#e2e/support/audit-since.ts";
import { expect, test } from "#e2e/support/console.ts";
import { addClerk } from "#e2e/support/demo-users.ts";
import { axeViolations } from "#e2e/support/pages/axe-violations.ts";
import {
  chargeCard,
  chargeNextCard,
  chargeShownForm,
  resultOf,
  visa,
} from "#e2e/support/pages/charge-card.ts";
import { signInWithoutPage } from "#e2e/support/pages/sign-in.ts";
import { takePaymentAtGateway } from "#e2e/support/pages/take-payment-at-gateway.ts";
import { actionButton, openActions, openNextActions } from "#e2e/support/pages/transaction-page.ts";
import type { RunningConsole } from "#e2e/support/running-console.ts";
import { testPassword } from "#e2e/support/test-secrets.ts";

test.use({
  merchantSettings: {
    MONEY_LIMITS:
      "clerk refund 100.00/300.00, clerk charge 200.00, clerk void 50.00, manager refund 150.00, manager void 60.00",
  },
});

const question = (page: Page) => page.getByRole("dialog");
const approvers = (page: Page) => question(page).getByRole("group", { name: "Who approves" });

async function settledSale(console: RunningConsole, amount: string): Promise<string> {
  const key = await takePaymentAtGateway(console, { amount });
  await console.closeBatch();
  return key;
}

/** Asks for a refund of all of the payment that is shown. */
async function askRefund(page: Page, actions: Locator): Promise<void> {
  await actionButton(actions, "Refund").click();
  await confirmRefund(page);
}

async function confirmRefund(page: Page): Promise<void> {
  await expect(question(page)).toContainText("Refund");
  await page.keyboard.press("Control+Enter");
}

test("a refund above a clerk's limit is approved at the clerk's workstation, by keyboard; one within it needs no approval", async ({
  page: clerk,
  as,
  console,
}) => {
  const audited = await auditSince(console);
  // What the demo's clerk has refunded today counts towards their limit.
  await console.inStore((store) => addClerk(store, { name: "Noor Haddad", email: "noor@demo.test" }));
  await signInWithoutPage(clerk.context(), console.origin, { email: "noor@demo.test" });
  await openActions(clerk, await settledSale(console, "148.00"));
  await clerk.keyboard.press("u");
  await confirmRefund(clerk);
  await expect(question(clerk).getByRole("heading")).toHaveText("Refund $148.00 needs approval");
  await expect(question(clerk)).toContainText("Your limit is $100.00 per transaction.");
  await expect(question(clerk)).toContainText("Refund per transaction148.00 of 100.00");
  await expect(question(clerk)).toContainText("Refunds today0.00 + 148.00 of 300.00");
  await expect(approvers(clerk).getByRole("radio")).toHaveCount(2);
  await expect(approvers(clerk)).toContainText("Admin, no limit");
  await expect(approvers(clerk)).toContainText("Manager, refunds to $150.00");
  expect(await axeViolations(clerk)).toEqual([]);

  // The cursor is where the password goes; the choice is one step before it.
  await expect(clerk.getByLabel("Helen's password")).toBeFocused();
  await clerk.keyboard.press("Shift+Tab");
  await clerk.keyboard.press("ArrowDown");
  await expect(approvers(clerk).getByRole("radio", { name: /Tobias Lindqvist/ })).toBeChecked();
  await clerk.keyboard.press("Tab");
  await clerk.keyboard.type("not his password");
  await clerk.keyboard.press("Enter");
  await expect(question(clerk).getByRole("alert")).toContainText(
    "This is not the password of Tobias Lindqvist.",
  );
  expect(await axeViolations(clerk)).toEqual([]);
  await expect(clerk.getByLabel("Tobias's password")).toBeFocused();
  await clerk.keyboard.type(testPassword);
  await clerk.keyboard.press("Enter");
  await expect(question(clerk)).toHaveCount(0);
  await expect(resultOf(clerk)).toHaveText(/^Approved/);
  await expect(resultOf(clerk)).toContainText("Approved by Tobias Lindqvist.");
  await expect(clerk.getByRole("region", { name: "Timeline" })).toContainText("Approved by Tobias Lindqvist");
  // The clerk is still the one who is signed in.
  await expect(clerk.getByRole("complementary").first()).toContainText("Noor Haddad");

  const log = await (await as("admin")).request.get("/audit");
  expect(await log.text()).toContain("Payment approved above a limit");
  expect(await audited()).toContain("payment.approved");

  await test.step("a refund within the limit needs no approval, and one that no one may approve says so", async () => {
    const next = async (amount: string) =>
      openNextActions(clerk, console, await settledSale(console, amount));
    await askRefund(clerk, await next("12.40"));
    await expect(resultOf(clerk)).toHaveText(/^Approved/);
    await askRefund(clerk, await next("160.00"));
    await expect(approvers(clerk).getByRole("radio")).toHaveCount(1);
    await expect(approvers(clerk)).toContainText("Helen Park");
    await clerk.keyboard.press("Escape");
    await expect(question(clerk)).toHaveCount(0);
    await expect(clerk.getByRole("region", { name: "Payment" })).not.toContainText("Refunded");
  });
});

test("a charge or the undo of an order above the limit is sent once it is approved, or goes back to the question", async ({
  as,
}) => {
  const clerk = await as("clerk");
  await chargeCard(clerk, { amount: "250.00", number: visa, name: "Ada Okafor" });
  await expect(question(clerk).getByRole("heading")).toHaveText("Charge $250.00 needs approval");
  expect(await axeViolations(clerk)).toEqual([]);
  await clerk.keyboard.press("Escape");
  await expect(clerk.getByLabel("Amount", { exact: true })).toHaveValue("250.00");
  await expect(clerk.getByLabel("Card number")).toHaveValue("");

  await chargeShownForm(clerk, { amount: "251.00", number: visa, name: "Ada Okafor" });
  await expect(approvers(clerk)).toContainText("Manager, no limit");
  await clerk.getByLabel(/'s password/).fill("wrong");
  await clerk.keyboard.press("Enter");
  await expect(question(clerk).getByRole("alert")).toContainText("This is not the password of");
  await clerk.getByLabel(/'s password/).fill(testPassword);
  await clerk.keyboard.press("Enter");
  await expect(resultOf(clerk)).toHaveText(/^Approved/);
  await expect(resultOf(clerk)).toContainText("Approved by");

  await test.step("undoing an order without its approval goes back to the question, and the order stays open", async () => {
    await chargeNextCard(clerk, { amount: "122.00", number: visa }, async () => {
      await clerk.getByRole("button", { name: "Split payment" }).click();
      await clerk.getByLabel("This payment").fill("61.00");
    });
    await expect(resultOf(clerk)).toContainText("$61.00");
    await clerk.getByRole("button", { name: /^Undo/ }).first().click();
    await expect(question(clerk).getByRole("button", { name: "Undo $61.00" })).toBeVisible();
    await clerk.keyboard.press("Control+Enter");
    await expect(question(clerk).getByRole("heading")).toHaveText("Undo $61.00 needs approval");
    await question(clerk).getByRole("button", { name: "Cancel" }).click();
    await expect(question(clerk).getByRole("heading")).toHaveText("Undo this payment?");
    await question(clerk).getByRole("button", { name: "Keep payments" }).click();
    await expect(question(clerk)).toHaveCount(0);
  });

  await test.step("approved, it asks once for all its payments", async () => {
    await clerk.getByRole("button", { name: /^Undo/ }).first().click();
    // The gateway has been asked what is possible.
    await expect(question(clerk).getByRole("button", { name: "Undo $61.00" })).toBeVisible();
    await clerk.keyboard.press("Control+Enter");
    await expect(question(clerk).getByRole("heading")).toHaveText("Undo $61.00 needs approval");
    await clerk.getByLabel(/'s password/).fill(testPassword);
    await clerk.keyboard.press("Enter");
    await expect(question(clerk)).toContainText("The payment was undone");
  });
});
