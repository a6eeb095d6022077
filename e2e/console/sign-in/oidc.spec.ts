import { test as base, expect } from "#e2e/support/console.ts";
import { axeViolations } from "#e2e/support/pages/axe-violations.ts";
import { fillCard, visa } from "#e2e/support/pages/charge-card.ts";
import { startTestProvider } from "#server/auth/oidc/test-provider.ts";

const client = { clientId: "console", clientSecret: "a-secret-of-the-provider" };

type Provider = Awaited<ReturnType<typeof startTestProvider>>;

// A provider and a console of their own.
const test = base.extend<object, { provider: Provider }>({
  provider: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures out of this pattern.
    async ({}, use) => {
      const provider = await startTestProvider(client);
      await use(provider);
      await provider.stop();
    },
    { scope: "worker" },
  ],
  settings: async ({ provider }, use) =>
    use({
      OIDC_ISSUER: provider.issuer,
      OIDC_CLIENT_ID: client.clientId,
      OIDC_CLIENT_SECRET: client.clientSecret,
      OIDC_LABEL: "Alder Street ID",
    }),
});

test("a visitor who is no user here, or gave up at the provider, reads what to do; users sign in there and go on where they wanted to", async ({
  page,
  provider,
}) => {
  await page.goto("/batches");
  await expect(page).toHaveURL(/\/sign-in/);
  expect(await axeViolations(page)).toEqual([]);
  provider.answer({ email: "stranger@demo.test" });
  await page.getByRole("link", { name: "Continue with Alder Street ID" }).click();
  const alert = page.getByRole("alert").filter({ hasText: "Not signed in" });
  await expect(alert).toContainText("you can't sign in here. Ask your administrator");
  await expect(alert).toContainText(/report the number [0-9a-f]{8}/);
  expect(await axeViolations(page)).toEqual([]);
  provider.answer({ email: "manager@demo.test", error: "access_denied" });
  await page.getByRole("link", { name: "Continue with Alder Street ID" }).click();
  await expect(alert).toContainText("You were not signed in at your provider");
  expect((await page.request.get("/api/console/gateway")).status()).toBe(401);

  provider.answer({ email: "manager@demo.test" });
  await page.getByRole("link", { name: "Continue with Alder Street ID" }).click();
  await expect(page).toHaveURL(/\/batches$/);
  expect((await page.request.get("/api/console/gateway")).status()).toBe(200);
});

test("a sign-in at the provider is in the language the person chose", async ({ page, provider }) => {
  provider.answer({ email: "clerk@demo.test" });
  const html = page.locator("html");
  await page.goto("/account");
  await page.getByRole("link", { name: "Continue with Alder Street ID" }).click();
  await page.getByRole("button", { name: "Español" }).click();
  await expect(html).toHaveAttribute("lang", "es");
  await page.getByRole("button", { name: "Cerrar sesión" }).click();
  await expect(page).toHaveURL(/\/sign-in/);
  await expect(html).toHaveAttribute("lang", "en");
  await page.getByRole("link", { name: "Continue with Alder Street ID" }).click();
  await expect(page).not.toHaveURL(/\/sign-in/);
  await expect(html).toHaveAttribute("lang", "es");
});

test("a locked workstation opens at the provider, which asks again, and keeps what was typed but for card data", async ({
  page,
  provider,
}) => {
  provider.answer({ email: "manager@demo.test" });
  await page.goto("/charge");
  await page.getByRole("link", { name: "Continue with Alder Street ID" }).click();
  await fillCard(page, { amount: "12.30", number: visa, cvc: "123", invoice: "INV-77" });
  await page.getByRole("button", { name: "Lock workstation" }).click();
  const locked = page.getByRole("heading", { name: "Workstation locked" });
  await expect(locked).toBeVisible();
  await expect(page.getByLabel("Card number")).toHaveValue("");
  await expect.poll(async () => (await page.request.get("/api/console/search")).status()).toBe(401);
  expect(await axeViolations(page)).toEqual([]);
  const unlock = async () => {
    const opening = page.waitForEvent("popup");
    await page.getByRole("link", { name: "Unlock with Alder Street ID" }).click();
    return await opening;
  };

  // It knows the browser, and answers without asking.
  const hourAgo = Math.floor(Date.now() / 1000) - 3600;
  provider.answer({ email: "manager@demo.test", claims: { auth_time: hourAgo } });
  const refused = await unlock();
  await expect(refused.getByRole("alert").filter({ hasText: "stays locked" })).toContainText(
    "did not ask you again",
  );
  await refused.close();
  await expect(locked).toBeVisible();

  provider.answer({ email: "manager@demo.test" });
  const tab = await unlock();
  await expect(tab.getByRole("heading", { name: "Workstation unlocked" })).toBeVisible();
  expect(await axeViolations(tab)).toEqual([]);
  await tab.close();
  await expect(locked).toHaveCount(0);
  await expect(page.getByLabel("Invoice", { exact: true })).toHaveValue("INV-77");
  await expect(page.getByLabel("Amount", { exact: true })).toHaveValue("12.30");
  await expect(page.getByLabel("Card number")).toHaveValue("");
  await expect(page.getByLabel("Security code")).toHaveValue("");
});
