import type { Page } from "@playwright/test";
import { expect, test } from "#e2e/support/console.ts";
import { fillCard, resultOf, visa } from "#e2e/support/pages/charge-card.ts";
import { pushRoute } from "#e2e/support/pages/push-route.ts";
import { takePaymentAtGateway } from "#e2e/support/pages/take-payment-at-gateway.ts";
import { openActions } from "#e2e/support/pages/transaction-page.ts";
import { testPassword } from "#e2e/support/test-secrets.ts";
import { ScreenReader } from "./screen-reader.ts";
import { begin, Transcript } from "./transcript.ts";

/**
 * What a screen reader says in the main tasks, as text files under review beside this one (`spoken/`). After a change
 * that is meant, `npx playwright test --project=browser e2e/console/accessible/spoken.spec.ts --update-snapshots`.
 */

// A console of its own: other payments would be in its lists. The gateway's clock is moved at the end.
test.use({
  settings: { MERCHANT_NAME: "Spoken Street Flowers", MONEY_LIMITS: "clerk refund 100.00/300.00" },
});

async function openCharge(page: Page, reader: ScreenReader): Promise<Transcript> {
  await page.goto("/charge");
  await expect(page.getByRole("button", { name: "Sign out" })).toBeEnabled();
  await expect(page.getByRole("complementary", { name: "Summary and status" })).toContainText("Open batch");
  await reader.start();
  return new Transcript(reader);
}

const results = [
  { file: "card-approved.txt", amount: "41.10", number: visa, text: "Approved" },
  { file: "card-declined.txt", amount: "42.10", number: "4000300011112220", text: "Declined" },
  { file: "card-unknown.txt", amount: "43.10", number: visa, text: "We don't know yet", fault: "status-500" },
];

test("a screen reader says that a card payment is approved, declined or not known yet within a second of its result", async ({
  as,
  console: running,
}) => {
  const page = await as("clerk");
  const reader = await ScreenReader.of(page);
  for (const { file, amount, number, text, fault } of results)
    await test.step(text, async () => {
      const transcript = await openCharge(page, reader);
      if (fault) await running.control("POST", "/faults", { kind: fault, command: "sale", times: 1 });
      await transcript.step("Fill in amount and card", () => fillCard(page, { amount, number, cvc: "123" }));
      await transcript.stepToResult("Ctrl Enter", text, async () => {
        await page.keyboard.press("Control+Enter");
        await expect(resultOf(page)).toHaveText(new RegExp(`^${text}`));
      });
      // What a lookup has found so far depends on the moment.
      await transcript.readOn("Read on", /^heading, Evidence|^end of region, Result|contentinfo/);
      transcript.compare(file);
    });
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

test("a screen reader says that more than is left is refused, and that a refund is done", async ({
  as,
  console,
}) => {
  const key = await takePaymentAtGateway(console, { amount: "58.20", invoice: "SPOKEN-58" });
  await console.closeBatch();
  const page = await as("manager");
  const transcript = await begin(page, () => openActions(page, key));
  await transcript.step("Skip to content", () =>
    page.getByRole("link", { name: "Skip to content" }).press("Enter"),
  );
  await transcript.readOn("Read on", /^end of region, Actions|^group$/);
  const dialog = page.getByRole("dialog");
  await transcript.step("U", async () => {
    await page.keyboard.press("u");
    await expect(dialog.getByLabel("Amount", { exact: true })).toBeFocused();
  });
  await transcript.step("Ten dollars too much", async () => {
    await dialog.getByLabel("Amount", { exact: true }).fill("68.20");
    await expect(dialog).toContainText("It can be $58.20 at most");
  });
  await transcript.step("Ctrl Enter", () => page.keyboard.press("Control+Enter"));
  await transcript.step("Another amount", async () => {
    await dialog.getByLabel("Amount", { exact: true }).fill("12.30");
    await expect(dialog).toHaveAccessibleName("Refund $12.30?");
  });
  await transcript.stepToResult("Ctrl Enter once more", "Approved", async () => {
    await page.keyboard.press("Control+Enter");
    await expect(resultOf(page)).toHaveText(/^Approved/);
  });
  await transcript.readOn("Read the result", /^end of region, Result/);
  transcript.compare("refund.txt");
});

test("a screen reader leads through an approval at the workstation, a wrong password included", async ({
  as,
  console,
}) => {
  const key = await takePaymentAtGateway(console, { amount: "148.00", invoice: "SPOKEN-148" });
  await console.closeBatch();
  const page = await as("clerk");
  const transcript = await begin(page, () => openActions(page, key));
  const dialog = page.getByRole("dialog");
  await transcript.step("U", async () => {
    await page.keyboard.press("u");
    await expect(dialog.getByLabel("Amount", { exact: true })).toBeFocused();
  });
  await transcript.step("Ctrl Enter", async () => {
    await page.keyboard.press("Control+Enter");
    await expect(dialog.getByRole("heading")).toHaveText("Refund $148.00 needs approval");
    await expect(page.getByLabel("Helen's password")).toBeFocused();
  });
  await transcript.step("One step back, the next approver", async () => {
    await page.keyboard.press("Shift+Tab");
    await page.keyboard.press("ArrowDown");
    await expect(page.getByRole("radio", { name: /Tobias Lindqvist/ })).toBeChecked();
  });
  await transcript.step("A wrong password, Enter", async () => {
    await page.keyboard.press("Tab");
    await page.keyboard.type("not his password");
    await page.keyboard.press("Enter");
    await expect(dialog.getByRole("alert")).toContainText("not the password of Tobias");
  });
  await transcript.stepToResult("The right one, Enter", "Approved", async () => {
    await page.keyboard.type(testPassword);
    await page.keyboard.press("Enter");
    await expect(resultOf(page)).toHaveText(/^Approved/);
  });
  await transcript.readOn("Read the result", /^end of region, Result/);
  transcript.compare("approval.txt");
});

test("a screen reader says how many a search found, the row that is chosen, and what to leave out", async ({
  as,
  console,
}) => {
  for (const amount of ["71.10", "71.20"])
    await console.gateway("POST", "/transactions", {
      command: "cash:sale",
      amount,
      invoice: `FOUND-${amount}`,
    });
  const page = await as("clerk");
  const box = page.getByRole("combobox", { name: "Search transactions" });
  const transcript = await begin(page, async () => {
    // Taken by another program: they are here once the open batch was read.
    await page.goto("/transactions?q=amount:71..72%20today");
    await expect(page.getByText("2 found")).toBeVisible();
    await pushRoute(page, "/transactions?q=amount:1..2");
    await expect(page.getByText("No transactions match")).toBeVisible();
  });
  await transcript.step("/ and a search that finds two", async () => {
    await page.keyboard.press("/");
    await box.fill("amount:71..72 today");
    await page.keyboard.press("Enter");
    await expect(page.getByText("2 found")).toBeVisible();
  });
  await transcript.step("Esc, Arrow down", async () => {
    await page.keyboard.press("Escape");
    await page.keyboard.press("Escape");
    await page.keyboard.press("ArrowDown");
    await expect(page.getByRole("complementary", { name: /^Preview/ })).toContainText("$71.20");
  });
  await transcript.step("Esc, / and a search that finds nothing", async () => {
    await page.keyboard.press("Escape");
    await page.keyboard.press("/");
    await box.fill("amount:71..72 tender:check");
    await page.keyboard.press("Enter");
    await expect(page.getByText("No transactions match")).toBeVisible();
  });
  await transcript.step("Tab to what to leave out, Enter", async () => {
    await page.getByRole("button", { name: /^Remove tender:check/ }).press("Enter");
    await expect(page.getByText("2 found")).toBeVisible();
  });
  transcript.compare("search-found.txt");
});

test("a screen reader says what is wrong in a bulk file and when it is right, and leads to its sending", async ({
  as,
}) => {
  const page = await as("manager");
  const transcript = await begin(page, async () => {
    await page.goto("/bulk/new");
    await expect(page.getByRole("button", { name: /^Choose a file/ })).toBeEnabled();
  });
  await transcript.step("Choose a file with a faulty row", async () => {
    await page.getByLabel("Bulk file").setInputFiles({
      name: "spoken-work.csv",
      mimeType: "text/csv",
      buffer: Buffer.from(
        "command,amount,ccnum,ccexp,invoice\nsale,10.00,4000100011112224,1249,c\nsale,x,5555444433332226,1249,d\n",
      ),
    });
    await expect(page.getByRole("button", { name: "Fix row 3", exact: true })).toBeVisible();
  });
  const form = page.getByRole("form", { name: "Fix row 3" });
  await transcript.step("Fix row 3", async () => {
    await page.getByRole("button", { name: "Fix row 3", exact: true }).press("Enter");
    await expect(form.getByRole("textbox")).toBeFocused();
  });
  await transcript.step("12.00, Enter", async () => {
    await form.getByRole("textbox").fill("12.00");
    await page.keyboard.press("Enter");
    await expect(form).toHaveCount(0);
  });
  await transcript.step("Ctrl Enter", async () => {
    await page.keyboard.press("Control+Enter");
    await expect(page.getByRole("dialog")).toContainText("Card sales 2");
  });
  await transcript.step("Enter on Send", async () => {
    await page
      .getByRole("dialog")
      .getByRole("button", { name: /^Send 2 rows/ })
      .press("Enter");
    await expect(resultOf(page)).toContainText("2 rows run at the gateway");
  });
  transcript.compare("bulk-send.txt");
});

test("a screen reader says which batches a period has, and what one comes to", async ({ as, console }) => {
  await console.control("POST", "/reset");
  for (const [day, amount] of [
    ["2027-03-01T10:00:00", "11.00"],
    ["2027-03-02T10:00:00", "12.00"],
    ["2027-03-03T10:00:00", "13.00"],
  ]) {
    await console.control("POST", "/clock", { set: day });
    await takePaymentAtGateway(console, { amount, clerk: "Mira Castellanos" });
    if (amount === "12.00")
      await console.gateway("POST", "/transactions", {
        command: "cc:credit",
        amount: "2.50",
        creditcard: { number: visa, expiration: "1249" },
      });
    await console.closeBatch();
  }
  const page = await as("bookkeeper");
  const table = page.getByRole("table", { name: "Batches" });
  const transcript = await begin(page, async () => {
    await page.goto("/batches");
    await expect(table.getByRole("row").filter({ hasText: "13.00" }).first()).toBeVisible();
  });
  await transcript.step("Opened from and to March 2", async () => {
    await page.getByLabel("Opened from", { exact: true }).fill("2027-03-02");
    await page.getByLabel("Opened to", { exact: true }).fill("2027-03-02");
    await expect(table.getByRole("row").filter({ hasText: "13.00" })).toHaveCount(0);
    await expect(table.getByRole("row").filter({ hasText: "12.00" }).first()).toBeVisible();
  });
  await transcript.step("Enter on the batch", async () => {
    await table.getByRole("link").first().press("Enter");
    await expect(page.getByRole("main")).toContainText("Agrees.");
  });
  await transcript.step("Skip to content", () =>
    page.getByRole("link", { name: "Skip to content" }).press("Enter"),
  );
  await transcript.readOn("Read on", /Deposits|^end of table, Transactions/);
  transcript.compare("batches.txt");
});
