import { readFileSync } from "node:fs";
import type { Browser, Page } from "@playwright/test";
import { expect, test } from "#e2e/support/console.ts";
import { axeViolations } from "#e2e/support/pages/axe-violations.ts";
import { expectRowVisible } from "#e2e/support/pages/expect-row-visible.ts";
import { isRefused } from "#e2e/support/pages/is-refused.ts";
import { pageUserHeader } from "#e2e/support/pages/page-user-header.ts";
import { sendSignIn } from "#e2e/support/pages/sign-in.ts";
import { testPassword } from "#e2e/support/test-secrets.ts";

const password = "seven green bicycles";

/** Invites somebody through the page and returns the link. */
async function invite(page: Page, person: { name: string; email: string; role: string }): Promise<string> {
  await page.goto("/people");
  await page.getByRole("button", { name: "Invite", exact: true }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Name", { exact: true }).fill(person.name);
  await dialog.getByLabel("Email", { exact: true }).fill(person.email);
  await dialog.getByLabel("Role").selectOption({ label: person.role });
  await dialog.getByLabel("Your password").fill(testPassword);
  await dialog.getByRole("button", { name: "Create link" }).click();
  const link = page.getByRole("dialog").getByLabel("One-time link");
  await expect(link).toHaveValue(/\/invite\/[0-9a-f]{64}$/);
  const address = await link.inputValue();
  await page.getByRole("button", { name: "Done" }).click();
  return address;
}

/** Opens the link in a browser of its own and joins. */
async function join(browser: Browser, link: string): Promise<Page> {
  const page = await (await browser.newContext()).newPage();
  await page.goto(link);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByLabel("Password again").fill(password);
  await page.getByRole("button", { name: "Join" }).click();
  await expect(page.getByRole("button", { name: "Sign out" })).toBeVisible();
  return page;
}

/** Opens somebody's details under the list. */
async function open(page: Page, name: string) {
  await page.goto("/people");
  await page.getByRole("link", { name }).click();
  return page.getByRole("region", { name, exact: true });
}

/** Presses a button and gives the password that its dialog asks for. */
async function change(page: Page, button: string, within = page.locator("main")) {
  await within.getByRole("button", { name: button, exact: true }).first().click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Your password").fill(testPassword);
  await page.keyboard.press("Enter");
  await expect(dialog).toHaveCount(0);
}

const people = (page: Page) => page.getByRole("table", { name: "People" });

test("an admin invites a person, who joins by the link once, and their role, access and sessions are changed", async ({
  as,
  browser,
  console,
}) => {
  test.setTimeout(120_000);
  const admin = await as("admin");
  const link = await invite(admin, { name: "Owen Blake", email: "owen@shop.test", role: "Clerk" });
  await expectRowVisible(people(admin), { Name: /Owen Blake.*owen@shop\.test/, Status: "Invited" });

  const stranger = await (await browser.newContext()).newPage();
  await stranger.goto(link);
  await expect(stranger.getByText("owen@shop.test, as a clerk")).toBeVisible();
  await stranger.getByLabel("Password", { exact: true }).fill("short");
  await stranger.getByLabel("Password again").fill("short");
  await stranger.getByLabel("Your name").fill("4000 1000 1111 2224");
  await stranger.getByRole("button", { name: "Join" }).click();
  await expect(stranger.getByText(/card number/i).first()).toBeVisible();
  await stranger.getByLabel("Your name").fill("Owen Blake");
  await stranger.getByRole("button", { name: "Join" }).click();
  await expect(stranger.getByText(/at least 12 characters/i).last()).toBeVisible();

  const owen = await join(browser, link);
  await expect(owen).toHaveURL(/\/charge$/);
  await stranger.goto(link);
  await expect(stranger.getByRole("heading", { name: "This link no longer works" })).toBeVisible();

  const panel = await open(admin, "Owen Blake");
  await expectRowVisible(people(admin), {
    Role: "Clerk",
    "Last seen": "Now",
    Sessions: "1",
    Status: "Active",
  });
  await panel.getByLabel("Role").selectOption({ label: "Manager" });
  await expect(panel.getByText("Refund payments, new")).toBeVisible();
  await panel.getByRole("button", { name: "Save role" }).click();
  const dialog = admin.getByRole("dialog", { name: "Make Owen Blake a manager?" });
  await expect(dialog).toContainText("rights more");
  await dialog.getByLabel("Your password").fill("not the password");
  await admin.keyboard.press("Enter");
  await expect(dialog.getByText("This is not your password.")).toHaveRole("alert");
  await dialog.getByLabel("Your password").fill(testPassword);
  await admin.keyboard.press("Enter");
  await expect(dialog).toHaveCount(0);
  // The open page notices without being touched.
  await expect(owen.getByRole("heading", { name: "You are signed out" })).toBeVisible({ timeout: 8000 });
  expect((await owen.request.get("/api/console/session")).status()).toBe(401);

  const signIn = async (page: Page, secret = password) => {
    await page.goto(`${console.origin}/sign-in`);
    await sendSignIn(page, "owen@shop.test", secret);
  };
  await signIn(owen);
  await expect(owen.getByRole("navigation", { name: "Main" })).toContainText("Today");
  await admin.reload();
  await change(admin, "End the session of Chrome on Linux", admin.getByRole("region", { name: "Sessions" }));
  await expect(admin.getByText("Not signed in anywhere.")).toBeVisible();
  await owen.goto(`${console.origin}/batches`);
  await expect(owen).toHaveURL(/\/sign-in/);

  await change(admin, "Disable");
  await expectRowVisible(people(admin), { Name: /Owen Blake/, Status: "Disabled" });
  await signIn(owen);
  await expect(owen.getByText("Email and password do not match.")).toBeVisible();
  await change(admin, "Enable");
  await signIn(owen);
  await expect(owen.getByRole("button", { name: "Sign out" })).toBeVisible();

  await admin.getByRole("region", { name: "Last changes" }).getByRole("link", { name: "Audit log" }).click();
  const events = admin.getByRole("list", { name: "Events" });
  for (const label of [
    "User invited",
    "Invitation accepted",
    "Sessions ended",
    "User disabled",
    "User enabled",
  ])
    await expect(events).toContainText(label);
  await expect(events).toContainText("From clerk, To manager");
  const token = link.split("/").at(-1) ?? "";
  expect(await admin.content()).not.toContain(token);
  expect(readFileSync(console.logFile, "utf8")).not.toContain(token);
  await stranger.context().close();
  await owen.context().close();
});

test("a new link replaces a lost one, and a revoked one ends", async ({ as, browser }) => {
  const admin = await as("admin");
  const name = "Annemarie Wilhelmina van den Oudenhoven-Castellanos de la Fuente";
  const lost = await invite(admin, { name, email: "annemarie@shop.test", role: "Auditor" });
  const panel = await open(admin, name);
  await panel.getByRole("button", { name: "New link" }).click();
  await admin.getByRole("dialog").getByLabel("Your password").fill(testPassword);
  await admin.keyboard.press("Enter");
  const renewed = await admin.getByRole("dialog").getByLabel("One-time link").inputValue();
  await admin.getByRole("button", { name: "Done" }).click();
  const page = await (await browser.newContext()).newPage();
  await page.goto(lost);
  await expect(page.getByRole("heading", { name: /no longer works/ })).toBeVisible();
  await page.goto(renewed);
  await expect(page.getByText("annemarie@shop.test, as an auditor")).toBeVisible();
  await change(admin, "Revoke");
  await expect(admin.getByRole("link", { name })).toHaveCount(0);
  await page.reload();
  await expect(page.getByRole("heading", { name: /no longer works/ })).toBeVisible();
  await page.context().close();
});

test("people are found, opened and invited by keyboard alone", async ({ as }) => {
  const page = await as("admin");
  await page.goto("/people");
  await expect(page.getByRole("button", { name: "Invite", exact: true })).toBeEnabled();
  const { keyboard } = page;
  await keyboard.press("i");
  await expect(page.getByRole("dialog").getByLabel("Name", { exact: true })).toBeFocused();
  await keyboard.type("Kim Key");
  await keyboard.press("Tab");
  await keyboard.type("kim@shop.test");
  await keyboard.press("Tab");
  await keyboard.type("boo");
  await keyboard.press("Tab");
  await keyboard.type(testPassword);
  await keyboard.press("Enter");
  await expect(page.getByRole("button", { name: "Copy" })).toBeFocused();
  await keyboard.press("Escape");
  await expectRowVisible(people(page), { Name: /Kim Key/, Role: "Bookkeeper", Status: "Invited" });

  await page.getByRole("link", { name: "Kim Key" }).focus();
  await keyboard.press("Enter");
  await expect(page.getByRole("region", { name: "Kim Key", exact: true })).toBeFocused();
  for (const name of ["New link", "Revoke"]) {
    await keyboard.press("Tab");
    await expect(page.getByRole("button", { name })).toBeFocused();
  }
  await keyboard.press("Enter");
  await expect(page.getByRole("dialog").getByLabel("Your password")).toBeFocused();
  await keyboard.press("Escape");
  await expect(page.getByRole("button", { name: "Revoke" })).toBeFocused();
  await keyboard.press("Tab");
  await keyboard.press("Enter");
  await expect(page.getByRole("link", { name: "Kim Key" })).toBeFocused();

  await page.getByLabel("Name or email").fill("zzqq");
  await expect(page.getByText("No matching people")).toBeVisible();
  expect(await axeViolations(page)).toEqual([]);
});

test("only admins manage people, and not their own role and access", async ({ as }) => {
  const admin = await as("admin");
  const panel = await open(admin, "Helen Park");
  await expect(panel.getByText("You can't change your own role")).toBeVisible();
  await expect(panel.getByRole("button", { name: "Disable" })).toHaveCount(0);
  await expect(panel.getByLabel("Role")).toHaveCount(0);
  const { id } = (await (await admin.request.get("/api/console/session")).json()) as { id: string };
  await open(admin, "Ruth Adeyemi");
  await admin.getByRole("button", { name: "Disable", exact: true }).click();
  const dialog = admin.getByRole("dialog");
  await dialog.getByLabel("Your password").fill("not the password");
  const sent = admin.waitForRequest((request) => Boolean(request.headers()["next-action"]));
  await admin.keyboard.press("Enter");
  const request = await sent;
  await expect(dialog.getByText("This is not your password.")).toHaveRole("alert");

  const call = async (page: Page, body: string) =>
    (
      await page.request.post(request.url(), {
        headers: {
          accept: "text/x-component",
          "content-type": "text/plain;charset=UTF-8",
          "next-action": request.headers()["next-action"] ?? "",
          origin: new URL(request.url()).origin,
          ...(await pageUserHeader(page.request)),
        },
        data: body,
      })
    ).text();
  const asked = (person: string) => JSON.stringify([{ id: person, password: testPassword }]);
  expect(await call(admin, asked(id))).toContain("You can't change your own role or access");
  for (const role of ["clerk", "manager", "bookkeeper", "auditor"] as const) {
    const page = await as(role);
    expect((await page.request.get("/api/console/people")).status(), role).toBe(403);
    expect((await page.request.get(`/api/console/people/${id}`)).status(), role).toBe(403);
    expect(await call(page, asked(id)), role).toContain("Ask an admin.");
    expect(await isRefused(page.request, "/people", "managePeople"), role).toBe(true);
  }
  expect((await admin.request.get("/api/console/session")).status()).toBe(200);
});

test("an auditor starts with the audit log and sees nothing else", async ({ as }) => {
  const page = await as("auditor");
  await page.goto("/");
  await expect(page).toHaveURL(/\/audit$/);
  await expect(page.getByRole("navigation", { name: "Main" }).getByRole("link")).toHaveText([/^Audit log/]);
  await expect(page.getByRole("textbox", { name: "Find a payment" })).toHaveCount(0);
  for (const [address, right] of [
    ["/transactions", "viewTransactions"],
    ["/batches", "viewBatches"],
    ["/people", "managePeople"],
    ["/settings", "changeSettings"],
    ["/gateway", "viewGateway"],
    ["/bulk", "viewBulk"],
    ["/day-end", "signDay"],
  ] as const)
    expect(await isRefused(page.request, address, right), address).toBe(true);
  await page.goto("/charge");
  await expect(page.getByRole("heading", { name: "You don't have access" })).toBeVisible();
  for (const api of ["search", "batches", "gateway", "people", "today/sales", "cards", "drawer"])
    expect((await page.request.get(`/api/console/${api}`)).status(), api).toBe(403);
  expect((await page.request.get("/api/console/audit")).status()).toBe(200);
});
