import { readFileSync } from "node:fs";
import type { Page } from "@playwright/test";
import { expect, test } from "#e2e/support/console.ts";
import { axeViolations } from "#e2e/support/pages/axe-violations.ts";
import { expectRowVisible } from "#e2e/support/pages/expect-row-visible.ts";
import { isRefused } from "#e2e/support/pages/is-refused.ts";
import { pageUserHeader } from "#e2e/support/pages/page-user-header.ts";
import { sendSignIn } from "#e2e/support/pages/sign-in.ts";
import { signInWithoutBrowser } from "#e2e/support/pages/sign-in-without-browser.ts";
import { testPassword } from "#e2e/support/test-secrets.ts";

const password = "seven green bicycles";

/** Invites somebody through the page that is open and returns the link. */
async function invite(page: Page, person: { name: string; email: string; role: string }): Promise<string> {
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

/** What a visitor reads at an invitation's link, in the page's HTML. */
async function readLink(link: string): Promise<string> {
  return (await (await fetch(link)).text()).replaceAll("<!-- -->", "");
}

const isSignedIn = async (page: Page) => (await page.request.get("/api/console/session")).ok();

/** Opens somebody's details under the list that is shown. */
async function open(page: Page, name: string) {
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
  await admin.goto("/people");
  const link = await invite(admin, { name: "Owen Blake", email: "owen@shop.test", role: "Clerk" });
  await expectRowVisible(people(admin), { Name: /Owen Blake.*owen@shop\.test/, Status: "Invited" });

  const owen = await (await browser.newContext({ baseURL: console.origin })).newPage();
  await owen.goto(link);
  await expect(owen.getByText("owen@shop.test, as a clerk")).toBeVisible();
  const join = async (secret: string) => {
    await owen.getByLabel("Password", { exact: true }).fill(secret);
    await owen.getByLabel("Password again").fill(secret);
    await owen.getByRole("button", { name: "Join" }).click();
  };
  await owen.getByLabel("Your name").fill("4000 1000 1111 2224");
  await join("short");
  await expect(owen.getByText(/card number/i).first()).toBeVisible();
  await owen.getByLabel("Your name").fill("Owen Blake");
  await join("short");
  await expect(owen.getByText(/at least 12 characters/i).last()).toBeVisible();
  await join(password);
  await expect(owen.getByRole("button", { name: "Sign out" })).toBeVisible();
  await expect(owen).toHaveURL(/\/charge$/);
  expect(await readLink(link)).toContain("This link no longer works");

  await expectRowVisible(people(admin), {
    Name: /Owen Blake/,
    Role: "Clerk",
    "Last seen": "Now",
    Sessions: "1",
    Status: "Active",
  });
  const panel = await open(admin, "Owen Blake");
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
  expect(await isSignedIn(owen)).toBe(false);

  await owen.goto("/sign-in");
  await sendSignIn(owen, "owen@shop.test", password);
  await expect(owen.getByRole("navigation", { name: "Main" })).toContainText("Today");
  await change(admin, "End the session of Chrome on Linux", admin.getByRole("region", { name: "Sessions" }));
  await expect(admin.getByText("Not signed in anywhere.")).toBeVisible();
  expect(await isSignedIn(owen)).toBe(false);

  const signIn = () => signInWithoutBrowser(console.origin, "owen@shop.test", password);
  await change(admin, "Disable");
  await expectRowVisible(people(admin), { Name: /Owen Blake/, Status: "Disabled" });
  await expect(signIn()).rejects.toThrow("could not sign in");
  await change(admin, "Enable");
  await signIn();

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
  await owen.context().close();
});

test("a new link replaces a lost one, and a revoked one ends", async ({ as }) => {
  const admin = await as("admin");
  await admin.goto("/people");
  const name = "Annemarie Wilhelmina van den Oudenhoven-Castellanos de la Fuente";
  const lost = await invite(admin, { name, email: "annemarie@shop.test", role: "Auditor" });
  const panel = await open(admin, name);
  await panel.getByRole("button", { name: "New link" }).click();
  await admin.getByRole("dialog").getByLabel("Your password").fill(testPassword);
  await admin.keyboard.press("Enter");
  const renewed = await admin.getByRole("dialog").getByLabel("One-time link").inputValue();
  await admin.getByRole("button", { name: "Done" }).click();
  expect(await readLink(lost)).toContain("This link no longer works");
  expect(await readLink(renewed)).toContain("annemarie@shop.test, as an auditor");
  await change(admin, "Revoke");
  await expect(admin.getByRole("link", { name })).toHaveCount(0);
  expect(await readLink(renewed)).toContain("This link no longer works");
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
  await admin.goto("/people");
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
  const manager = await as("manager");
  expect((await manager.request.get("/api/console/people")).status()).toBe(403);
  expect((await manager.request.get(`/api/console/people/${id}`)).status()).toBe(403);
  expect(await call(manager, asked(id))).toContain("Ask an admin.");
  expect(await isRefused(manager.request, "/people", "managePeople")).toBe(true);
  expect(await isSignedIn(admin)).toBe(true);
});

test("an auditor starts with the audit log and sees nothing else", async ({ as }) => {
  const page = await as("auditor");
  await page.goto("/");
  await expect(page).toHaveURL(/\/audit$/);
  await expect(page.getByRole("navigation", { name: "Main" }).getByRole("link")).toHaveText([/^Audit log/]);
  await expect(page.getByRole("textbox", { name: "Find a payment" })).toHaveCount(0);
  for (const [address, right] of [
    ["/charge", "charge"],
    ["/transactions", "viewTransactions"],
    ["/batches", "viewBatches"],
    ["/people", "managePeople"],
    ["/settings", "changeSettings"],
    ["/gateway", "viewGateway"],
    ["/bulk", "viewBulk"],
    ["/day-end", "signDay"],
  ] as const)
    expect(await isRefused(page.request, address, right), address).toBe(true);
  for (const api of ["search", "batches", "gateway", "people", "today/sales", "cards", "drawer"])
    expect((await page.request.get(`/api/console/${api}`)).status(), api).toBe(403);
  expect((await page.request.get("/api/console/audit")).status()).toBe(200);
});
