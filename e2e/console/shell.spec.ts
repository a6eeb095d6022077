import { expect, test } from "#e2e/support/console.ts";
import { chargeCard } from "#e2e/support/pages/charge-card.ts";

test("each role sees the pages it may use, and no others", async ({ as }) => {
  const places = async (role: "clerk" | "bookkeeper" | "auditor", address = "/batches") => {
    const page = await as(role);
    await page.goto(address);
    return page.getByRole("navigation", { name: "Main" }).getByRole("link");
  };
  await expect(await places("clerk")).toHaveText([
    /^Charge/,
    /^Transactions/,
    /^Batches/,
    /^Saved cards/,
    /^Attention/,
    /^Cash drawer/,
  ]);
  await expect(await places("bookkeeper")).toHaveText([
    /^Today/,
    /^Transactions/,
    /^Batches/,
    /^Cash drawer/,
    /^Bulk/,
    /^Deposits/,
    /^Day end/,
    /^Webhooks/,
    /^Gateway/,
  ]);
  await expect(await places("auditor", "/")).toHaveText([/^Audit log/]);
});

test("G and a letter switch pages, but not while the user types in a field", async ({ as }) => {
  const page = await as("clerk");
  await page.goto("/batches/current");
  await expect(page.getByRole("button", { name: "Sign out" })).toBeEnabled();
  await page.keyboard.press("g");
  await page.keyboard.press("c");
  await expect(page).toHaveURL(/\/charge$/);
  await page.getByRole("link", { name: "Skip to content" }).focus();
  await page.keyboard.press("g");
  await page.keyboard.press("b");
  await expect(page).toHaveURL(/\/batches$/);

  const day = page.getByLabel("Opened from", { exact: true });
  await expect(page.getByRole("button", { name: "Choose days for Opened" })).toBeEnabled();
  await day.pressSequentially("gc");
  await expect(day).toHaveValue("gc");
  await expect(page).toHaveURL(/\/batches$/);
});

test("shortcuts pressed while the page loads on a slow machine act once it is ready", async ({ as }) => {
  const page = await as("clerk");
  const devtools = await page.context().newCDPSession(page);
  await devtools.send("Emulation.setCPUThrottlingRate", { rate: 4 });
  const open = async (path: string) => {
    await page.goto(path, { waitUntil: "commit" });
    // A browser takes no keys before it has painted.
    await page.waitForFunction(() => performance.getEntriesByName("first-paint").length > 0);
  };
  await open("/charge");
  await page.keyboard.press("Alt+3");
  await page.keyboard.type("12.50");
  await expect(page.getByRole("tab", { name: "Cash" })).toHaveAttribute("aria-selected", "true");
  await expect(page.getByLabel("Amount", { exact: true })).toHaveValue("12.50");
  page.on("dialog", (dialog) => void dialog.accept());
  await open("/attention");
  await page.keyboard.type("?");
  await expect(page.getByRole("dialog", { name: "All keys" })).toBeVisible();
  await open("/attention");
  await page.keyboard.type("gb");
  await expect(page).toHaveURL(/\/batches$/);
});

test("a payment is found by its key from any page with the keyboard", async ({ as, console }) => {
  const sale = await console.gateway("POST", "/transactions", {
    command: "sale",
    amount: "21.00",
    creditcard: { number: "4000100011112224", expiration: "1232" },
  });
  const { key } = sale.body as { key: string }; // an approved sale has a key
  const page = await as("clerk");
  await page.goto("/batches");
  await expect(page.getByLabel("Opened from", { exact: true })).toBeVisible();
  const find = page.getByRole("combobox", { name: "Find a payment, card, page or action" });
  // The page streams in: text typed into the header of its loading state is lost with it.
  await expect(async () => {
    await expect(page.getByRole("button", { name: "Sign out" })).toBeEnabled();
    await page.keyboard.press("Control+k");
    await page.keyboard.press("Control+a");
    await page.keyboard.type(key);
    await expect(find).toHaveValue(key, { timeout: 1000 });
  }).toPass();
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(new RegExp(`/transactions/${key}$`));
});

test("the palette opens a page, an action of the page, a payment by its invoice and a saved card, all by keyboard", async ({
  as,
  console,
}) => {
  await console.gateway("POST", "/transactions", {
    command: "sale",
    amount: "23.00",
    invoice: "PAL-77",
    save_card: true,
    creditcard: { number: "4000100011112224", expiration: "1232", cardholder: "Greta Holm" },
  });
  const page = await as("manager");
  await page.goto("/batches/current");
  await expect(page.getByText("Total by the gateway").first()).toBeVisible();
  await expect(page.getByRole("button", { name: "Sign out" })).toBeEnabled();
  const find = page.getByRole("combobox", { name: "Find a payment, card, page or action" });
  const open = async (text: string, option: RegExp) => {
    await page.keyboard.press("Control+k");
    await page.keyboard.type(text);
    await expect(find).toHaveValue(text);
    const found = page.getByRole("option", { name: option }).first();
    await expect(found).toBeVisible();
    await expect(async () => {
      if ((await found.getAttribute("aria-selected")) !== "true") await page.keyboard.press("ArrowDown");
      await expect(found).toHaveAttribute("aria-selected", "true", { timeout: 100 });
    }).toPass();
    await page.keyboard.press("Enter");
    await expect(find).toHaveCount(0);
  };
  await open("webh", /^Webhooks/);
  await expect(page).toHaveURL(/\/webhooks$/);
  await open("PAL-77", /Greta Holm/);
  await expect(page).toHaveURL(/\/transactions\/[\w]+$/);
  await expect(page.getByRole("region", { name: "Actions" })).toBeVisible();
  await open("void", /^Void/);
  await expect(page.getByRole("dialog")).toBeVisible();
  await page.keyboard.press("Escape");
  await open("greta", /Visa ending 2224.*Charge/);
  await expect(page).toHaveURL(/\/charge\?token=/);
});

test("? lists all keyboard shortcuts of the page", async ({ as }) => {
  const page = await as("clerk");
  await page.goto("/batches");
  await expect(page.getByRole("button", { name: "Sign out" })).toBeEnabled();
  await page.keyboard.press("?");
  const dialog = page.getByRole("dialog", { name: "All keys" });
  await expect(dialog.getByText("Find a payment")).toBeVisible();
  await expect(dialog.getByText("G B")).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();
});

test("the days of a filter are picked from a calendar with the keyboard", async ({ as }) => {
  const page = await as("clerk");
  await page.goto("/batches");
  const button = page.getByRole("button", { name: "Choose days for Opened" });
  await expect(button).toBeEnabled();
  await button.focus();
  await page.keyboard.press("Enter");
  const calendar = page.getByRole("dialog", { name: "Opened from, Opened to" });
  await expect(calendar.getByRole("button", { name: /^Today/ })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page.getByLabel("Opened from", { exact: true })).not.toHaveValue("");
  await page.keyboard.press("Escape");
  await expect(calendar).toBeHidden();
  await expect(button).toBeFocused();
});

test("the page reports that its session ended and hides what was typed", async ({ as }) => {
  const page = await as("clerk");
  await page.goto("/batches");
  const day = page.getByLabel("Opened from", { exact: true });
  await expect(page.getByRole("button", { name: "Choose days for Opened" })).toBeEnabled();
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

test("the header shows the state of the gateway and that no real money moves", async ({ as, console }) => {
  const page = await as("manager");
  // The last payment of another test may have lost its answer.
  await expect(await chargeCard(page, { amount: "107.43", number: "4000100011112224" })).toHaveText(
    /^Approved/,
  );
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

test("an unknown URL shows a page of the console; to a stranger it reveals nothing", async ({
  as,
  page: stranger,
}) => {
  const page = await as("clerk");
  expect((await page.goto("/no-such-page"))?.status()).toBe(404);
  await expect(page.getByText("There is nothing at this address")).toBeVisible();
  await expect(page.getByRole("navigation", { name: "Main" })).toBeVisible();
  await expect(page.getByRole("textbox", { name: "Find a payment" })).toBeVisible();

  await page.goto("/charge/no-such-payment-0000");
  await expect(page.getByText("There is no payment at this address.")).toBeVisible();
  await expect(page).toHaveURL(/\/charge$/);

  expect((await stranger.goto("/no-such-page"))?.status()).toBe(404);
  await expect(stranger.getByRole("heading", { name: "Page not found" })).toBeVisible();
  await expect(stranger.getByRole("navigation")).toHaveCount(0);
});

test("responses other than pages have a fixed type and are never cached", async ({ as }) => {
  const page = await as("clerk");
  for (const address of [
    "/api/console/session",
    "/api/auth/csrf",
    "/api/healthz",
    "/api/readyz",
    "/api/metrics",
    "/api/no-such-route",
  ]) {
    const headers = (await page.request.get(address)).headers();
    expect(headers["x-content-type-options"], address).toBe("nosniff");
    expect(headers["cache-control"], address).toContain("no-store");
  }
});

test("no page or action response can be framed, run a foreign script or be read as another type", async ({
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

test("no button or choice can be used before the page's scripts handle it", async ({
  as,
  browser,
  console,
}) => {
  const signedIn = await (await as("admin")).context().storageState();
  const context = await browser.newContext({
    baseURL: console.origin,
    storageState: signedIn,
    javaScriptEnabled: false,
  });
  const page = await context.newPage();
  for (const address of [
    "/sign-in",
    "/",
    "/charge",
    "/transactions",
    "/batches",
    "/cards",
    "/attention",
    "/approvals",
    "/drawer",
    "/bulk",
    "/bulk/new",
    "/deposits",
    "/day-end",
    "/webhooks",
    "/gateway",
    "/people",
    "/people/roles",
    "/audit",
    "/settings",
    "/account",
    "/second-step",
  ]) {
    await page.goto(address);
    await expect(page.locator("button").first(), address).toBeAttached();
    await expect(page.locator("button:enabled, select:enabled, [type=radio]:enabled"), address).toHaveCount(
      0,
    );
  }
  await context.close();
});
