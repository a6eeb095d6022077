import { type BrowserContext, expect, type Page } from "@playwright/test";
import { paths } from "#lib/paths.ts";
import type { BuiltInRole } from "#lib/permissions.ts";
import { testPassword } from "../test-secrets.ts";

/** Signs in through the form, as the demo's person of this role, and waits until the console has let them in. */
export async function signIn(page: Page, role: BuiltInRole): Promise<void> {
  await page.goto("/sign-in");
  await sendSignIn(page, `${role}@demo.test`, testPassword);
  // The first one loads the server's code.
  await expect(page).not.toHaveURL(/\/sign-in/, { timeout: 30_000 });
}

/** Fills and sends the sign-in form of the page that is shown. */
export async function sendSignIn(page: Page, email: string, password: string): Promise<void> {
  const button = page.getByRole("button", { name: "Sign in" });
  await expect(button).toBeEnabled();
  await page.getByLabel("Email", { exact: true }).fill(email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await button.click();
}

/**
 * Signs a browser context in, as the demo's user of this role or as another with their password, by its requests alone: no page
 * is loaded. `signInWithoutBrowser` needs no context.
 */
export async function signInWithoutPage(
  { request }: BrowserContext,
  origin: string,
  user: BuiltInRole | { email: string },
): Promise<void> {
  const email = typeof user === "string" ? `${user}@demo.test` : user.email;
  const { csrfToken } = await (await request.get(`${origin}/api/auth/csrf`)).json();
  const answer = await request.post(`${origin}/api/auth/callback/credentials`, {
    headers: { origin },
    form: { csrfToken, email, password: testPassword, json: "true" },
    maxRedirects: 0,
  });
  if (!(await request.get(`${origin}${paths.api.session()}`)).ok())
    throw new Error(`${email} could not sign in: ${answer.status()}`);
}
