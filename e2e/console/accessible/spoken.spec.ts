import type { Page } from "@playwright/test";
import { expect, test } from "#e2e/support/console.ts";
import { fillCard } from "#e2e/support/pages/charge-card.ts";
import { ScreenReader } from "./screen-reader.ts";
import { Transcript } from "./transcript.ts";

/**
 * What a screen reader says in the main tasks, as text files under review beside this one (`spoken/`). After a change
 * that is meant, `npx playwright test --project=browser e2e/console/accessible/spoken.spec.ts --update-snapshots`.
 */

// A console of its own: other payments would be in its lists.
test.use({ settings: { MERCHANT_NAME: "Spoken Street Flowers" } });

const visa = "4000100011112224";

async function openCharge(page: Page): Promise<Transcript> {
  const reader = await ScreenReader.of(page);
  await page.goto("/charge");
  await expect(page.getByRole("button", { name: "Sign out" })).toBeEnabled();
  await expect(page.getByRole("complementary", { name: "Summary and status" })).toContainText("Open batch");
  await reader.start();
  return new Transcript(reader);
}

const resultOf = (page: Page) => page.getByRole("region", { name: "Result" });

for (const { file, amount, number, text, before } of [
  { file: "card-approved.txt", amount: "41.10", number: visa, text: "Approved", before: undefined },
  {
    file: "card-declined.txt",
    amount: "42.10",
    number: "4000300011112220",
    text: "Declined",
    before: undefined,
  },
  {
    file: "card-unknown.txt",
    amount: "43.10",
    number: visa,
    text: "We don't know yet",
    before: { kind: "status-500", command: "sale", times: 1 },
  },
])
  test(`a screen reader says that a card payment is ${text.toLowerCase()} within a second of its result`, async ({
    as,
    console: running,
  }) => {
    const page = await as("clerk");
    const transcript = await openCharge(page);
    if (before) await running.control("POST", "/faults", before);
    await transcript.step("Fill in amount and card", () => fillCard(page, { amount, number, cvc: "123" }));
    await transcript.stepToResult("Ctrl Enter", text, async () => {
      await page.keyboard.press("Control+Enter");
      await expect(resultOf(page)).toHaveText(new RegExp(`^${text}`));
    });
    // What a lookup has found so far depends on the moment.
    await transcript.readOn("Read on", /^heading, Evidence|^end of region, Result|contentinfo/);
    transcript.compare(file);
  });

test("a screen reader leads through the sign-in, a wrong password included", async ({ page }) => {
  const reader = await ScreenReader.of(page);
  await page.goto("/sign-in");
  await expect(page.getByRole("button", { name: "Sign in" })).toBeEnabled();
  await expect(page.getByRole("button", { name: "Use a passkey" })).toBeVisible();
  await reader.start();
  const transcript = new Transcript(reader);
  await transcript.readOn("Read on", /^end of document|^document/);
  const type = async (label: string, text: string) => {
    await page.getByLabel(label, { exact: true }).focus();
    await page.keyboard.insertText(text);
  };
  await transcript.step("Email", () => type("Email", "clerk@demo.test"));
  await transcript.step("A wrong password, Enter", async () => {
    await type("Password", "not the password");
    await page.keyboard.press("Enter");
    await expect(page.getByRole("alert").filter({ hasText: "do not match" })).toBeVisible();
  });
  transcript.compare("sign-in.txt");
});

test("a screen reader says what a search found", async ({ as, console: running }) => {
  await running.gateway("POST", "/transactions", {
    command: "cash:sale",
    amount: "46.10",
    invoice: "SPOKEN-1",
  });
  const page = await as("manager");
  const reader = await ScreenReader.of(page);
  await page.goto("/transactions?q=settled amount:1..2");
  await expect(page.getByRole("button", { name: "Sign out" })).toBeEnabled();
  await expect(page.getByText("No transactions match")).toBeVisible();
  await reader.start();
  const transcript = new Transcript(reader);
  const box = page.getByRole("combobox", { name: "Search transactions" });
  await transcript.step("/ and a search that finds nothing", async () => {
    await page.keyboard.press("/");
    await expect(box).toBeFocused();
    await box.fill("zzqq");
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL(/zzqq/);
    await expect(page.getByText("Payments matching “zzqq”").first()).toBeAttached();
    await expect(page.getByText("Nothing found", { exact: true })).toBeAttached();
  });
  transcript.compare("search.txt");
});

test("a screen reader says each count of a drawer and its sum", async ({ as }) => {
  const page = await as("manager");
  const reader = await ScreenReader.of(page);
  await page.goto("/drawer");
  await expect(page.getByRole("button", { name: "Sign out" })).toBeEnabled();
  await page.getByLabel("Float", { exact: true }).fill("20");
  await page.getByRole("button", { name: "Open with $20.00" }).click();
  await expect(page.getByText("After the count")).toBeVisible();
  await reader.start();
  const transcript = new Transcript(reader);
  await transcript.step("C", async () => {
    await page.keyboard.press("c");
    await expect(page.getByRole("region", { name: /^Count/ }).first()).toBeVisible();
  });
  await transcript.step("One bill of $20", async () => {
    await page.getByLabel("$20", { exact: true }).fill("1");
    await expect(page.getByRole("region", { name: /^Count/ }).first()).toContainText("$20.00");
  });
  await transcript.step("Ctrl Enter", async () => {
    await page.keyboard.press("Control+Enter");
    await expect(page.getByRole("region", { name: "Compare and close" })).toBeVisible();
  });
  transcript.compare("drawer-count.txt");
});

test("a screen reader says what is wrong in a bulk file, and when it is right", async ({ as }) => {
  const page = await as("manager");
  const reader = await ScreenReader.of(page);
  await page.goto("/bulk/new");
  await expect(page.getByRole("button", { name: /^Choose a file/ })).toBeEnabled();
  await reader.start();
  const transcript = new Transcript(reader);
  await transcript.step("Choose a file with an invalid row", async () => {
    await page.getByLabel("Bulk file").setInputFiles({
      name: "spoken.csv",
      mimeType: "text/csv",
      buffer: Buffer.from(
        "command,amount,ccnum,ccexp,invoice\nsale,10.00,4000100011112224,1249,a\nsale,x,4000100011112224,1249,b\n",
      ),
    });
    await expect(page.getByRole("button", { name: "Fix row 3", exact: true })).toBeVisible();
  });
  await transcript.step("Fix row 3", async () => {
    await page.getByRole("button", { name: "Fix row 3", exact: true }).press("Enter");
    await expect(page.getByRole("form", { name: "Fix row 3" }).getByRole("textbox")).toBeFocused();
  });
  transcript.compare("bulk-upload.txt");
});
