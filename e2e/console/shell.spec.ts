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

test("a session that ends while a page is open is told, and what is on the page stays", async ({ as }) => {
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
