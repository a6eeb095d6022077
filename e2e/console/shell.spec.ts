import { chargeCard } from "#e2e/support/charge-card.ts";
import { expect, test } from "#e2e/support/console.ts";
import { untilAlive } from "#e2e/support/until-alive.ts";

test("each role sees the places it may use, and no other", async ({ as }) => {
  const places = async (role: "clerk" | "bookkeeper") => {
    const page = await as(role);
    await page.goto("/batches");
    return page.getByRole("navigation", { name: "Main" }).getByRole("link");
  };
  await expect(await places("clerk")).toHaveText([/^Charge/, /^Transactions/, /^Batches/, /^Attention/]);
  await expect(await places("bookkeeper")).toHaveText([
    /^Transactions/,
    /^Batches/,
    /^Bulk/,
    /^Webhooks/,
    /^Gateway/,
  ]);
});

test("G and a letter lead from page to page, but not while one types", async ({ as }) => {
  const page = await as("clerk");
  await page.goto("/batches/current");
  await untilAlive(page.getByRole("button", { name: "Sign out" }));
  await page.keyboard.press("g");
  await page.keyboard.press("c");
  await expect(page).toHaveURL(/\/charge$/);
  await page.getByRole("link", { name: "Skip to content" }).focus();
  await page.keyboard.press("g");
  await page.keyboard.press("b");
  await expect(page).toHaveURL(/\/batches$/);

  const day = page.getByLabel("Opened from", { exact: true });
  await untilAlive(day);
  await day.pressSequentially("gc");
  await expect(day).toHaveValue("gc");
  await expect(page).toHaveURL(/\/batches$/);
});

test("a payment is found by its key from any page, without a mouse", async ({ as, console }) => {
  const sale = await console.gateway("POST", "/transactions", {
    command: "sale",
    amount: "21.00",
    creditcard: { number: "4000100011112224", expiration: "1232" },
  });
  const { key } = sale.body as { key: string }; // an approved sale has a key
  const page = await as("clerk");
  await page.goto("/batches");
  await expect(page.getByLabel("Opened from", { exact: true })).toBeVisible();
  const find = page.getByRole("textbox", { name: "Payment key or reference number" });
  // The page streams in: what is typed into the header of its loading state goes with that.
  await expect(async () => {
    await untilAlive(find);
    await page.keyboard.press("Control+k");
    await page.keyboard.press("Control+a");
    await page.keyboard.type(key);
    await expect(find).toHaveValue(key, { timeout: 1000 });
  }).toPass();
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(new RegExp(`/transactions/${key}$`));
});

test("all keys that work here are listed under ?", async ({ as }) => {
  const page = await as("clerk");
  await page.goto("/batches");
  await untilAlive(page.getByRole("button", { name: "Sign out" }));
  await page.keyboard.press("?");
  const dialog = page.getByRole("dialog", { name: "All keys" });
  await expect(dialog.getByText("Find a payment")).toBeVisible();
  await expect(dialog.getByText("G B")).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();
});

test("a session that ends while a page is open is reported, and what was typed is kept out of sight", async ({
  as,
}) => {
  const page = await as("clerk");
  await page.goto("/batches");
  const day = page.getByLabel("Opened from", { exact: true });
  await untilAlive(day);
  await day.fill("2027-01-");
  await page.context().clearCookies();
  const note = page.getByRole("alert").filter({ hasText: "You are signed out" });
  await expect(note).toBeVisible({ timeout: 30_000 });
  await expect(note.getByRole("link", { name: /Sign in/ })).toHaveAttribute(
    "href",
    /\/sign-in\?from=%2Fbatches/,
  );
  await expect(day).toBeHidden();
  await expect(day).toHaveValue("2027-01-");
});

test("the header tells how the gateway answers and says that no real money moves", async ({
  as,
  console,
}) => {
  const page = await as("manager");
  await page.goto("/batches");
  await expect(page.getByRole("banner").getByText("SANDBOX")).toBeVisible();
  const light = page.getByRole("button", { name: /Gateway answers/ });
  await expect(light).toBeVisible();
  await light.click();
  await expect(page.getByText("No request limit.")).toBeVisible();
  await page.keyboard.press("Escape");

  await console.control("POST", "/faults", { kind: "reset-before", times: 1000 });
  await page.reload();
  await expect(page.getByRole("button", { name: /Gateway does not answer/ })).toBeVisible();
  await console.control("DELETE", "/faults");
});

test("an unknown address is answered within the console; to a stranger it says nothing of the console", async ({
  as,
  page: stranger,
}) => {
  const page = await as("clerk");
  expect((await page.goto("/no-such-page"))?.status()).toBe(404);
  await expect(page.getByText("There is nothing at this address")).toBeVisible();
  await expect(page.getByRole("navigation", { name: "Main" })).toBeVisible();
  await expect(page.getByRole("textbox", { name: "Payment key or reference number" })).toBeVisible();

  await page.goto("/charge/no-such-payment-0000");
  await expect(page.getByText("There is no payment at this address.")).toBeVisible();
  await expect(page).toHaveURL(/\/charge$/);

  expect((await stranger.goto("/no-such-page"))?.status()).toBe(404);
  await expect(stranger.getByRole("heading", { name: "Page not found" })).toBeVisible();
  await expect(stranger.getByRole("navigation")).toHaveCount(0);
});

test("what is no page is not taken for another type either, and is kept in no cache", async ({ as }) => {
  const page = await as("clerk");
  for (const address of ["/api/console/session", "/api/auth/csrf", "/api/healthz", "/api/no-such-route"]) {
    const headers = (await page.request.get(address)).headers();
    expect(headers["x-content-type-options"], address).toBe("nosniff");
    expect(headers["cache-control"], address).toContain("no-store");
  }
});

test("no page can be framed, runs a foreign script or is taken for another type; nor is what a payment answers", async ({
  as,
}) => {
  const page = await as("clerk");
  const guard = { "x-content-type-options": "nosniff", "referrer-policy": "same-origin" };
  for (const address of ["/charge", "/sign-in", "/no-such-page"]) {
    const headers = (await page.goto(address))?.headers();
    expect(headers).toMatchObject({ ...guard, "cross-origin-opener-policy": "same-origin" });
    expect(headers?.["content-security-policy"]).toMatch(
      /script-src 'self' 'nonce-[\w+/=]+'.*frame-ancestors 'none'/,
    );
  }
  await page.goto("/charge");
  const answered = page.waitForResponse((response) => "next-action" in response.request().headers());
  await chargeCard(page, { amount: "3.21", number: "4000100011112224" });
  expect((await answered).headers()).toMatchObject(guard);
});
