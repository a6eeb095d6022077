import type { Browser, Page } from "@playwright/test";
import { expect, test } from "#e2e/support/console.ts";
import { expectRowVisible } from "#e2e/support/pages/expect-row-visible.ts";
import { isRefused } from "#e2e/support/pages/is-refused.ts";
import { openFromMenu } from "#e2e/support/pages/open-from-menu.ts";
import { pageUserHeader } from "#e2e/support/pages/page-user-header.ts";
import { signInWithoutPage } from "#e2e/support/pages/sign-in.ts";
import { testPassword } from "#e2e/support/test-secrets.ts";
import { type BuiltInRole, customRights, may } from "#lib/permissions.ts";
import { openStore } from "#server/db/db.ts";

const rolesTable = (page: Page) => page.getByRole("table", { name: "Roles" });
const limitsOf = (page: Page, right: string) => page.getByRole("group", { name: `Limits: ${right}` });

/** Gives the password that the open dialog asks for, and waits until it was taken. */
async function confirm(page: Page, button: string): Promise<void> {
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Your password").fill(testPassword);
  await dialog.getByRole("button", { name: button }).click();
  await expect(dialog).toHaveCount(0);
}

async function give(admin: Page, person: string, role: string): Promise<void> {
  await openFromMenu(admin, "People");
  await admin.getByRole("link", { name: person }).click();
  const panel = admin.getByRole("region", { name: person, exact: true });
  await panel.getByLabel("Role").selectOption({ label: role });
  await panel.getByRole("button", { name: "Save role" }).click();
  await confirm(admin, "Change role");
}

/** A page of a new session of this user. */
async function signInAs(browser: Browser, origin: string, role: BuiltInRole): Promise<Page> {
  const context = await browser.newContext({ baseURL: origin });
  await signInWithoutPage(context, origin, role);
  return context.newPage();
}

test("an admin copies a role, gives it, changes it while it is in use, and deletes it", async ({
  as,
  browser,
  console,
}) => {
  test.setTimeout(120_000);
  const admin = await as("admin");
  await admin.goto("/people");
  await admin.getByRole("link", { name: "Roles and limits" }).click();
  await admin.getByRole("link", { name: "Clerk", exact: true }).click();
  await expect(admin.getByText("A built-in role can't be changed")).toBeVisible();
  await admin.getByRole("button", { name: "Copy as new role" }).click();

  // What is wrong stays, is marked, and nothing is lost.
  await admin.getByRole("checkbox", { name: "Refund payments" }).check();
  await limitsOf(admin, "Refund payments").getByLabel("Per transaction").fill("1oo");
  await admin.getByRole("button", { name: "Create role" }).click();
  await expect(admin.getByText("Enter a name.")).toBeVisible();
  await expect(admin.getByText("Enter an amount such as")).toBeVisible();
  await admin.getByLabel("Name", { exact: true }).fill("Manager");
  await expect(admin.getByText("A built-in role has this name.")).toBeVisible();
  await admin.getByLabel("Name", { exact: true }).fill("clerk");
  await admin.getByLabel("Name", { exact: true }).press("Home");
  await admin.keyboard.type("Senior ");
  await expect(admin.getByLabel("Name", { exact: true })).toHaveValue("Senior clerk");
  await limitsOf(admin, "Refund payments").getByLabel("Per transaction").fill("100");
  await limitsOf(admin, "Refund payments").getByLabel("Per business day").fill("300");
  await admin.getByRole("checkbox", { name: "See the cash drawer", exact: true }).uncheck();
  // What needs it goes with it.
  await expect(admin.getByRole("checkbox", { name: /count a cash drawer/ })).not.toBeChecked();
  await admin.getByRole("button", { name: "Create role" }).click();
  const dialog = admin.getByRole("dialog", { name: "Create the role “Senior clerk”?" });
  await dialog.getByLabel("Your password").fill("not the password");
  await admin.keyboard.press("Enter");
  await expect(dialog.getByText("This is not your password.")).toHaveRole("alert");
  await confirm(admin, "Create role");
  await expectRowVisible(rolesTable(admin), {
    Role: /^Senior clerk/,
    Limits: "Refund payments: $100.00 per transaction, $300.00 per business day",
    People: "0",
  });

  await give(admin, "Mira Castellanos", "Senior clerk");
  const mira = await signInAs(browser, console.origin, "clerk");
  await mira.goto("/");
  await expect(mira.getByRole("navigation", { name: "Main" }).getByRole("link")).toHaveText([
    ...[/^Charge/, /^Transactions/, /^Batches/, /^Saved cards/, /^Attention/, /^Approvals/],
  ]);
  await expect(mira.getByText("Senior clerk").first()).toBeVisible();
  expect((await mira.request.get("/api/console/people")).status()).toBe(403);

  await admin.getByRole("link", { name: "Roles and limits" }).click();
  await admin.getByRole("link", { name: "Senior clerk", exact: true }).click();
  await admin.getByRole("checkbox", { name: "Take payments" }).uncheck();
  await admin.getByRole("button", { name: "Save changes" }).click();
  await expect(admin.getByRole("dialog")).toContainText("The person with this role is signed out everywhere");
  await confirm(admin, "Save role");
  // The open page notices without being touched, and the session is over.
  await expect(mira.getByRole("heading", { name: "You are signed out" })).toBeVisible({ timeout: 8000 });
  expect((await mira.request.get("/api/console/session")).status()).toBe(401);
  const again = await signInAs(browser, console.origin, "clerk");
  expect((await again.request.get("/")).url()).toMatch(/\/transactions$/);
  expect(await isRefused(again.request, "/charge", "charge")).toBe(true);

  await admin.getByRole("button", { name: "Delete", exact: true }).click();
  const deleting = admin.getByRole("dialog", { name: "Delete the role “Senior clerk”?" });
  await deleting.getByLabel("Role they get instead").selectOption({ label: "Clerk" });
  await expect(deleting).toContainText("gets the role Clerk");
  await confirm(admin, "Delete role");
  await expect(rolesTable(admin).getByText("Senior clerk")).toHaveCount(0);
  expect((await again.request.get("/api/console/session")).status()).toBe(401);
  await openFromMenu(admin, "Audit log");
  await expect(admin.getByText("Role deleted").first()).toBeVisible();
  await expect(admin.getByText(/Taken away Take payments/).first()).toBeVisible();
});

test("of two admins who change a role at once the second keeps what they typed; only admins change one, also by calling the action", async ({
  as,
}) => {
  test.slow(); // several people, one after the other
  const [one, two] = [await as("admin"), await as("admin")];
  await one.goto("/people/roles?new=auditor");
  await one.getByLabel("Name", { exact: true }).fill("Weekend audit");
  await one.getByRole("button", { name: "Create role" }).click();
  const sent = one.waitForRequest((request) => Boolean(request.headers()["next-action"]));
  await confirm(one, "Create role");
  const request = await sent;
  await two.goto(one.url());
  await two.getByLabel("Name", { exact: true }).fill("Night audit");
  await one.getByLabel("Name", { exact: true }).fill("Day audit");
  await one.getByRole("button", { name: "Save changes" }).click();
  await confirm(one, "Save role");
  await two.getByRole("button", { name: "Save changes" }).click();
  await two.getByRole("dialog").getByLabel("Your password").fill(testPassword);
  await two.keyboard.press("Enter");
  await expect(two.getByRole("dialog").getByText("Someone else changed this role")).toBeVisible();
  await two.keyboard.press("Escape");
  await expect(two.getByLabel("Name", { exact: true })).toHaveValue("Night audit");
  await two.getByRole("button", { name: "Discard" }).click();
  await expect(two.getByLabel("Name", { exact: true })).toHaveValue("Day audit");

  const [headers, body] = [await request.allHeaders(), request.postData() ?? ""];
  const manager = await as("manager");
  expect((await manager.request.get("/api/console/roles")).status()).toBe(403);
  const answer = await manager.request.post(request.url(), {
    headers: {
      accept: "text/x-component",
      "content-type": headers["content-type"] ?? "text/plain;charset=UTF-8",
      "next-action": headers["next-action"] ?? "",
      origin: new URL(request.url()).origin,
      ...(await pageUserHeader(manager.request)),
    },
    data: body.replace("Weekend audit", "Taken over"),
  });
  expect(await answer.text()).toContain("Ask an admin.");
  const roles = await (await one.request.get("/api/console/roles")).text();
  expect(roles).toContain("Day audit");
  expect(roles).not.toContain("Taken over");
});

test("an unsaved role is there after Back, and is asked about on leaving", async ({ as }) => {
  const admin = await as("admin");
  await admin.goto("/people");
  await admin.getByRole("link", { name: "Roles and limits" }).click();
  await admin.getByRole("link", { name: "Auditor", exact: true }).click();
  await admin.getByRole("button", { name: "Copy as new role" }).click();
  await admin.getByLabel("Name", { exact: true }).fill("Holiday audit");
  await admin.getByRole("checkbox", { name: "Refund payments" }).check();
  for (let step = 0; step < 3; step += 1) await admin.goBack();
  await expect(admin.getByRole("table", { name: "People" })).toBeVisible();
  for (let step = 0; step < 3; step += 1) await admin.goForward();
  await expect(admin.getByLabel("Name", { exact: true })).toHaveValue("Holiday audit");
  await expect(admin.getByRole("checkbox", { name: "Refund payments" })).toBeChecked();
  const asked = admin.waitForEvent("dialog");
  void admin.reload().catch(() => undefined);
  const question = await asked;
  expect(question.type()).toBe("beforeunload");
  await question.dismiss();
  await admin.getByRole("button", { name: "Discard" }).click();
  await expect(admin.getByLabel("Name", { exact: true })).toHaveCount(0);
});

test("a search is shared with a custom role", async ({ as, browser, console }) => {
  const admin = await as("admin");
  const store = openStore({ dataDir: console.dataDir, databaseUrl: undefined });
  const role = { id: "night-shift", name: "Night shift", name_key: "night shift", limits: "{}" };
  const rights = JSON.stringify(customRights.filter((right) => may("clerk", right)));
  await store
    .insertInto("roles")
    .values({ ...role, rights, needs_second_step: 0, version: 1, changed_at: 1 })
    .execute();
  await store.updateTable("users").set({ role: role.id }).where("email", "=", "manager@demo.test").execute();
  await store.destroy();
  await admin.goto("/transactions?q=is:refunded");
  await admin.getByRole("button", { name: "Save search" }).click();
  const dialog = admin.getByRole("dialog");
  await dialog.getByLabel("Name", { exact: true }).fill("Given back");
  await dialog.getByLabel("Who sees it", { exact: true }).selectOption({ label: "Me and Night shift" });
  await dialog.getByRole("button", { name: "Save search" }).click();
  await expect(dialog).toHaveCount(0);
  const tobias = await signInAs(browser, console.origin, "manager");
  await tobias.goto("/transactions");
  await expect(tobias.getByRole("link", { name: /Given back.*shared by Helen Park/ })).toBeVisible();
});
