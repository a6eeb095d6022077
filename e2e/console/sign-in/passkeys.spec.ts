import type { Page } from "@playwright/test";
import { auditSince } from "#e2e/support/audit-since.ts";
import { expect, test } from "#e2e/support/console.ts";
import { axeViolations } from "#e2e/support/pages/axe-violations.ts";
import { openFromMenu } from "#e2e/support/pages/open-from-menu.ts";
import { sendSignIn, signInWithoutPage } from "#e2e/support/pages/sign-in.ts";
import { plugInAuthenticator } from "#e2e/support/pages/virtual-authenticator.ts";
import { testPassword } from "#e2e/support/test-secrets.ts";

test.use({ merchantSettings: { MFA_ROLES: "manager" } });

const signOut = async (page: Page) => {
  await page.getByRole("button", { name: "Sign out" }).click();
  await expect(page).toHaveURL(/\/sign-in/);
};

const openAccount = (page: Page) => page.getByRole("link", { name: "Your account" }).click();

async function saveCodes(page: Page): Promise<string[]> {
  await expect(page.getByRole("heading", { name: "Save your recovery codes" })).toBeVisible();
  const list = page.getByRole("region", { name: "Save your recovery codes" });
  const codes = await list.getByRole("listitem").allInnerTexts();
  expect(codes).toHaveLength(10);
  await page.getByLabel("I saved these codes").check();
  await page.getByRole("button", { name: "Finish" }).click();
  return codes;
}

test("a role that needs a second step sets up a passkey, and signs in with it alone from then on", async ({
  page,
}) => {
  const authenticator = await plugInAuthenticator(page);
  await page.goto("/sign-in");
  await sendSignIn(page, "manager@demo.test", testPassword);
  await expect(page).toHaveURL(/\/second-step/);
  await page.getByRole("button", { name: "Use a passkey instead" }).click();
  await page.getByLabel("Name", { exact: true }).fill("Front workstation");
  expect(await axeViolations(page)).toEqual([]);
  await page.getByRole("button", { name: "Continue" }).click();
  const [code = ""] = await saveCodes(page);
  await expect(page).not.toHaveURL(/\/(sign-in|second-step)/);
  expect((await page.request.get("/api/console/gateway")).status()).toBe(200);
  expect(await authenticator.credentials()).toMatchObject([
    { isResidentCredential: true, rpId: "localhost" },
  ]);
  await signOut(page);

  await page.getByRole("button", { name: "Use a passkey" }).click();
  await expect(page).not.toHaveURL(/\/sign-in/);
  await signOut(page);

  // Somebody who holds the device but does not pass its check.
  await authenticator.verifyUser(false);
  await page.getByRole("button", { name: "Use a passkey" }).click();
  await expect(page.getByRole("alert").filter({ hasText: "No passkey was used" })).toBeVisible();
  await authenticator.verifyUser(true);

  // The password alone begins no session.
  await sendSignIn(page, "manager@demo.test", testPassword);
  await expect(page.getByRole("button", { name: "Use your passkey" })).toBeVisible();
  expect(await axeViolations(page)).toEqual([]);
  expect((await page.request.get("/api/console/gateway")).status()).toBe(401);
  await page.getByRole("button", { name: "Use your passkey" }).click();
  await expect(page).not.toHaveURL(/\/sign-in/);
  await signOut(page);

  await sendSignIn(page, "manager@demo.test", testPassword);
  await page.getByRole("button", { name: "Use a recovery code" }).click();
  await page.getByLabel("Recovery code").fill(code);
  await page.getByRole("button", { name: "Continue" }).click();
  await expect(page).not.toHaveURL(/\/sign-in/);
  // The role needs a second step: its only passkey stays.
  await openAccount(page);
  await page.getByRole("button", { name: "Remove Front workstation" }).click();
  const dialog = page.getByRole("dialog", { name: "Remove Front workstation?" });
  await dialog.getByLabel("Your password").fill(testPassword);
  await dialog.getByRole("button", { name: "Remove" }).click();
  await expect(dialog.getByRole("alert")).toContainText("Your role needs a second step");
});

test("users add, rename and remove passkeys on their account, and give one where the password is asked again", async ({
  page,
  as,
  console,
}) => {
  const audited = await auditSince(console);
  await plugInAuthenticator(page);
  await signInWithoutPage(page.context(), console.origin, "admin");
  await page.goto("/account");
  await page.getByRole("button", { name: "Add a passkey" }).click();
  await expect(page.getByLabel("Name", { exact: true })).toHaveValue(/Chrome/);
  await page.getByLabel("Name", { exact: true }).fill("Old laptop");
  await page.getByRole("dialog").getByRole("button", { name: "Continue" }).click();
  await saveCodes(page);
  await expect(page.getByRole("listitem").filter({ hasText: "Old laptop" })).toContainText("Not used yet");

  // One device holds one passkey of a user.
  await page.getByRole("button", { name: "Add a passkey" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Continue" }).click();
  await expect(
    page.getByRole("alert").filter({ hasText: "has a passkey for your account already" }),
  ).toBeVisible();
  await page.getByRole("button", { name: "Cancel" }).click();

  await page.getByRole("button", { name: "Rename Old laptop" }).click();
  await page.getByLabel("Name", { exact: true }).fill("Back office");
  await page.getByRole("dialog").getByRole("button", { name: "Rename" }).click();
  await expect(page.getByRole("button", { name: "Remove Back office" })).toBeVisible();

  // The workstation is opened with it.
  await page.getByRole("button", { name: "Lock" }).click();
  await page.getByRole("button", { name: "Use your passkey" }).click();
  await expect(page.getByRole("heading", { name: "Workstation locked" })).toHaveCount(0);

  // A change of a person needs the password or a passkey, even lately given.
  const clerk = await as("clerk");
  await openFromMenu(page, "People");
  await page.getByRole("link", { name: "Mira Castellanos" }).click();
  await page.getByRole("button", { name: "Disable" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Use your passkey" }).click();
  await expect(page.getByText("is disabled").first()).toBeVisible();
  expect((await clerk.request.get("/api/console/attention/count")).status()).toBe(401);

  await openAccount(page);
  await page.getByRole("button", { name: "Remove Back office" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Use your passkey" }).click();
  await expect(page.getByRole("button", { name: "Remove Back office" })).toHaveCount(0);
  await signOut(page);
  await page.getByRole("button", { name: "Use a passkey" }).click();
  await expect(page.getByRole("alert").filter({ hasText: "That passkey didn't work here" })).toBeVisible();

  expect(await audited()).toEqual(expect.arrayContaining(["passkey.registered", "passkey.removed"]));
});
