import { expect, test } from "#e2e/support/console.ts";
import { chargeCard, fillCard, visa } from "#e2e/support/pages/charge-card.ts";
import { openFromMenu } from "#e2e/support/pages/open-from-menu.ts";
import { openUntilQuiet } from "#e2e/support/pages/open-until-quiet.ts";
import { sendSignIn, signInWithoutPage } from "#e2e/support/pages/sign-in.ts";
import { testPassword } from "#e2e/support/test-secrets.ts";

// Sessions of their own, since those of `as` are shared by all tests of a worker.

test("a page opened by another user takes no payment, says whose it is and goes blank", async ({
  page,
  console,
}) => {
  await page.clock.install();
  // Without Web Locks a page polls: nothing reports the end of its session.
  await page.addInitScript(() => Object.defineProperty(navigator, "locks", { value: undefined }));
  await signInWithoutPage(page.context(), console.origin, "manager");
  const answered = page.waitForResponse((response) => "next-action" in response.request().headers());
  await chargeCard(page, { amount: "61.07", number: visa }, async () => {
    // The page must not detect it on its own before the button is pressed.
    await page.clock.pauseAt(Date.now() + 3_600_000);
    await signInWithoutPage(page.context(), console.origin, "clerk");
  });
  // The message is read from the page: the response body is gone once the page is hidden.
  await answered;
  await page.clock.runFor(11_000);

  // The form shows its own alert until the page is hidden.
  const alert = page.getByRole("alert").filter({ hasText: "The page is hidden" });
  await expect(alert).toContainText("This page was opened by Tobias Lindqvist");
  await expect(alert).toContainText("You are now signed in as Mira Castellanos");
  await expect(page.getByRole("navigation", { name: "Main" })).toBeHidden();
  await expect(page.getByText("Manager", { exact: true })).toBeHidden();
  await expect(page.getByLabel("Card number")).toHaveValue("");
  const listed = await console.gateway("GET", "/transactions");
  expect(JSON.stringify(listed.body)).not.toContain("61.07");

  await page.clock.resume();
  await page.getByRole("button", { name: "Reload" }).click();
  await expect(page.getByText("Mira Castellanos").first()).toBeVisible();
  await expect(page.getByLabel("Amount", { exact: true })).toHaveValue("");
});

test("a page goes blank when its session ends; for the same user its text returns, its card data doesn't, and a discarded page leaves nothing", async ({
  page,
  console,
}) => {
  await page.clock.install();
  await signInWithoutPage(page.context(), console.origin, "clerk");
  await page.goto("/charge");
  await expect(page.getByRole("button", { name: "Sign out" })).toBeEnabled();
  await fillCard(page, { amount: "18.40", number: visa, cvc: "123", invoice: "INV-2044" });

  const tab = await page.context().newPage();
  await tab.goto("/batches");
  const signOut = tab.getByRole("button", { name: "Sign out" });
  await tab.route("**/*", (route) => route.abort());
  await signOut.click();
  await expect(tab.getByRole("alert")).toContainText(["You may still be signed in"]);
  await tab.unrouteAll();
  await signOut.click();
  await expect(tab).toHaveURL(/\/sign-in/);
  await page.clock.runFor(11_000);
  const alert = page.getByRole("alert").filter({ hasText: "You are signed out" });
  await expect(alert).toBeVisible();
  await expect(page.getByRole("navigation", { name: "Main" })).toBeHidden();
  await expect(page.getByLabel("Invoice", { exact: true })).toBeHidden();
  await expect(page.getByLabel("Card number")).toHaveValue("");
  await expect(page.getByLabel("Security code")).toHaveValue("");
  await expect(alert.getByRole("link", { name: /Sign in/ })).toHaveAttribute(
    "href",
    /\/sign-in\?from=%2Fcharge/,
  );

  await sendSignIn(tab, "clerk@demo.test", testPassword);
  await expect(tab).not.toHaveURL(/\/sign-in/);
  await page.clock.runFor(11_000);
  await expect(alert).toHaveCount(0);
  await expect(page.getByLabel("Invoice", { exact: true })).toHaveValue("INV-2044");
  await expect(page.getByLabel("Card number")).toHaveValue("");

  await test.step("a discarded page leaves nothing that was typed in its tab", async () => {
    await fillCard(page, { amount: "18.41", number: visa, cvc: "123", invoice: "INV-2045" });
    await page.context().clearCookies();
    await page.clock.runFor(11_000);
    await page.getByRole("link", { name: "Discard this page" }).click();
    await expect(page).toHaveURL(/\/sign-in/);
    await expect(page.getByLabel("Password")).toBeVisible();
    expect(await page.evaluate(() => JSON.stringify(sessionStorage))).not.toMatch(/18\.41|INV-2045|draft/);
  });
});

test("a tab's drafts are deleted when another user signs in there, and are given back to the same one", async ({
  page,
  console,
}) => {
  const storedInTab = () => page.evaluate(() => JSON.stringify(sessionStorage));
  await signInWithoutPage(page.context(), console.origin, "clerk");
  // What keeps a draft loads after the form.
  await openUntilQuiet(page, "/charge");
  await page.getByLabel("Amount", { exact: true }).fill("18.42");
  for (const role of ["clerk", "manager"] as const) {
    await page.context().clearCookies();
    await page.goto("/sign-in?from=%2Ftransactions");
    expect(await storedInTab()).toContain("18.42");
    await sendSignIn(page, `${role}@demo.test`, testPassword);
    await expect(page).toHaveURL(/\/transactions/);
    await expect(page.getByRole("button", { name: "Sign out" })).toBeEnabled();
    expect((await storedInTab()).includes("18.42")).toBe(role === "clerk");
    await openFromMenu(page, /^Charge/);
    await expect(page.getByLabel("Amount", { exact: true })).toHaveValue(role === "clerk" ? "18.42" : "");
  }
});

test("an open dialog goes with the page whose session ended, and does not shut the way to sign in", async ({
  page,
  console,
}) => {
  await page.clock.install();
  await signInWithoutPage(page.context(), console.origin, "clerk");
  await page.goto("/batches");
  await expect(page.getByRole("button", { name: "Sign out" })).toBeEnabled();
  await page.keyboard.press("?");
  const dialog = page.getByRole("dialog", { name: "All keys" });
  await expect(dialog).toBeVisible();

  await page.context().clearCookies();
  await page.clock.runFor(11_000);
  const alert = page.getByRole("alert").filter({ hasText: "You are signed out" });
  await expect(alert).toBeVisible();
  await expect(dialog).toBeHidden();
  await page.keyboard.press("Escape");
  await page.keyboard.press("Tab");
  const way = alert.getByRole("link", { name: "Sign in in a new tab" });
  await expect(way).toBeFocused();
  const opened = page.waitForEvent("popup");
  await way.click();
  const tab = await opened;
  await expect(tab).toHaveURL(/\/sign-in\?from=%2Fbatches/);
  await expect(tab.getByRole("button", { name: "Sign in" })).toBeEnabled();
  await signInWithoutPage(page.context(), console.origin, "clerk");

  await page.clock.runFor(11_000);
  await expect(alert).toHaveCount(0);
  await expect(dialog).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();
});

test("a locked workstation shows and does nothing until its password is given, keeps what was typed, and clears card data", async ({
  page,
  console,
}) => {
  await signInWithoutPage(page.context(), console.origin, "clerk");
  await page.goto("/charge");
  await expect(page.getByRole("button", { name: "Sign out" })).toBeEnabled();
  await fillCard(page, { amount: "23.40", number: visa, cvc: "123", invoice: "INV-3001" });
  const tab = await page.context().newPage();
  await tab.goto("/transactions");
  await expect(tab.getByRole("button", { name: "Sign out" })).toBeEnabled();

  await page.getByRole("button", { name: "Lock workstation" }).click();
  await expect(page.getByRole("heading", { name: "Workstation locked" })).toBeVisible();
  await expect(page.getByRole("navigation", { name: "Main" })).toBeHidden();
  await expect(page.getByLabel("Card number")).toHaveValue("");
  await expect(page.getByLabel("Security code")).toHaveValue("");
  await expect(tab.getByRole("heading", { name: "Workstation locked" })).toBeVisible({ timeout: 30_000 });
  await expect.poll(async () => (await page.request.get("/api/console/search")).status()).toBe(401);

  await page.getByLabel("Password").fill("not the password");
  await page.keyboard.press("Enter");
  // Said once: at the field, which is described by it, and announced.
  await expect(page.getByText("This is not your password")).toHaveRole("alert");
  await expect(page.getByLabel("Password")).toHaveAccessibleDescription("This is not your password.");
  await page.getByLabel("Password").fill(testPassword);
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { name: "Workstation locked" })).toHaveCount(0);
  await expect(page.getByLabel("Invoice", { exact: true })).toHaveValue("INV-3001");
  await expect(page.getByLabel("Amount", { exact: true })).toHaveValue("23.40");
  await expect(tab.getByRole("heading", { name: "Workstation locked" })).toHaveCount(0, { timeout: 30_000 });

  // A page that is loaded again while locked shows nothing of it.
  await page.locator("h1").first().click();
  await page.keyboard.press("Shift+L");
  await expect(page.getByRole("heading", { name: "Workstation locked" })).toBeVisible();
  await expect.poll(async () => (await page.request.get("/api/console/search")).status()).toBe(401);
  expect((await page.request.get("/charge")).url()).toMatch(/\/sign-in/);
});
