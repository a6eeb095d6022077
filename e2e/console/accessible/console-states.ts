import type { Page } from "@playwright/test";
import { expect } from "#e2e/support/console.ts";
import { fillCard, resultOf, visa } from "#e2e/support/pages/charge-card.ts";
import { closeDialog, dialogBy, type PageState, press, stay } from "./page-state.ts";

const transaction = {
  path: ({ key }: { key: string }) => `/transactions/${key}`,
  sign: "What can be done now",
};
const bulkFile = (content: string) => async (page: Page) =>
  page
    .getByLabel("Bulk file")
    .setInputFiles({ name: "rows.csv", mimeType: "text/csv", buffer: Buffer.from(content) });

const people = { role: "admin", path: "/people", sign: "Every change is in the audit log" } as const;

/** Without limits: those of requests are scanned in approval-request.spec.ts. */
const approvalStates: readonly PageState[] = [
  { name: "approvals, none", role: "manager", path: "/approvals", sign: "Nothing is waiting for you" },
  { name: "own requests, none", role: "clerk", path: "/approvals", sign: "No request of yours is open" },
];

/** The list, a person in detail, and the dialogs that change them. */
const peopleStates: readonly PageState[] = [
  { name: "people", ...people },
  {
    name: "people, none found",
    ...people,
    open: async (page) => {
      await page.getByLabel("Name or email").fill("zzqq");
      await expect(page.getByText("No matching people")).toBeVisible();
    },
    leave: (page) => page.getByLabel("Name or email").fill(""),
  },
  {
    name: "people, invite, errors",
    ...people,
    open: async (page) => {
      await dialogBy("Invite")(page);
      await page.keyboard.press("Enter");
      await expect(page.getByText("Enter a name.")).toBeVisible();
    },
    leave: closeDialog,
  },
  {
    name: "people, disable, error",
    ...people,
    open: async (page) => {
      await page.getByRole("link", { name: "Mira Castellanos" }).click();
      await dialogBy("Disable")(page);
      await page.keyboard.press("Enter");
      await expect(page.getByText("Enter your password.")).toBeVisible();
    },
    leave: closeDialog,
  },
  {
    name: "people, another role",
    ...people,
    open: async (page) => {
      await page.getByRole("link", { name: "Mira Castellanos" }).click();
      await page.getByRole("region", { name: "Mira Castellanos" }).getByLabel("Role").selectOption("manager");
      await expect(page.getByText("Last changes")).toBeVisible();
    },
  },
  { name: "settings", role: "admin", path: "/settings", sign: "Set on the server" },
  {
    name: "settings, add account",
    role: "admin",
    path: "/settings",
    sign: "Set on the server",
    open: dialogBy("Add account"),
    leave: closeDialog,
  },
  {
    name: "settings, save",
    role: "admin",
    path: "/settings",
    sign: "Set on the server",
    open: async (page) => {
      await page.getByRole("textbox", { name: "Delay in seconds" }).fill("40");
      await page.getByRole("button", { name: "Save", exact: true }).click();
      await page.getByLabel("Your password").press("Enter");
      await expect(page.getByText("Enter your password.")).toBeVisible();
    },
    leave: closeDialog,
  },
  {
    name: "settings, errors",
    role: "admin",
    path: "/settings",
    sign: "Set on the server",
    open: async (page) => {
      await page.getByRole("textbox", { name: "Delay in seconds" }).fill("4");
      await page.getByRole("button", { name: "Save", exact: true }).click();
      await expect(page.getByText("Correct 1 setting first")).toBeVisible();
    },
  },
  { name: "roles", role: "admin", path: "/people/roles", sign: "Every change is in the audit log" },
  {
    name: "roles, built-in",
    role: "admin",
    path: "/people/roles?role=manager",
    sign: "A built-in role can't be changed",
  },
  {
    name: "roles, new, errors",
    role: "admin",
    path: "/people/roles?new=clerk",
    sign: "Copied from Clerk",
    open: async (page) => {
      const limits = page.getByRole("group", { name: "Limits: Take payments" });
      await limits.getByLabel("Per transaction").fill("many");
      await press("Create role")(page);
      await expect(page.getByText("Enter a name.")).toBeVisible();
    },
  },
  {
    name: "a link that doesn't work",
    role: "visitor",
    path: "/invite/no-such-link",
    sign: "This link no longer works",
  },
];

/** Every other page, its dialogs, errors and empty lists. */
export const consoleStates: readonly PageState[] = [
  { name: "Today", path: "/", sign: "Latest payments" },
  { name: "transactions", path: "/transactions", sign: "Sums cover the whole search" },
  {
    name: "transactions, suggestions",
    path: "/transactions",
    sign: "Sums cover the whole search",
    open: async (page) => {
      await page.getByRole("combobox", { name: "Search transactions" }).pressSequentially("tend");
      await expect(page.getByRole("option").first()).toBeVisible();
    },
    leave: async (page) => {
      await closeDialog(page);
      await page.getByRole("combobox", { name: "Search transactions" }).fill("");
      await closeDialog(page);
    },
  },
  {
    name: "transactions, preview",
    path: "/transactions",
    sign: "Sums cover the whole search",
    open: async (page) => {
      await page.getByRole("table", { name: "Transactions found" }).getByRole("row").nth(1).click();
      await expect(page.getByRole("complementary", { name: /^Preview/ })).toBeVisible();
    },
    leave: closeDialog,
    width: "desktop",
  },
  {
    name: "transactions, export",
    path: "/transactions",
    sign: "Sums cover",
    open: dialogBy(/^Export/),
    leave: closeDialog,
  },
  {
    name: "transactions, save search",
    path: "/transactions?q=18.40",
    sign: "Sums cover",
    open: dialogBy("Save search"),
    leave: closeDialog,
  },
  { name: "transactions, nothing found", path: "/transactions?q=zzqq", sign: "No transactions match" },
  { name: "transactions, unreadable search", path: "/transactions?q=amount:abc", sign: "amount:abc" },
  { name: "command log", path: "/transactions?view=log", sign: "Taken through this console" },
  { name: "exports", path: "/transactions?view=exports", sign: "Export business days" },
  { name: "transaction", ...transaction },
  { name: "transaction, void", ...transaction, open: dialogBy(/^Void/), leave: closeDialog },
  {
    name: "transaction, change amount",
    ...transaction,
    open: dialogBy(/^Change amount or tip/),
    leave: closeDialog,
  },
  {
    name: "transaction, missing",
    path: "/transactions/no-such-key",
    sign: /no (such )?(payment|transaction)|not found/i,
  },
  {
    name: "refund, error",
    path: ({ settledKey }) => `/transactions/${settledKey}`,
    sign: "What can be done now",
    open: async (page) => {
      await dialogBy("Refund")(page);
      const dialog = page.getByRole("dialog");
      await dialog.getByLabel("Amount", { exact: true }).fill("999.00");
      await page.keyboard.press("Control+Enter");
      await expect(dialog.locator("[aria-invalid=true]").first()).toBeVisible();
    },
    leave: closeDialog,
  },
  { name: "saved cards", path: "/cards", sign: "Look up a token" },
  {
    name: "saved cards, forget",
    path: "/cards",
    sign: "Look up a token",
    open: dialogBy(/^Forget/),
    leave: closeDialog,
  },
  {
    name: "saved cards, none found",
    path: "/cards",
    sign: "Look up a token",
    open: async (page) => {
      await page.getByLabel("Find a saved card").fill("zzqq");
      await expect(page.getByText("No such card on this list")).toBeVisible();
    },
    leave: (page) => page.getByLabel("Find a saved card").fill(""),
  },
  {
    name: "saved cards, numbers",
    path: "/cards",
    sign: "Look up a token",
    open: (page) => page.getByRole("radio", { name: "Card numbers" }).check(),
    leave: stay,
  },
  {
    name: "customers",
    path: "/cards",
    sign: "Look up a token",
    open: (page) => page.getByRole("radio", { name: "Customers" }).check(),
    leave: stay,
  },
  {
    name: "attention, decision",
    path: "/charge",
    sign: "Card number",
    open: async (page, console) => {
      await console.control("POST", "/faults", { kind: "status-500", command: "sale", times: 1 });
      await page.getByRole("tab", { name: "Card", exact: true }).click();
      await fillCard(page, { amount: "561.00", number: visa, cvc: "123" });
      await press(/^Charge/)(page);
      await expect(resultOf(page)).toHaveText(/^We don't know yet/);
      await page.goto("/attention");
      await dialogBy(/^Decide/)(page);
    },
    leave: closeDialog,
  },
  { name: "attention", path: "/attention", sign: "Recently resolved" },
  { name: "drawer, closed", path: "/drawer", sign: "Open with a float" },
  {
    name: "drawer, open",
    path: "/drawer",
    sign: "Open with a float",
    open: async (page) => {
      await page.getByLabel("Float", { exact: true }).fill("200");
      await press("Open with $200.00")(page);
      await expect(page.getByText("After the count")).toBeVisible();
    },
    leave: stay,
  },
  {
    name: "drawer, count",
    path: "/drawer",
    sign: "After the count",
    open: async (page) => {
      await press("Count and close")(page);
      await expect(page.getByRole("region", { name: /^Count/ }).first()).toBeVisible();
    },
    leave: press("Cancel"),
  },
  {
    name: "drawer, cash refund",
    path: "/drawer",
    sign: "After the count",
    open: dialogBy(/Refund cash/),
    leave: closeDialog,
  },
  { name: "batches", path: "/batches", sign: "Opened from" },
  {
    name: "batches, no match",
    path: "/batches",
    sign: "Opened from",
    open: async (page) => {
      await page.getByLabel("Opened to", { exact: true }).fill("2001-01-02");
      await expect(page.getByText("No batch on these days")).toBeVisible();
    },
    leave: (page) => page.getByRole("radio", { name: "All", exact: true }).check(),
  },
  {
    name: "batches, calendar",
    path: "/batches",
    sign: "Opened from",
    open: press("Choose days for Opened"),
    leave: closeDialog,
    width: "desktop",
  },
  { name: "open batch", path: "/batches/current", sign: "Total by the gateway" },
  {
    name: "open batch, close",
    path: "/batches/current",
    sign: "Total by the gateway",
    open: dialogBy("Close batch"),
    leave: closeDialog,
  },
  { name: "batch, missing", path: "/batches/no-such-batch", sign: "No such batch" },
  {
    name: "closed batch, export",
    path: ({ closedBatch }) => `/batches/${closedBatch}`,
    sign: "A closed batch",
    open: dialogBy(/^Export/),
    leave: closeDialog,
  },
  {
    name: "reconciliation",
    path: ({ closedBatch }) => `/batches/${closedBatch}/reconciliation`,
    sign: "Every difference has a cause",
  },
  { name: "bulk", path: "/bulk", sign: "All files" },
  { name: "bulk group", path: ({ group }) => `/bulk/${group}`, sign: "Totals by batch" },
  { name: "bulk upload", path: "/bulk/new", sign: "Drop a CSV file here" },
  {
    name: "bulk upload, columns",
    path: "/bulk/new",
    sign: "Drop a CSV file here",
    open: async (page) => {
      await bulkFile("Was;Wie viel;Wer\nx;1;2\n")(page);
      await expect(page.getByRole("button", { name: "Validate the file" })).toBeVisible();
    },
  },
  {
    name: "bulk upload, invalid rows",
    path: "/bulk/new",
    sign: "Drop a CSV file here",
    open: async (page) => {
      await bulkFile(
        "command,amount,ccnum,ccexp,invoice\nsale,10.00,4000100011112224,1230,a\nsale,x,4000100011112225,1230,b\n",
      )(page);
      await press("Fix row 3")(page);
    },
  },
  { name: "deposits", path: "/deposits", sign: "How you are paid" },
  {
    name: "deposits, import",
    path: "/deposits",
    sign: "How you are paid",
    open: dialogBy("Import a bank file"),
    leave: closeDialog,
  },
  {
    name: "deposits, entry with errors",
    path: "/deposits",
    sign: "How you are paid",
    open: async (page) => {
      await dialogBy("Enter a deposit")(page);
      const dialog = page.getByRole("dialog");
      await dialog.getByLabel("Bank day").fill("someday");
      await dialog.getByLabel("Amount").fill("12.345");
      await expect(dialog.locator("[aria-invalid=true]")).toHaveCount(2);
    },
    leave: closeDialog,
  },
  {
    name: "deposits, rules",
    path: "/deposits",
    sign: "How you are paid",
    open: dialogBy(/^(Edit|Change)/),
    leave: closeDialog,
  },
  { name: "day end", path: "/day-end", sign: "Must be zero" },
  { name: "webhooks", path: "/webhooks", sign: "Signature key" },
  {
    name: "webhook event",
    path: "/webhooks",
    sign: "Signature key",
    open: async (page) => {
      await page.getByRole("table").getByRole("link").first().click();
      await expect(page).toHaveURL(/\/webhooks\/./);
    },
    leave: stay,
  },
  { name: "gateway", path: "/gateway", sign: "Used in the last hour" },
  { name: "your account", path: "/account", sign: "Present password" },
  ...approvalStates,
  ...peopleStates,
];
