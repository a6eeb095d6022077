import { expect, test } from "#e2e/support/console.ts";
import { resultOf } from "#e2e/support/pages/charge-card.ts";
import { takePaymentAtGateway } from "#e2e/support/pages/take-payment-at-gateway.ts";
import { openActions } from "#e2e/support/pages/transaction-page.ts";
import { testPassword } from "#e2e/support/test-secrets.ts";
import { totpCode } from "#server/auth/factors/totp.ts";

test.use({ merchantSettings: { MONEY_LIMITS: "clerk refund 100.00", APPROVAL_SECONDS: "10" } });

test("a request that nobody decides in time ends, says so, and can be sent again", async ({
  as,
  console,
}) => {
  const clerk = await as("clerk");
  const key = await takePaymentAtGateway(console, { amount: "148.00" });
  await console.closeBatch();
  await openActions(clerk, key);
  await clerk.keyboard.press("u");
  await expect(clerk.getByRole("dialog")).toContainText("Refund");
  await clerk.keyboard.press("Control+Enter");
  await clerk.getByText("Send a request", { exact: true }).click();
  await clerk.getByRole("button", { name: "Send request" }).click();
  await expect(clerk.getByRole("dialog")).toContainText("Waiting for approval");
  await expect(clerk.getByRole("dialog").getByRole("alert")).toContainText("No one decided in time.", {
    timeout: 20_000,
  });
  await expect(clerk.getByRole("dialog").getByRole("alert")).toContainText("No money moved.");
  await clerk.getByRole("button", { name: "Ask again" }).click();
  await clerk.getByRole("button", { name: "Send request" }).click();
  await expect(clerk.getByRole("dialog")).toContainText("Waiting for approval");
  await clerk.getByRole("button", { name: "Cancel request" }).click();
  await expect(clerk.getByRole("button", { name: "Send request" })).toBeVisible();
});

test("somebody with a second step approves at the workstation with a code beside the password", async ({
  as,
  console,
}) => {
  const [clerk, admin] = [await as("clerk"), await as("admin")];
  await admin.goto("/second-step");
  const secret = ((await admin.locator("[data-secret]").textContent()) ?? "").replace(/\s/g, "");
  await admin.getByLabel("6-digit code").fill(totpCode(secret, Date.now()));
  await admin.getByRole("button", { name: "Turn on" }).click();
  await expect(admin.getByRole("heading", { name: "Save your recovery codes" })).toBeVisible();

  const key = await takePaymentAtGateway(console, { amount: "152.00" });
  await console.closeBatch();
  await openActions(clerk, key);
  await clerk.keyboard.press("u");
  await expect(clerk.getByRole("dialog")).toContainText("Refund");
  await clerk.keyboard.press("Control+Enter");
  const dialog = clerk.getByRole("dialog");
  await dialog.getByRole("radio", { name: /Helen Park/ }).check();
  await clerk.getByLabel("Helen's password").fill(testPassword);
  await clerk.keyboard.press("Enter");
  await expect(dialog).toContainText("Enter the code of their app.");
  await clerk.getByLabel("Helen's code").fill("000000");
  await clerk.keyboard.press("Enter");
  await expect(dialog.getByRole("alert")).toContainText("The code of Helen Park didn't work");
  await clerk.getByLabel("Helen's password").fill(testPassword);
  // Each code works once; the next one counts already.
  await clerk.getByLabel("Helen's code").fill(totpCode(secret, Date.now() + 30_000));
  await clerk.keyboard.press("Enter");
  await expect(resultOf(clerk)).toContainText("Approved by Helen Park.");
});
