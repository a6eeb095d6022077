import { expect, test } from "#e2e/support/console.ts";
import { sendSignIn, signInWithoutPage } from "#e2e/support/pages/sign-in.ts";
import { testPassword } from "#e2e/support/test-secrets.ts";

test("a wrong password is rejected with a message and gets into no URL; the right one leads a clerk to the next payment, under a new session id, until they sign out", async ({
  page,
  browser,
  baseURL,
}) => {
  await page.goto("/sign-in");
  await sendSignIn(page, "manager@demo.test", "not-the-password-at-all");
  await expect(page.getByRole("alert").filter({ hasText: "do not match" })).toBeVisible();
  expect(page.url()).not.toContain("not-the-password");
  expect((await page.request.get("/charge")).url()).toMatch(/\/sign-in/);

  await sendSignIn(page, "clerk@demo.test", testPassword);
  await expect(page).toHaveURL(/\/charge$/, { timeout: 30_000 });
  await expect(page.getByLabel("Amount", { exact: true })).toBeVisible();

  await test.step("a sign-in ends the session that the browser had", async () => {
    const before = await page.context().storageState();
    const old = await browser.newContext({ ...(baseURL && { baseURL }), storageState: before });
    expect((await old.request.get("/api/console/attention/count")).status()).toBe(200);
    // As a second sign-in beside the first: the page leads signed-in users away.
    const { csrfToken } = await (await page.request.get("/api/auth/csrf")).json();
    const answer = await page.request.post("/api/auth/callback/credentials", {
      headers: { origin: baseURL ?? "" },
      form: { csrfToken, email: "clerk@demo.test", password: testPassword, json: "true" },
    });
    expect(answer.status()).toBe(200);
    expect((await page.request.get("/api/console/attention/count")).status()).toBe(200);
    expect((await old.request.get("/api/console/attention/count")).status()).toBe(401);
    await old.close();
  });

  await test.step("signing out takes effect at once, also for a copied cookie", async () => {
    const copied = await page.context().storageState();
    const thief = await browser.newContext({ ...(baseURL && { baseURL }), storageState: copied });
    expect((await thief.request.get("/charge")).url()).toMatch(/\/charge$/);
    await page.getByRole("button", { name: "Sign out" }).click();
    await expect(page).toHaveURL(/\/sign-in/);
    expect((await thief.request.get("/charge")).url()).toMatch(/\/sign-in/);
    await thief.close();
  });
});

test("wrong passwords from elsewhere lock a stranger out, and never the user in their own browser", async ({
  page,
  browser,
  baseURL,
  as,
  console,
}) => {
  // Later tests use this session: a new sign-in of the bookkeeper would be locked out too.
  await as("bookkeeper");
  const own = page.context();
  await signInWithoutPage(own, console.origin, "bookkeeper");
  await own.clearCookies({ name: /session$/ });

  const elsewhere = await browser.newContext({ ...(baseURL && { baseURL }) });
  const stranger = await elsewhere.newPage();
  await stranger.goto("/sign-in");
  const { csrfToken } = await (await stranger.request.get("/api/auth/csrf")).json();
  for (let wrong = 1; wrong <= 6; wrong += 1)
    await stranger.request.post("/api/auth/callback/credentials", {
      headers: { origin: baseURL ?? "" },
      form: { csrfToken, email: "bookkeeper@demo.test", password: "guess-number-one", json: "true" },
    });
  for (const message of ["do not match", "Two more tries", "One more try", "Try again in 30 minutes"]) {
    await sendSignIn(stranger, "bookkeeper@demo.test", "guess-number-one");
    await expect(stranger.getByRole("alert").filter({ hasText: message })).toBeVisible();
  }
  await sendSignIn(stranger, "bookkeeper@demo.test", testPassword);
  await expect(stranger.getByRole("alert").filter({ hasText: "Try again in" })).toBeVisible();
  await elsewhere.close();

  await signInWithoutPage(own, console.origin, "bookkeeper");
});
