import { expect, test } from "#e2e/support/console.ts";
import { pagePaths } from "#e2e/support/entry-points.ts";
import { chargeCard, visa } from "#e2e/support/pages/charge-card.ts";
import { pushRoute } from "#e2e/support/pages/push-route.ts";
import { takePaymentAtGateway } from "#e2e/support/pages/take-payment-at-gateway.ts";

test("each role sees the pages it may use, and no others", async ({ as }) => {
  const places = async (role: "clerk" | "bookkeeper" | "auditor", address = "/batches") => {
    const page = await as(role);
    const html = await (await page.request.get(address)).text();
    return page.evaluate(findMainLinks, html);
  };
  expect(await places("clerk")).toEqual([
    expect.stringMatching(/^Charge/),
    expect.stringMatching(/^Transactions/),
    expect.stringMatching(/^Batches/),
    expect.stringMatching(/^Saved cards/),
    expect.stringMatching(/^Attention/),
    expect.stringMatching(/^Cash drawer/),
  ]);
  expect(await places("bookkeeper")).toEqual([
    expect.stringMatching(/^Today/),
    expect.stringMatching(/^Transactions/),
    expect.stringMatching(/^Batches/),
    expect.stringMatching(/^Cash drawer/),
    expect.stringMatching(/^Bulk/),
    expect.stringMatching(/^Deposits/),
    expect.stringMatching(/^Day end/),
    expect.stringMatching(/^Webhooks/),
    expect.stringMatching(/^Gateway/),
  ]);
  expect(await places("auditor", "/")).toEqual([expect.stringMatching(/^Audit log/)]);
});

test("a clerk starts with Charge, and a bookkeeper with Today", async ({ as }) => {
  const { request: clerk } = await as("clerk");
  expect((await clerk.get("/")).url()).toMatch(/\/charge$/);
  expect((await clerk.get("/api/console/today/sales")).status()).toBe(403);

  const { request: bookkeeper } = await as("bookkeeper");
  const start = await bookkeeper.get("/");
  expect(new URL(start.url()).pathname).toBe("/");
  expect(await start.text()).toMatch(/<h1[^>]*>Today, /);
});

/** Runs in a page: the links of the main navigation in the HTML of another one. */
function findMainLinks(html: string): string[] {
  const links = new DOMParser()
    .parseFromString(html, "text/html")
    .querySelectorAll('nav[aria-label="Main"] a');
  return [...links].map(({ textContent }) => textContent?.trim() ?? "");
}

test("keys open pages, list all shortcuts, pick a day and find a payment; a page whose session ended says so and hides what was typed", async ({
  as,
  console,
}) => {
  const page = await as("clerk");
  const day = page.getByLabel("Opened from", { exact: true });
  const days = page.getByRole("button", { name: "Choose days for Opened" });
  const signOut = page.getByRole("button", { name: "Sign out" });

  await test.step("G and a letter switch pages, but not while the user types in a field", async () => {
    await page.goto("/batches/current");
    await expect(signOut).toBeEnabled();
    await page.keyboard.press("g");
    await page.keyboard.press("c");
    await expect(page).toHaveURL(/\/charge$/);
    await page.getByRole("link", { name: "Skip to content" }).focus();
    await page.keyboard.press("g");
    await page.keyboard.press("b");
    await expect(page).toHaveURL(/\/batches$/);
    await expect(days).toBeEnabled();
    await day.pressSequentially("gc");
    await expect(day).toHaveValue("gc");
    await expect(page).toHaveURL(/\/batches$/);
    await day.fill("");
    await day.blur();
  });

  await test.step("? lists all keyboard shortcuts of the page", async () => {
    await page.keyboard.press("?");
    const dialog = page.getByRole("dialog", { name: "All keys" });
    await expect(dialog.getByText("Find a payment")).toBeVisible();
    await expect(dialog.getByText("G B")).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(dialog).toBeHidden();
  });

  await test.step("the days of a filter are picked from a calendar with the keyboard", async () => {
    await days.focus();
    await page.keyboard.press("Enter");
    const calendar = page.getByRole("dialog", { name: "Opened from, Opened to" });
    await expect(calendar.getByRole("button", { name: /^Today/ })).toBeFocused();
    await expect(day).toHaveValue("");
    await page.keyboard.press("Enter");
    await expect(day).not.toHaveValue("");
    await page.keyboard.press("Escape");
    await expect(calendar).toBeHidden();
    await expect(days).toBeFocused();
  });

  await test.step("a payment is found by its key from any page", async () => {
    const key = await takePaymentAtGateway(console, { amount: "21.70" });
    await page.keyboard.press("Control+k");
    await page.keyboard.type(key);
    await expect(page.getByRole("combobox", { name: "Find a payment, card, page or action" })).toHaveValue(
      key,
    );
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL(new RegExp(`/transactions/${key}$`));
  });

  await test.step("the page reports that its session ended and hides what was typed", async () => {
    await pushRoute(page, "/batches");
    await expect(days).toBeEnabled();
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
  await page.keyboard.type("gb");
  await expect(page).toHaveURL(/\/batches$/);
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
    creditcard: { number: visa, expiration: "1232", cardholder: "Greta Holm" },
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

test("the header shows the state of the gateway and that no real money moves", async ({ as, console }) => {
  const page = await as("manager");
  // The last payment of another test may have lost its answer.
  await expect(await chargeCard(page, { amount: "107.43", number: visa })).toHaveText(/^Approved/);
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
  request: stranger,
}) => {
  const page = await as("clerk");
  expect((await page.goto("/no-such-page"))?.status()).toBe(404);
  await expect(page.getByText("There is nothing at this address")).toBeVisible();
  await expect(page.getByRole("navigation", { name: "Main" })).toBeVisible();
  await expect(page.getByRole("textbox", { name: "Find a payment" })).toBeVisible();

  await page.goto("/charge/no-such-payment-0000");
  await expect(page.getByText("There is no payment at this address.")).toBeVisible();
  await expect(page).toHaveURL(/\/charge$/);

  const answer = await stranger.get("/no-such-page");
  expect(answer.status()).toBe(404);
  const html = await answer.text();
  expect(html).toMatch(/<h1[^>]*>Page not found</);
  expect(html).not.toMatch(/<nav\b/);
});

test("no page can be framed, run a foreign script or be read as another type; other responses have a fixed type and are never cached", async ({
  as,
}) => {
  const { request } = await as("clerk");
  for (const address of ["/charge", "/sign-in", "/no-such-page"]) {
    const headers = (await request.get(address)).headers();
    expect(headers, address).toMatchObject({
      "x-content-type-options": "nosniff",
      "referrer-policy": "same-origin",
      "cross-origin-opener-policy": "same-origin",
    });
    expect(headers["content-security-policy"]).toMatch(
      /script-src 'self' 'nonce-[\w+/=]+'.*frame-ancestors 'none'/,
    );
  }
  for (const address of [
    "/api/console/session",
    "/api/auth/csrf",
    "/api/healthz",
    "/api/readyz",
    "/api/metrics",
    "/api/no-such-route",
  ]) {
    const headers = (await request.get(address)).headers();
    expect(headers["x-content-type-options"], address).toBe("nosniff");
    expect(headers["cache-control"], address).toContain("no-store");
  }
});

test("no button or choice can be used before the page's scripts handle it", async ({ as }) => {
  const page = await as("admin");
  for (const address of ["/sign-in", "/second-step", ...pagePaths()]) {
    const html = await (await page.request.get(address)).text();
    const found = await page.evaluate(findControls, html);
    expect(found.buttons, address).toBeGreaterThan(0);
    expect(found.enabled, address).toEqual([]);
  }
});

/** Runs in a page: the controls of another one as its HTML has them, before any script. */
function findControls(html: string): { buttons: number; enabled: string[] } {
  const loaded = new DOMParser().parseFromString(html, "text/html");
  const enabled = loaded.querySelectorAll("button:enabled, select:enabled, [type=radio]:enabled");
  return {
    buttons: loaded.querySelectorAll("button").length,
    enabled: [...enabled].map(({ outerHTML }) => outerHTML.slice(0, 120)),
  };
}
