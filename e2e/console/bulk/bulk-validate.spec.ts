import { writeFileSync } from "node:fs";
import type { Page } from "@playwright/test";
import { expect, test } from "#e2e/support/console.ts";
import { axeViolations } from "#e2e/support/pages/axe-violations.ts";
import { resultOf, visa } from "#e2e/support/pages/charge-card.ts";
import { expectRowVisible } from "#e2e/support/pages/expect-row-visible.ts";
import type { BulkFile } from "#lib/bulk/file/bulk-file.ts";

const wrong = "4000100011112225";

const header = "command,amount,ccnum,ccexp,invoice";
const sale = (n: number | string, { card = visa, amount = "10.00" } = {}) =>
  `sale,${amount},${card},1230,inv-${n}`;
const csv = (...lines: string[]) => `${[header, ...lines].join("\r\n")}\r\n`;

async function openUpload(page: Page) {
  await page.goto("/bulk/new");
  await expect(page.getByRole("button", { name: /^Choose a file/ })).toBeEnabled();
}

async function choose(page: Page, name: string, content: string | Buffer) {
  const buffer = typeof content === "string" ? Buffer.from(content) : content;
  await page.getByLabel("Bulk file").setInputFiles({ name, mimeType: "text/csv", buffer });
}

const linesOf = (page: Page) => page.getByRole("table", { name: "Rows to review" });

/** Fixes one row through its form. */
async function fixRow(page: Page, row: number, cells: Record<string, string>) {
  await page.getByRole("button", { name: `Fix row ${row}`, exact: true }).click();
  const form = page.getByRole("form", { name: `Fix row ${row}` });
  for (const [label, text] of Object.entries(cells)) await form.getByLabel(label, { exact: true }).fill(text);
  await form.getByRole("button", { name: "Save" }).click();
}

/** The console's record of a file, as its API returns it. */
async function recordOf(page: Page, name: string): Promise<BulkFile | undefined> {
  const { files } = await (await page.request.get("/api/console/bulk/files?limit=100")).json();
  return (files as BulkFile[]).find((file) => file.name === name);
}

test("rows of a file are validated, shown with how to fix them, fixed, excluded and counted before it is sent", async ({
  as,
}) => {
  test.setTimeout(180_000);
  const page = await as("manager");
  await openUpload(page);

  await test.step("a dropped file is validated: each invalid row shows its number, the masked value, a reason and how to fix it", async () => {
    const dropped = await page.evaluateHandle(
      (content) => {
        const transfer = new DataTransfer();
        transfer.items.add(new File([content], "november.csv", { type: "text/csv" }));
        return transfer;
      },
      csv(sale(1), sale(2, { card: wrong }), sale(3, { amount: "x" }), sale(4)),
    );
    await page.getByText("Drop a CSV file here").dispatchEvent("drop", { dataTransfer: dropped });

    await expect(page.getByText("4 rows, ")).toContainText("Nothing has been sent");
    await expectRowVisible(linesOf(page), {
      Row: /3$/,
      Column: "ccnum",
      Value: "xxxx 2225",
      Problem: "Check digit or length is wrong",
      "What to do": /Compare it with the card/,
    });
    await expectRowVisible(linesOf(page), { Row: /4$/, Column: "amount", Value: "x" });
    await expect(page.getByRole("button", { name: "Send 2 rows" })).toBeDisabled();
    expect(await page.content()).not.toContain(wrong);
  });

  await test.step("a row is fixed in place and validated again, and its card number is nowhere on the page afterwards", async () => {
    await choose(page, "fix.csv", csv(sale(1), sale(2, { card: wrong })));
    await page.getByRole("button", { name: "Fix row 3", exact: true }).click();
    const form = page.getByRole("form", { name: "Fix row 3" });
    const field = form.getByLabel("Card number or token");
    await expect(field).toBeFocused();
    await expect(field).toHaveValue(wrong);
    await field.fill("4000100011112220");
    await page.keyboard.press("Enter");
    await expect(form.getByText("Check digit or length is wrong")).toBeVisible();
    await field.fill("5555444433332226");
    await page.keyboard.press("Enter");
    await expect(form).toBeHidden();
    await expectRowVisible(linesOf(page), { Row: /3$/, Problem: "Fixed" });
    await expect(page.getByRole("button", { name: "Send 2 rows" })).toBeEnabled();
    expect(await page.content()).not.toContain("5555444433332226");

    await page.getByRole("button", { name: "Exclude row 3" }).click();
    await expect(page.getByRole("button", { name: "Send 1 row", exact: true })).toBeDisabled();
    const kept = await page.evaluate(() =>
      JSON.stringify([{ ...localStorage }, { ...sessionStorage }, location.href]),
    );
    expect(kept).not.toMatch(/\d{12}/);
  });

  await test.step("many rows are fixed one after the other with the keyboard alone", async () => {
    await choose(page, "keys.csv", csv(...[1, 2, 3].map((n) => sale(`k${n}`, { card: wrong })), sale("k4")));
    await page.getByRole("button", { name: "Fix row 2", exact: true }).focus();
    for (const row of [2, 3, 4]) {
      await page.keyboard.press("Enter");
      const field = page.getByRole("form", { name: `Fix row ${row}` }).getByLabel("Card number or token");
      await expect(field).toBeFocused();
      await field.press("Control+a");
      await page.keyboard.type(visa);
      await page.keyboard.press("Enter");
      await expect(field).toBeHidden();
    }
    // The last row is shown as valid a moment after its form closes.
    await expect(page.getByRole("button", { name: "Send 4 rows" })).toBeEnabled();
    await page.keyboard.press("Control+Enter");
    await expect(page.getByRole("dialog")).toContainText("Send 4 rows, $40.00?");
    await page.keyboard.press("Escape");
    await expect(page.getByRole("dialog")).toBeHidden();
  });

  await test.step("a repeated row is excluded until the user confirms that both are intended", async () => {
    await choose(page, "twice.csv", csv(sale(1), sale(2), sale(1)));
    await expectRowVisible(linesOf(page), { Row: /4$/, Problem: "Same as row 2" });
    await expect(page.getByRole("button", { name: "Send 2 rows" })).toBeVisible();
    expect(await axeViolations(page), "accessible in light and dark mode").toEqual([]);
    await page.getByRole("button", { name: "Send row 4 too" }).click();
    await expect(page.getByRole("button", { name: "Send 3 rows" })).toBeEnabled();
    await page.getByRole("button", { name: "Exclude row 4" }).click();
    await expect(page.getByRole("button", { name: "Send 2 rows" })).toBeDisabled();
  });

  await test.step("rows of the same card and amount are counted before the file is sent", async () => {
    await choose(page, "same.csv", csv(sale("s1"), sale("s2"), sale("s3", { amount: "11.00" }), sale("s4")));
    await expect(page.getByText("2 possible duplicates, $20.00")).toContainText(
      "same card and amount as a row above",
    );
    await expect(page.getByRole("button", { name: "Send 4 rows" })).toBeEnabled();
  });

  await test.step("rows without an amount need a second person, however small the file", async () => {
    await choose(
      page,
      "refunds.csv",
      "command,trankey\r\nrefund,pnf9bcdfghjkmnp\r\nrefund,pnf9bcdfghjkmnq\r\n",
    );
    await expect(page.getByText("2 rows have no amount, so the total isn't known.")).toBeVisible();
    await expect(page.getByRole("button", { name: "Submit 2 rows" })).toBeEnabled();
  });
});

const unusable: [string, string, RegExp][] = [
  ["empty", "", /is empty/],
  ["without lines", `${header}\n`, /header but no rows/],
  ["with a quote that never closes", csv(sale(1), 'sale,"5.00,x'), /Row 3 opens a quote/],
  ["without a header", `${visa},1230,10.00\n`, /no column names/],
];

test("a file is read with the encoding, separator and columns that its user chooses, or rejected with a reason", async ({
  as,
}) => {
  test.setTimeout(180_000);
  const page = await as("manager");
  await openUpload(page);

  await test.step("an unusable file is rejected, and another can be chosen", async () => {
    for (const [what, content, words] of unusable) {
      await choose(page, `${what}.csv`, content);
      await expect(page.getByRole("alert").filter({ hasText: words })).toContainText("Nothing was sent");
    }
    await choose(page, "usable.csv", csv(sale(1)));
    await expect(page.getByRole("button", { name: "Send 1 row", exact: true })).toBeEnabled();
  });

  await test.step("a wrong guess of encoding or separator can be corrected", async () => {
    const western = Buffer.from(
      `command;amount;ccnum;ccexp;cardholder\nsale;5.00;${visa};1230;Zoë\n`,
      "latin1",
    );
    await choose(page, "western.csv", western);
    await expect(page.getByRole("button", { name: "Send 1 row", exact: true })).toBeEnabled();
    await expect(page.getByLabel("Encoding")).toHaveValue("windows-1252");
    await expect(page.getByLabel("Separator")).toHaveValue(";");

    await page.getByLabel("Encoding").selectOption("utf-8");
    await expectRowVisible(linesOf(page), { Problem: "Has a character that can't be read" });
    await page.getByLabel("Encoding").selectOption("windows-1252");
    await expect(page.getByRole("button", { name: "Send 1 row", exact: true })).toBeEnabled();
    await page.getByLabel("Separator").selectOption(",");
    await expect(page.getByText("Choose the column with the amount")).toBeVisible();
  });

  await test.step("a user maps another system's columns once", async () => {
    const file = `Kunde;Betrag;Pan;Exp\nAda;12.00;${visa};1230\n`;
    await choose(page, "other.csv", file);
    await expect(page.getByRole("combobox", { name: "Pan means" })).toHaveValue("ccnum");
    await expect(page.getByText("Choose the column with the amount")).toBeVisible();
    await expect(page.getByRole("button", { name: "Validate the file" })).toBeDisabled();
    await page.getByRole("combobox", { name: "Betrag means" }).selectOption("Amount");
    await page.getByRole("button", { name: "Validate the file" }).click();
    await expect(page.getByRole("button", { name: "Send 1 row", exact: true })).toBeEnabled();

    await page.getByRole("button", { name: "Columns" }).click();
    await expect(page.getByRole("combobox", { name: "Betrag means" })).toHaveValue("amount");

    page.on("dialog", (dialog) => void dialog.accept());
    await openUpload(page);
    await choose(page, "other-december.csv", file.replace("Ada", "Ben"));
    await expect(page.getByRole("button", { name: "Send 1 row", exact: true })).toBeEnabled();
  });

  await test.step("a clerk can neither prepare files nor see the page", async () => {
    const clerk = await as("clerk");
    const answer = await clerk.request.get("/bulk/new");
    expect(await answer.text()).toContain("/no-access?right=");
  });
});

test("the approver sees payouts and fixes, and exactly that is sent", async ({ as }) => {
  const accounts = ["111100001111", "222200002222", "33330000333x"];
  const names = ["Ines Ferreira", "Ada Okafor", "Joel Brandt"];
  const file = [
    "command,amount,routing,account,accountholder,orderid",
    ...accounts.map((account, n) => `check:credit,4000.00,123456780,${account},${names[n]},payout-${n}`),
  ].join("\r\n");
  const bookkeeper = await as("bookkeeper");
  await openUpload(bookkeeper);
  await choose(bookkeeper, "payouts.csv", file);
  await fixRow(bookkeeper, 4, { "Account number": "333300003333" });
  await bookkeeper.getByRole("button", { name: "Submit 3 rows" }).click();
  await bookkeeper
    .getByRole("dialog")
    .getByRole("button", { name: /^Submit/ })
    .click();
  await expect(resultOf(bookkeeper)).toContainText("Waiting for a second person");

  const manager = await as("manager");
  await manager.goto("/bulk");
  await manager
    .getByRole("article", { name: "payouts.csv" })
    .getByRole("button", { name: "Approve" })
    .click();
  const dialog = manager.getByRole("dialog", { name: "Approve 3 rows?" });
  await expect(dialog.getByRole("region", { name: "Paid out" })).toContainText("All paid out 3−$12,000.00");
  const payouts = dialog.getByRole("table", { name: "Payouts" });
  for (const [n, name] of names.entries())
    await expectRowVisible(payouts, {
      Row: String(n + 2),
      Command: "Send to an account",
      "Paid to": name,
      Account: `Account ending ${String(n + 1).repeat(4)}`,
      Amount: "−4,000.00",
    });
  await expectRowVisible(dialog.getByRole("table", { name: "Fixed cells" }), {
    Row: "4",
    Column: "Account number",
    "Sent as": "xxxxxxxx3333",
  });
  await dialog.getByRole("button", { name: "Approve 3 rows" }).click();
  // The preparer's page sends it automatically.
  await expect(resultOf(bookkeeper)).toContainText("3 rows run at the gateway");
  const shown = await manager.content();
  for (const account of ["111100001111", "222200002222", "333300003333"])
    expect(shown).not.toContain(account);
});

/** Submits a file of two rows to the second person. */
async function handOver(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Submit 2 rows" }).click();
  await page
    .getByRole("dialog")
    .getByRole("button", { name: /^Submit/ })
    .click();
  await expect(resultOf(page)).toContainText("Waiting for a second person");
}

test("above the limit the preparer waits for a second person and may withdraw the file, which is sent only as submitted", async ({
  as,
}, testInfo) => {
  test.setTimeout(180_000);
  const page = await as("manager");
  await openUpload(page);
  const file = csv(sale("b1", { amount: "9000.00" }), sale("b2", { amount: "9000.01" }));
  await choose(page, "above.csv", file);
  await expect(page.getByText("A second person approves it.")).toBeVisible();
  await handOver(page);
  expect(await recordOf(page, "above.csv")).toMatchObject({ state: "waiting", cents: 1800001 });

  // The tab is lost: choosing the same file again resumes it.
  page.on("dialog", (dialog) => void dialog.accept());
  const warned = page.waitForEvent("dialog");
  await openUpload(page);
  expect((await warned).type()).toBe("beforeunload");
  await choose(page, "above.csv", file);
  await expect(page.getByText(/Submitted .+ Waiting for approval\./)).toBeVisible();
  await handOver(page);
  await page.getByRole("button", { name: "Withdraw" }).click();
  await expect(resultOf(page)).toContainText("Withdrawn");
  expect(await recordOf(page, "above.csv")).toMatchObject({ state: "cancelled" });

  await page.getByRole("button", { name: "Back to the rows" }).click();
  await handOver(page);
  await page.getByRole("button", { name: "Withdraw" }).click();
  await page.getByRole("button", { name: "Back to the rows" }).click();

  await test.step("a file that was edited on disk after it was submitted is not sent, and the page says why", async () => {
    const path = testInfo.outputPath("edited.csv");
    const edited = csv(sale("e1", { amount: "9000.00" }), sale("e2", { amount: "9000.01" }));
    writeFileSync(path, edited);
    await page.getByLabel("Bulk file").setInputFiles(path);
    await handOver(page);
    writeFileSync(path, edited.replace("9000.01", "9000.0199"));

    const other = await as("admin");
    await other.goto("/bulk");
    await other.getByRole("article", { name: "edited.csv" }).getByRole("button", { name: "Approve" }).click();
    await other
      .getByRole("dialog")
      .getByRole("button", { name: /^Approve/ })
      .click();
    const result = resultOf(page);
    await expect(result).toContainText("The file on this computer changed since it was submitted");
    await expect(result.getByRole("button", { name: "Send it now" })).toHaveCount(0);
    await result.getByRole("button", { name: "Withdraw" }).click();
    await expect(result).toContainText("Withdrawn");
  });
});
