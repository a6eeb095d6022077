import { expect, type Page } from "@playwright/test";
import { attemptId, fillCard } from "#e2e/support/charge-card.ts";
import { test } from "#e2e/support/console.ts";
import { testPassword } from "#e2e/support/sign-in.ts";

/** Answers after five seconds. */
const slowCard = "4000000011112226";
const locked = (page: Page) => page.getByRole("heading", { name: "Desk locked" });
const result = (page: Page) => page.getByRole("region", { name: "Result" });

async function startSlowCharge(page: Page, amount: string): Promise<void> {
  await page.goto("/charge");
  await fillCard(page, { amount, number: slowCard, invoice: `LOCK-${amount}` });
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

test("a desk is locked and unlocked while a payment is under way, which then shows its result", async ({
  as,
}) => {
  const page = await as("clerk");
  await startSlowCharge(page, "31.30");
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
  await expect(result(page)).toHaveText(/^Approved/);
  // Nothing that was sent late locks it again.
  await page.waitForTimeout(1500);
  expect(await isLocked(page)).toBe(false);
});

test("a payment that a loaded page follows is followed behind the lock: the form never comes back for it", async ({
  as,
  console,
}) => {
  const page = await as("clerk");
  await startSlowCharge(page, "31.40");
  await page.reload();
  await expect(page.getByText(/^Charging/).first()).toBeVisible();
  await lock(page);
  const form = page.getByLabel("Card number", { exact: true });
  await page.waitForTimeout(7000);
  await unlock(page);
  await expect(locked(page)).toHaveCount(0);
  await expect(result(page)).toHaveText(/^Approved/);
  await expect(form).toHaveCount(0);
  await attemptId(page);
  const { body } = await console.gateway("GET", "/transactions?limit=20");
  const sales = (body as { data: { invoice?: string }[] }).data; // the contract's list
  expect(sales.filter(({ invoice }) => invoice === "LOCK-31.40")).toHaveLength(1);
});
