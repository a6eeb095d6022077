import type { Page } from "@playwright/test";
import { expect, test } from "#e2e/support/console.ts";
import { isRefused } from "#e2e/support/pages/is-refused.ts";
import { pushRoute } from "#e2e/support/pages/push-route.ts";
import { testPassword, testSecrets } from "#e2e/support/test-secrets.ts";

async function openSettings(page: Page) {
  await page.goto("/settings");
  await expect(page.getByRole("textbox", { name: "Store name" })).toBeEnabled();
}

/** Saves what was typed, with the admin's password. */
async function save(page: Page) {
  await page.getByRole("region", { name: "Unsaved changes" }).getByRole("button", { name: "Save" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Your password").fill(testPassword);
  await page.keyboard.press("Enter");
  return dialog;
}

const field = (page: Page, name: string) => page.getByRole("textbox", { name, exact: true });

test("an admin changes what the store decides; it counts at once, is in the audit log, and goes back to the default", async ({
  as,
}) => {
  const admin = await as("admin");
  await openSettings(admin);
  await expect(admin.getByText("Set by PASSWORD_AGAIN_MINUTES on the server")).toBeVisible();
  await field(admin, "Store name").fill("Harbor Lane Flowers");
  await expect(field(admin, "Password again")).toHaveValue("0");
  await field(admin, "Password again").fill("20");
  await admin.getByRole("button", { name: "Name another field" }).click();
  await field(admin, "Custom field 1").fill("Delivery time");
  await admin.getByRole("button", { name: "Name another field" }).click();
  await field(admin, "Custom field 2").fill("Florist");
  await field(admin, "Refund payments, Clerk, each").fill("1,250");
  await field(admin, "Second person").click();
  await expect(field(admin, "Refund payments, Clerk, each")).toHaveValue("1,250.00");

  await admin.getByRole("button", { name: "Save", exact: true }).click();
  const dialog = admin.getByRole("dialog", { name: "Save 4 changes?" });
  await expect(dialog).toContainText("Clerk, refund payments: $1,250.00");
  await dialog.getByLabel("Your password").fill("not the password");
  await admin.keyboard.press("Enter");
  await expect(dialog.getByText("This is not your password.")).toHaveRole("alert");
  await dialog.getByLabel("Your password").fill(testPassword);
  await admin.keyboard.press("Enter");
  await expect(dialog).toHaveCount(0);
  await expect(admin.getByText("4 changes saved").first()).toBeVisible();
  await expect(admin.getByText(/^Set here by .+, /)).toHaveCount(4);

  const clerk = await as("clerk");
  await clerk.goto("/charge");
  await expect(clerk.getByText("Harbor Lane Flowers").first()).toBeVisible();
  await clerk.getByText("Order details", { exact: true }).click();
  await expect(clerk.getByLabel("Florist", { exact: true })).toBeVisible();

  await pushRoute(admin, "/audit?area=settings");
  const event = admin.getByRole("listitem").filter({ hasText: "Store name" }).first();
  await expect(event).toContainText("Harbor Lane Flowers");

  await pushRoute(admin, "/settings");
  for (const name of ["Store name", "Custom fields", "Limits by role", "Password again"])
    await admin.getByRole("button", { name: `Back to the default of ${name}` }).click();
  await expect(field(admin, "Custom field 1")).toHaveCount(0);
  // The environment's value, not the one that is built in.
  await expect(field(admin, "Password again")).toHaveValue("0");
  await expect(await save(admin)).toHaveCount(0);
  await expect(admin.getByText(/^Set here by .+, /)).toHaveCount(0);
  expect(await (await clerk.request.get("/charge")).text()).toContain("Alder Street Flowers");
});

test("an invalid setting is marked at its field, and typed settings are kept on other pages and asked about on leaving", async ({
  as,
}) => {
  const page = await as("admin");
  await openSettings(page);
  await field(page, "Delay in seconds").fill("4");
  await field(page, "Refund payments, Clerk, each").fill("100");
  await field(page, "Refund payments, Clerk, a day").fill("50");
  await field(page, "Store name").fill("Alder Street Flowers ".repeat(4));
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(page.getByText("Correct 3 settings first")).toBeVisible();
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await expect(field(page, "Store name")).toHaveAccessibleDescription("Use 60 characters at most.");
  await expect(field(page, "Delay in seconds")).toHaveAccessibleDescription(
    /whole number of seconds from 5 to 600/,
  );
  await expect(field(page, "Refund payments, Clerk, a day")).toHaveAccessibleDescription(
    /Less than one transaction/,
  );
  await expect(field(page, "Store name")).toBeFocused();
  await field(page, "Store name").fill("Alder Street Flowers");
  await field(page, "Delay in seconds").fill("40");

  await page.getByRole("link", { name: "People" }).click();
  await expect(page.getByRole("table", { name: "People" })).toBeVisible();
  await page.goBack();
  await expect(field(page, "Delay in seconds")).toHaveValue("40");
  await expect(page.getByText("2 unsaved changes")).toBeVisible();
  const asked = page.waitForEvent("dialog");
  void page.reload().catch(() => undefined);
  const question = await asked;
  expect(question.type()).toBe("beforeunload");
  await question.dismiss();
  await expect(field(page, "Delay in seconds")).toHaveValue("40");
  await page.getByRole("button", { name: "Discard" }).click();
  await expect(field(page, "Delay in seconds")).toHaveValue("30");
  await expect(page.getByRole("region", { name: "Unsaved changes" })).toHaveCount(0);
});

test("of two admins, the second sees the first one's value before anything is saved", async ({ as }) => {
  const [first, second] = [await as("admin"), await as("admin")];
  await openSettings(first);
  await openSettings(second);
  await expect(field(second, "Tolerance")).toHaveValue("5.00");
  await field(second, "Tolerance").fill("9");
  await field(first, "Tolerance").fill("2");
  await expect(await save(first)).toHaveCount(0);

  await expect(second.getByText(/has changed this/)).toBeVisible();
  await expect(second.getByText("$2.00")).toBeVisible();
  const unsaved = second.getByRole("region", { name: "Unsaved changes" });
  await expect(unsaved).toContainText("Resolve the conflicts first: 1 setting changed by someone else");
  await unsaved.getByRole("button", { name: "Save" }).click();
  await expect(second.getByRole("dialog")).toHaveCount(0);
  await expect(second.getByRole("button", { name: "Take theirs" })).toBeFocused();
  await second.getByRole("button", { name: "Keep mine" }).click();
  await expect(await save(second)).toHaveCount(0);
  await expect(field(first, "Tolerance")).toHaveValue("9.00");
});

test("the connection test distinguishes a wrong PIN and an address that isn't allowed, and shows no secret", async ({
  as,
  console,
}) => {
  const page = await as("admin");
  await openSettings(page);
  const panel = page.getByRole("region", { name: "Gateway", exact: true });
  const key = testSecrets.apiKey;
  const ask = (name: string) => panel.getByRole("button", { name }).click();
  await ask("Test connection");
  await expect(panel.getByRole("status")).toContainText(/Connected in/);
  try {
    await console.control("POST", "/keys", { key, pin: "another-pin-of-the-key" });
    await ask("Test again");
    await expect(panel.getByRole("status")).toContainText("Wrong PIN.");
    await console.control("POST", "/keys", { key, pin: testSecrets.apiPin, allowedIps: ["203.0.113.7"] });
    await ask("Test again");
    await expect(panel.getByRole("status")).toContainText("Address not allowed.");
  } finally {
    await console.control("POST", "/keys", {
      key,
      pin: testSecrets.apiPin,
      allowedIps: ["127.0.0.1", "::1", "::ffff:127.0.0.1"],
    });
  }
  await ask("Test again");
  await expect(panel.getByRole("status")).toContainText(/Connected in/);
  const html = await page.content();
  expect([testSecrets.apiKey, testSecrets.apiPin].filter((secret) => html.includes(secret))).toEqual([]);
});

test("nobody but an admin sees the settings, not even by asking for them", async ({ as }) => {
  for (const role of ["clerk", "manager", "bookkeeper", "auditor"] as const) {
    const page = await as(role);
    expect(await isRefused(page.request, "/settings", "changeSettings"), role).toBe(true);
    expect((await page.request.get("/api/console/settings")).status(), role).toBe(403);
  }
});
