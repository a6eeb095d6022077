import { expect, type Page } from "@playwright/test";
import { test } from "#e2e/support/console.ts";
import { attemptId, fillCard, resultOf } from "#e2e/support/pages/charge-card.ts";
import type { RunningConsole } from "#e2e/support/running-console.ts";
import { testPassword } from "#e2e/support/test-secrets.ts";
import { paths } from "#lib/paths.ts";

// A turning icon is drawn sixty times a second while a payment is under way.
test.use({ contextOptions: { reducedMotion: "reduce" } });

/** Answers after fifteen seconds. */
const slowCard = "4000000011112234";
const locked = (page: Page) => page.getByRole("heading", { name: "Workstation locked" });

async function startSlowCharge(page: Page, amount: string, number: string): Promise<void> {
  await page.goto("/charge");
  await fillCard(page, { amount, number, invoice: `LOCK-${amount}` });
  await page.getByRole("button", { name: /^Charge \$/ }).click();
  await expect(page.getByText(/^Charging/).first()).toBeVisible();
}

async function lock(page: Page): Promise<void> {
  await page.keyboard.press("Shift+L");
  await expect(locked(page)).toBeVisible();
}

async function unlock(page: Page): Promise<void> {
  await page.getByLabel("Password").fill(testPassword);
  await page.keyboard.press("Enter");
}

const isLocked = async (page: Page) => {
  const answer = await page.request.get("/api/console/session");
  return ((await answer.json()) as { isLocked: boolean }).isLocked;
};

test("a workstation is locked and unlocked while a payment is under way, which then shows its result", async ({
  as,
}) => {
  const page = await as("clerk");
  await startSlowCharge(page, "31.30", slowCard);
  const answered = page.waitForResponse(
    (response) => response.request().method() === "POST" && new URL(response.url()).pathname === "/charge",
  );
  let isAnswered = false;
  void answered.then(() => {
    isAnswered = true;
  });
  await lock(page);
  await expect.poll(() => isLocked(page)).toBe(true);
  await page.getByLabel("Password").fill("not the password");
  await page.keyboard.press("Enter");
  await expect(page.getByText("This is not your password.")).toBeVisible();
  // A refusal brings the focus back to the field.
  await expect(page.getByLabel("Password")).toBeFocused();
  await unlock(page);
  await expect(locked(page)).toHaveCount(0);
  expect(isAnswered).toBe(false);
  await expect(resultOf(page)).toHaveText(/^Approved/);
  // A fixed wait: nothing that was sent late locks it again.
  await page.waitForTimeout(1500);
  expect(await isLocked(page)).toBe(false);
});

test("a payment that a loaded page follows is followed behind the lock: the form never comes back for it", async ({
  as,
  console,
}) => {
  const page = await as("clerk");
  await startSlowCharge(page, "31.40", slowCard);
  await page.reload();
  await expect(page).toHaveURL(/\/charge\/.+/);
  // By how far the server was when it made the page.
  await expect(page.getByText(/^(Reading the result|Charging)/).first()).toBeVisible();
  await expect(page.getByRole("button", { name: "Sign out" })).toBeEnabled();
  const refused: string[] = [];
  page.on("response", (response) => {
    if (response.status() === 401) refused.push(new URL(response.url()).pathname);
  });
  await lock(page);
  // Lookups of it are refused while the workstation is locked.
  const refusedLookups = () => refused.filter((path) => path.startsWith(paths.api.attempt("")));
  await expect.poll(() => refusedLookups().length).toBeGreaterThan(1);
  expect(await countSales(console)).toBe(0);
  await unlock(page);
  await expect(locked(page)).toHaveCount(0);
  const form = page.getByLabel("Card number", { exact: true });
  await expect(form).toBeHidden();
  await expect(resultOf(page)).toHaveText(/^Approved/, { timeout: 60_000 });
  await expect(form).toBeHidden();
  await attemptId(page);
  expect(await countSales(console)).toBe(1);
});

/** The sales that the gateway has of the second test. */
async function countSales(console: RunningConsole): Promise<number> {
  const { body } = await console.gateway("GET", "/transactions?limit=20");
  const { data } = body as { data: { invoice?: string }[] }; // the contract's list
  return data.filter(({ invoice }) => invoice === "LOCK-31.40").length;
}
