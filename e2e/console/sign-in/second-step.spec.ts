import type { Page } from "@playwright/test";
import { expect, test } from "#e2e/support/console.ts";
import { axeViolations } from "#e2e/support/pages/axe-violations.ts";
import { sendSignIn, signInWithoutPage } from "#e2e/support/pages/sign-in.ts";
import { signInWithoutBrowser } from "#e2e/support/pages/sign-in-without-browser.ts";
import { takePaymentAtGateway } from "#e2e/support/pages/take-payment-at-gateway.ts";
import { testPassword } from "#e2e/support/test-secrets.ts";
import { batch } from "#lib/gateway/schemas/batch.ts";
import { totpCode } from "#server/auth/factors/totp.ts";
import { openStore } from "#server/db/db.ts";

test.use({ merchantSettings: { MFA_ROLES: "manager", PASSWORD_AGAIN_MINUTES: "5" } });

const signOut = async (page: Page) => {
  await page.getByRole("button", { name: "Sign out" }).click();
  await expect(page).toHaveURL(/\/sign-in/);
};

/** Scans the secret, types a code of it and saves the recovery codes. */
async function setUp(page: Page): Promise<{ secret: string; codes: string[] }> {
  const secret = ((await page.locator("[data-secret]").textContent()) ?? "").replace(/\s/g, "");
  await expect(page.getByRole("img", { name: /QR code/ })).toBeVisible();
  await page.getByLabel("6-digit code").fill("000000");
  await page.getByRole("button", { name: "Turn on" }).click();
  await expect(page.getByRole("alert").filter({ hasText: "That code didn't work" })).toBeVisible();
  await page.getByLabel("6-digit code").fill(totpCode(secret, Date.now()));
  await page.getByRole("button", { name: "Turn on" }).click();
  await expect(page.getByRole("heading", { name: "Save your recovery codes" })).toBeFocused();
  expect(await axeViolations(page)).toEqual([]);
  const codes = await page.getByRole("listitem").allInnerTexts();
  expect(codes).toHaveLength(10);
  await expect(page.getByRole("button", { name: "Finish" })).toBeDisabled();
  await page.getByLabel("I saved these codes").check();
  await page.getByRole("button", { name: "Finish" }).click();
  return { secret, codes };
}

async function enter(page: Page, label: string, code: string) {
  await page.getByLabel(label).fill(code);
  await page.getByRole("button", { name: "Continue" }).click();
}

test("a role that needs a second step sets it up before anything else, and signs in with a code from then on", async ({
  page,
}) => {
  await page.goto("/transactions");
  await sendSignIn(page, "manager@demo.test", testPassword);
  await expect(page).toHaveURL(/\/second-step\?from=%2Ftransactions/);
  const opened = await page.request.get("/transactions");
  expect(opened.url()).toMatch(/\/second-step\?from=%2Ftransactions/);
  expect((await page.request.get("/api/console/gateway")).status()).toBe(401);
  const { secret, codes } = await setUp(page);
  await expect(page).toHaveURL(/\/transactions$/);
  expect((await page.request.get("/api/console/gateway")).status()).toBe(200);
  await signOut(page);

  // The password alone begins no session.
  await sendSignIn(page, "manager@demo.test", testPassword);
  await expect(page.getByLabel("6-digit code")).toBeFocused();
  expect(await axeViolations(page)).toEqual([]);
  expect((await page.request.get("/api/console/gateway")).status()).toBe(401);
  await enter(page, "6-digit code", "000000");
  await expect(page.getByRole("alert").filter({ hasText: "That code didn't work" })).toBeVisible();
  // The code of the set-up was used; the next one counts already.
  await enter(page, "6-digit code", totpCode(secret, Date.now() + 30_000));
  await expect(page).not.toHaveURL(/\/sign-in/);
  await signOut(page);

  await sendSignIn(page, "manager@demo.test", testPassword);
  await page.getByRole("button", { name: "Use a recovery code" }).click();
  await enter(page, "Recovery code", codes[0]?.toLowerCase() ?? "");
  await expect(page).not.toHaveURL(/\/sign-in/);
  await page.getByRole("link", { name: "Your account" }).click();
  await expect(page.getByText("9 of 10")).toBeVisible();
  await expect(page.getByRole("button", { name: "Turn off" })).toHaveCount(0);
});

test("a user whose role needs none turns a second step on and off on their account", async ({
  page,
  console,
}) => {
  await signInWithoutPage(page.context(), console.origin, "bookkeeper");
  await page.goto("/account");
  await page.getByRole("link", { name: "Set up an authenticator app" }).click();
  await setUp(page);
  await expect(page).toHaveURL(/\/account$/);
  await expect(page.getByText("10 of 10")).toBeVisible();

  await page.getByRole("button", { name: "New recovery codes" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Your password").fill(testPassword);
  await dialog.getByRole("button", { name: "Make new codes" }).click();
  await expect(dialog.getByRole("listitem")).toHaveCount(10);
  await dialog.getByLabel("I saved these codes").check();
  await dialog.getByRole("button", { name: "Finish" }).click();

  await page.getByRole("button", { name: "Turn off" }).click();
  await dialog.getByLabel("Your password").fill("not the password");
  await dialog.getByRole("button", { name: "Turn off" }).click();
  await expect(dialog.getByRole("alert")).toContainText("This is not your password");
  await dialog.getByLabel("Your password").fill(testPassword);
  await dialog.getByRole("button", { name: "Turn off" }).click();
  await expect(page.getByRole("link", { name: "Set up an authenticator app" })).toBeVisible();
  await signInWithoutBrowser(console.origin, "bookkeeper@demo.test", testPassword);
});

test("users change their own password: their other sessions end, this one goes on under a new id", async ({
  page,
  browser,
  baseURL,
  console,
}) => {
  const elsewhere = await browser.newContext({ ...(baseURL && { baseURL }) });
  await signInWithoutPage(elsewhere, console.origin, "clerk");
  await signInWithoutPage(page.context(), console.origin, "clerk");
  const old = await page.context().storageState();
  await page.goto("/account");
  const change = async (current: string, next: string, again = next) => {
    await page.getByLabel("Present password").fill(current);
    await page.getByLabel("New password", { exact: true }).fill(next);
    await page.getByLabel("New password again").fill(again);
    await page.getByRole("button", { name: "Change password" }).click();
  };
  await change(testPassword, "violet canyon ladder", "violet canyon");
  await expect(page.getByText("The two new passwords differ.")).toBeVisible();
  await change(testPassword, "qwerty123456");
  await expect(page.getByText("This password is on a list of common passwords.")).toBeVisible();
  await change("not the password", "violet canyon ladder");
  await expect(page.getByRole("alert").filter({ hasText: "This is not your password" })).toBeVisible();
  await change(testPassword, "violet canyon ladder");
  await expect(page.getByText("Your password is changed.")).toBeVisible();

  expect((await elsewhere.request.get("/api/console/attention/count")).status()).toBe(401);
  const thief = await browser.newContext({ ...(baseURL && { baseURL }), storageState: old });
  expect((await thief.request.get("/api/console/attention/count")).status()).toBe(401);
  expect((await page.request.get("/api/console/attention/count")).status()).toBe(200);
  await signInWithoutBrowser(console.origin, "clerk@demo.test", "violet canyon ladder");
  await thief.close();
  await elsewhere.close();
});

test("an export asks for the password again when it was given more than five minutes ago", async ({
  page,
  console,
}) => {
  // The batch of this sale holds no other.
  await takePaymentAtGateway(console);
  await console.closeBatch();
  await takePaymentAtGateway(console, { amount: "42.50" });
  const { key = "" } = batch.parse((await console.gateway("GET", "/batches/current")).body);
  await console.closeBatch();
  await signInWithoutPage(page.context(), console.origin, "admin");
  const store = openStore({ dataDir: console.dataDir, databaseUrl: undefined });
  await store
    .updateTable("sessions")
    .set({ proved_at: Date.now() - 5 * 60_000 })
    .execute();
  await store.destroy();
  const file = await page.request.get(`/api/console/exports?batch=${key}&format=csv&columns=time&id=none`);
  expect(file.status()).toBe(403);

  await page.goto(`/batches/${key}`);
  await page.getByRole("button", { name: "Export 1" }).click();
  await page.getByRole("button", { name: "Export 1 row" }).click();
  const dialog = page.getByRole("dialog", { name: "Is it still you?" });
  await dialog.getByLabel("Your password").fill("not the password");
  await dialog.getByRole("button", { name: "Continue" }).click();
  await expect(dialog.getByRole("alert")).toContainText("This is not your password");
  await dialog.getByLabel("Your password").fill(testPassword);
  const saved = page.waitForEvent("download");
  await dialog.getByRole("button", { name: "Continue" }).click();
  await saved;
  await expect(dialog).toHaveCount(0);
});
