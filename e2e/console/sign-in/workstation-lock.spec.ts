import { expect, test } from "#e2e/support/console.ts";
import { signInWithoutPage } from "#e2e/support/pages/sign-in.ts";

test.use({ merchantSettings: { WORKSTATION_LOCK_MINUTES: "1" } });

test("an unused workstation says that it will lock, stays open for a key, and locks", async ({
  page,
  console,
}) => {
  await page.clock.install();
  await signInWithoutPage(page.context(), console.origin, "clerk");
  await page.goto("/batches");
  await expect(page.getByRole("button", { name: "Sign out" })).toBeEnabled();
  const warning = page.getByText("Still there?");
  await expect(async () => {
    await page.clock.runFor(5000);
    await expect(warning).toBeVisible({ timeout: 100 });
  }).toPass();
  // The page reports it, so that the console does not lock the session of a workstation in use.
  const reported = page.waitForRequest(
    (request) => request.method() === "POST" && request.url().endsWith("/api/console/session"),
  );
  await page.keyboard.press("Shift");
  await expect(warning).toHaveCount(0);
  await page.clock.runFor(2000);
  await reported;
  await page.clock.runFor(61_000);
  await expect(page.getByRole("heading", { name: "Workstation locked" })).toBeVisible();
});
