import { expect, test } from "#e2e/support/console.ts";
import { ofxFile } from "#e2e/support/ofx-file.ts";
import { attemptId, chargeCard, chargeNextCard, visa } from "#e2e/support/pages/charge-card.ts";
import { expectRowVisible } from "#e2e/support/pages/expect-row-visible.ts";
import { isRefused } from "#e2e/support/pages/is-refused.ts";
import { openFromMenu } from "#e2e/support/pages/open-from-menu.ts";
import { pageUserHeader } from "#e2e/support/pages/page-user-header.ts";
import type { RunningConsole } from "#e2e/support/running-console.ts";
import { testPassword } from "#e2e/support/test-secrets.ts";
import { daysFrom } from "#lib/business-day.ts";

// A console of its own: what other tests decide in these minutes would be a difference of the open batch, and other batches that
// wait could be what a deposit pays.
test.use({ settings: { MERCHANT_NAME: "Reconciled Street Flowers" } });

test("a batch with a sale and a void made elsewhere is explained to the cent and signed once, with the password", {
  tag: "@both-stores",
}, async ({ as, console }) => {
  const manager = await as("manager");
  await expect(await chargeCard(manager, { amount: "36.00", number: visa, invoice: "R-1" })).toHaveText(
    /^Approved/,
  );
  await attemptId(manager);
  await expect(await chargeNextCard(manager, { amount: "12.50", number: visa, invoice: "R-2" })).toHaveText(
    /^Approved/,
  );
  await attemptId(manager);
  const { body: current } = await console.gateway("GET", "/batches/current");
  const { key } = current as { key: string }; // a payment has just opened it
  const { body: listed } = await console.gateway("GET", `/batches/${key}/transactions`);
  const { data } = listed as { data: { key: string; invoice?: string }[] };
  const voided = data.find(({ invoice }) => invoice === "R-1");
  await console.gateway("POST", "/transactions", { command: "void", trankey: voided?.key });
  await console.gateway("POST", "/transactions", {
    command: "sale",
    amount: "24.00",
    invoice: "W-3391",
    creditcard: { number: visa, expiration: "1249" },
  });
  const page = await as("bookkeeper");
  await page.goto(`/batches/${key}/reconciliation`);
  const unread = page.getByRole("region", { name: "Gateway's total" });
  await expect(unread).toContainText("Not compared yet.");
  await expect(unread).not.toContainText(/\$|cause\b|Left without/);
  await console.closeBatch();

  await page.goto(`/batches/${key}`);
  // Its last reading may be some seconds old.
  await expect(page.getByText("A closed batch never changes")).toBeVisible();
  await page.getByRole("link", { name: /^Reconciliation/ }).click();
  const causes = page.getByRole("table", { name: "Causes" });
  await expectRowVisible(causes, {
    Amount: "+24.00",
    Cause: /^Taken outside this console/,
    See: "Invoice W-3391",
  });
  await expectRowVisible(causes, {
    Amount: "−36.00",
    Cause: /^Voided outside this console/,
    See: "Invoice R-1",
  });
  await expect(causes).toContainText("Journal $48.50 − 36.00 + 24.00 = $36.50, the gateway's total.");
  await expectRowVisible(page.getByRole("table", { name: "By clerk" }), { Batch: "12.50", Journal: "48.50" });

  const form = page.getByRole("form", { name: "Sign the batch" });
  await form.getByLabel("Note", { exact: true }).fill("Web store sale confirmed.");
  await form.getByLabel("Your password").fill("not the password");
  await form.getByRole("button", { name: "Sign $36.50" }).click();
  await expect(form.getByRole("alert")).toHaveText("This is not your password.");
  await form.getByLabel("Your password").fill(testPassword);
  await form.getByLabel("Your password").press("Control+Enter");
  const signature = page.getByRole("region", { name: "Signature" });
  await expect(signature).toContainText("Signed: $36.50, every difference explained");
  await expect(form).toHaveCount(0);

  await expect(signature).toContainText("Web store sale confirmed.");
  const stored = await page.request.get(`/api/console/reconciliation/${key}`);
  expect(await stored.text()).toContain("Web store sale confirmed.");
  await openFromMenu(page, /^Batches/);
  await expectRowVisible(page.getByRole("table", { name: "Batches" }), {
    Total: "$36.50 3",
    Status: /^Signed/,
  });
});

/** Closes a batch with one sale of this amount; returns its key and the day it was opened. */
async function closedBatch(console: RunningConsole, amount: string): Promise<{ key: string; day: string }> {
  await console.gateway("POST", "/transactions", {
    command: "sale",
    amount,
    creditcard: { number: visa, expiration: "1249" },
    ignore_duplicate: true,
  });
  const { body } = await console.gateway("GET", "/batches/current");
  await console.closeBatch();
  const { key, opened } = body as { key: string; opened: string }; // the contract's batch
  return { key, day: opened.slice(0, 10) };
}

test("a bank file is imported once, its deposit matched to the cent, and the match undone with a reason", {
  tag: "@both-stores",
}, async ({ as, console }) => {
  const page = await as("bookkeeper");
  const { key, day } = await closedBatch(console, "812.35");
  await page.goto(`/batches/${key}`);
  const ofBatch = page.getByRole("region", { name: "Deposits" });
  await expect(ofBatch).toContainText("Waiting since");

  const file = {
    name: "checking.ofx",
    mimeType: "application/x-ofx",
    buffer: Buffer.from(
      ofxFile([
        { fitId: "a1", day: daysFrom(day, 1), amount: "812.35", name: "MERCH DEP", trace: "884120 1120" },
        { fitId: "a2", day, amount: "-29.95", name: "MERCHANT FEE" },
      ]),
    ),
  };
  await openFromMenu(page, /^Deposits/);
  await page.getByRole("button", { name: "Import a bank file" }).click();
  await page.getByLabel("Bank file", { exact: true }).setInputFiles(file);
  await page.getByRole("button", { name: "Import 2 lines" }).click();
  await expect(page.getByText("2 lines imported, 1 matched automatically.")).toBeVisible();
  const lines = page.getByRole("table", { name: "Bank lines and what they pay" });
  await expectRowVisible(lines, {
    "Bank line": /^MERCH DEP Trace 884120 1120/,
    Deposit: "812.35",
    "What it pays": /cards 1 812\.35 Matched automatically, to the cent/,
  });

  await page.getByRole("button", { name: "Import a bank file" }).click();
  await page.getByLabel("Bank file", { exact: true }).setInputFiles(file);
  await expect(page.getByText("All 2 lines of this file already exist.")).toBeVisible();
  await expect(page.getByRole("button", { name: /^Import \d/ })).toHaveCount(0);
  await page.keyboard.press("Escape");

  await page.getByRole("button", { name: "Book −$29.95 MERCHANT FEE as fee" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Book as fee −$29.95" }).click();
  await expectRowVisible(lines, {
    "Bank line": /^MERCHANT FEE/,
    "What it pays": /^Fee of the processor or the bank Matched by hand by Ruth Adeyemi/,
  });

  await page.getByRole("button", { name: "Undo the match of $812.35 MERCH DEP" }).click();
  await page.getByLabel("Reason").fill("Belongs to the other store");
  await page.getByRole("button", { name: "Undo the match", exact: true }).click();
  await expectRowVisible(lines, {
    "Bank line": /^MERCH DEP/,
    "What it pays": /undone by Ruth Adeyemi: Belongs to the other store$/,
    State: /^Confirm/,
  });

  await page.getByRole("button", { name: "Match $812.35 MERCH DEP differently" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("checkbox", { name: /812\.35/ }).uncheck();
  await expect(dialog.getByRole("status")).toHaveText("$812.35");
  await expect(dialog.getByRole("button", { name: "Match $812.35" })).toBeDisabled();
  await dialog.getByRole("checkbox", { name: /812\.35/ }).check();
  await dialog.getByRole("button", { name: "Match $812.35" }).click();
  await expectRowVisible(lines, {
    "Bank line": /^MERCH DEP/,
    "What it pays": /Matched by hand by Ruth Adeyemi/,
  });
  await page.goBack();
  await expect(ofBatch).toContainText("Deposited");
});

test("an import is undone while none of its lines is matched; Escape keeps what was typed of an entry", async ({
  as,
}) => {
  const page = await as("bookkeeper");
  await page.goto("/deposits");
  await page.getByRole("button", { name: "Import a bank file" }).click();
  await page.getByLabel("Bank file", { exact: true }).setInputFiles({
    name: "wrong-account.csv",
    mimeType: "text/csv",
    buffer: Buffer.from("Date,Amount,Description\n2026-01-05,-12.00,RENT\n2026-01-06,-7.50,COFFEE\n"),
  });
  await page.getByRole("button", { name: "Import 2 lines" }).click();
  const imports = page.getByRole("region", { name: "Imports" });
  await expect(imports.getByRole("listitem").filter({ hasText: "wrong-account.csv" })).toContainText(
    "2 lines",
  );
  await imports.getByRole("button", { name: "Undo the import of wrong-account.csv" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Remove 2 lines" }).click();
  await expect(page.getByText("2 lines removed.")).toBeVisible();
  await expect(imports.getByRole("listitem").filter({ hasText: "wrong-account.csv" })).toContainText(
    /0 lines.*Undone by Ruth Adeyemi/,
  );
  await expect(page.getByText("COFFEE")).toHaveCount(0);

  await test.step("an entry is kept until it is entered or canceled", async () => {
    const dialog = page.getByRole("dialog", { name: "Enter a deposit" });
    const description = dialog.getByLabel("Description", { exact: true });
    const amount = dialog.getByLabel("Amount", { exact: true });
    const open = () => page.getByRole("button", { name: "Enter a deposit" }).click();
    const type = async () => {
      await dialog.getByRole("radio", { name: "Money out" }).check({ force: true });
      await amount.fill("31.20");
      await description.fill("TERMINAL RENT");
    };
    await open();
    await type();
    await page.keyboard.press("Escape");
    await expect(dialog).toHaveCount(0);
    await open();
    await expect(description).toHaveValue("TERMINAL RENT");
    await dialog.getByRole("button", { name: "Cancel" }).click();
    await open();
    await expect(description).toHaveValue("");
    await expect(amount).toHaveValue("");

    await type();
    await page.keyboard.press("Escape");
    await open();
    await dialog.getByRole("button", { name: "Enter −$31.20" }).click();
    await expect(dialog).toHaveCount(0);
    await expectRowVisible(page.getByRole("table", { name: "Bank lines and what they pay" }), {
      "Bank line": /^TERMINAL RENT/,
    });
    await open();
    await expect(description).toHaveValue("");
  });
});

test("a clerk neither sees a reconciliation nor deposits, by their address either, nor imports them", async ({
  as,
  console,
}) => {
  const page = await as("clerk");
  expect(await isRefused(page.request, "/batches/1t1abc/reconciliation", "reconcile")).toBe(true);
  const refusal = await page.request.get("/no-access?right=reconcile");
  expect(await refusal.text()).toContain("Reconcile and sign batches");
  expect((await page.request.get("/api/console/reconciliation/1t1abc")).status()).toBe(403);
  expect(await isRefused(page.request, "/deposits", "manageDeposits")).toBe(true);
  expect((await page.request.get("/api/console/deposits")).status()).toBe(403);
  const headers = { origin: console.origin, ...(await pageUserHeader(page.request)) };
  const data = { name: "x.csv", content: "" };
  expect((await page.request.post("/api/console/deposits/import", { headers, data })).status()).toBe(403);
  // The same call reaches the reader for a bookkeeper: only the right was missing.
  const { request } = await as("bookkeeper");
  const allowed = { origin: console.origin, ...(await pageUserHeader(request)) };
  const answer = await request.post("/api/console/deposits/import", { headers: allowed, data });
  expect(await answer.json()).toMatchObject({ kind: "refused", message: "The file is empty." });
});
