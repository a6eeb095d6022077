import { expect, test } from "#e2e/support/console.ts";
import { axeViolations } from "#e2e/support/pages/axe-violations.ts";
import { resultOf } from "#e2e/support/pages/charge-card.ts";
import { signInWithoutPage } from "#e2e/support/pages/sign-in.ts";
import { takePaymentAtGateway } from "#e2e/support/pages/take-payment-at-gateway.ts";
import { actionButton, openActions, openNextActions } from "#e2e/support/pages/transaction-page.ts";
import { plugInAuthenticator } from "#e2e/support/pages/virtual-authenticator.ts";
import { testPassword } from "#e2e/support/test-secrets.ts";
import { paths } from "#lib/paths.ts";
import { totpCode } from "#server/auth/factors/totp.ts";

test.use({ merchantSettings: { MONEY_LIMITS: "clerk refund 100.00" } });

test("somebody with a second step approves at the clerk's workstation, with a code beside the password or with their passkey", async ({
  page,
  console,
}) => {
  const { origin } = console;
  await plugInAuthenticator(page);
  await signInWithoutPage(page.context(), origin, "manager");
  await page.goto("/account");
  await page.getByRole("button", { name: "Add a passkey" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Continue" }).click();
  await page.getByLabel("I saved these codes").check();
  await page.getByRole("button", { name: "Finish" }).click();
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await page.context().clearCookies();
  await signInWithoutPage(page.context(), origin, "admin");
  await page.goto("/second-step");
  const secret = ((await page.locator("[data-secret]").textContent()) ?? "").replace(/\s/g, "");
  await page.getByLabel("6-digit code").fill(totpCode(secret, Date.now()));
  await page.getByRole("button", { name: "Turn on" }).click();
  await expect(page.getByRole("heading", { name: "Save your recovery codes" })).toBeVisible();
  await page.context().clearCookies();
  await signInWithoutPage(page.context(), origin, "clerk");
  const keys = [
    await takePaymentAtGateway(console, { amount: "152.00" }),
    await takePaymentAtGateway(console, { amount: "101.00" }),
  ] as const;
  await console.closeBatch();
  const dialog = page.getByRole("dialog");

  await test.step("somebody with a second step approves at the workstation with a code beside the password", async () => {
    await openActions(page, keys[0]);
    await page.keyboard.press("u");
    await expect(dialog).toContainText("Refund");
    await page.keyboard.press("Control+Enter");
    await dialog.getByRole("radio", { name: /Helen Park/ }).check();
    await page.getByLabel("Helen's password").fill(testPassword);
    await page.keyboard.press("Enter");
    await expect(dialog).toContainText("Enter the code of their app.");
    await page.getByLabel("Helen's code").fill("000000");
    await page.keyboard.press("Enter");
    await expect(dialog.getByRole("alert")).toContainText("The code of Helen Park didn't work");
    await page.getByLabel("Helen's password").fill(testPassword);
    // Each code works once; the next one counts already.
    await page.getByLabel("Helen's code").fill(totpCode(secret, Date.now() + 30_000));
    await page.keyboard.press("Enter");
    await expect(resultOf(page)).toContainText("Approved by Helen Park.");
  });

  await test.step("a manager's passkey approves at the clerk's workstation", async () => {
    await actionButton(await openNextActions(page, console, keys[1]), "Refund").click();
    await expect(dialog).toContainText("Refund");
    await page.keyboard.press("Control+Enter");
    await dialog.getByRole("radio", { name: /Tobias Lindqvist/ }).check();
    await expect(page.getByLabel("Tobias's code")).toBeVisible();
    expect(await axeViolations(page)).toEqual([]);
    await dialog.getByRole("button", { name: "Use Tobias's passkey" }).click();
    await expect(resultOf(page)).toHaveText(/^Approved/);
    await expect(resultOf(page)).toContainText("Approved by Tobias Lindqvist.");
    // The clerk is still the one who is signed in.
    const user = await page.request.get(paths.api.session());
    expect(await user.json()).toMatchObject({ name: "Mira Castellanos" });
  });
});
