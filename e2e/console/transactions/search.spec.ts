import type { Page } from "@playwright/test";
import { expect, test } from "#e2e/support/console.ts";
import { chargeCard, visa } from "#e2e/support/pages/charge-card.ts";
import { openFromMenu } from "#e2e/support/pages/open-from-menu.ts";
import { pageUserHeader } from "#e2e/support/pages/page-user-header.ts";
import { readAtGateway } from "#e2e/support/pages/transaction-page.ts";

const rows = (page: Page) =>
  page.getByRole("table", { name: "Transactions found" }).locator("tbody").getByRole("row");
const box = (page: Page) => page.getByRole("combobox", { name: "Search transactions" });

/** From any page of the console, without loading one. */
const openTransactions = (page: Page) => openFromMenu(page, "Transactions");

async function search(page: Page, text: string): Promise<void> {
  await expect(page.getByRole("button", { name: "Sign out" })).toBeEnabled();
  await box(page).fill(text);
  await box(page).press("Enter");
}

test("a payment just taken is found at once by amount, by last four, by customer and by reference number, and previewed by keyboard", async ({
  as,
  console,
}) => {
  const page = await as("clerk");
  const taken = { amount: "61.17", number: visa, name: "Ada Okafor", invoice: "S-61" };
  await expect(await chargeCard(page, taken)).toHaveText(/^Approved/);
  await openTransactions(page);
  await search(page, "amount:61.17");
  await expect(rows(page).filter({ hasText: "61.17" })).toContainText("Ada Okafor");
  await expect(page.getByRole("region", { name: "Results" })).toContainText("Sales 61.17");
  const tabs = page.getByRole("navigation", { name: "Saved searches" });
  await expect(tabs.getByRole("link", { name: /^Today [1-9]/ })).toBeVisible();
  for (const text of ["card:2224 61.17", "ada okafor invoice:s-61 today", "clerk:mira 61.17 -refunded"]) {
    await search(page, text);
    await expect(page).toHaveURL(/\?q=/);
    await expect(rows(page).filter({ hasText: "61.17" })).toHaveCount(1);
  }
  await expect(
    page.getByText("Payments taken by Mira Castellanos matching “61.17”, not refunded"),
  ).toBeVisible();

  await box(page).press("Escape");
  await box(page).press("Escape");
  await page.keyboard.press("ArrowDown");
  await expect(page.getByRole("complementary", { name: "Preview of Invoice S-61" })).toContainText("$61.17");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { name: "Invoice S-61" })).toBeVisible();

  await test.step("a payment is found by its reference number, and a missing one is reported at the field", async () => {
    await expect(page).toHaveURL(/\/transactions\/\w{15}$/);
    const { refnum, key } = await readAtGateway(console, page.url().split("/").at(-1) ?? "");
    await openTransactions(page);
    await search(page, "12345");
    await page.getByRole("link", { name: "Look up 12345 at the gateway" }).click();
    const field = page.getByLabel("Key or reference number", { exact: true });
    const find = page.getByRole("button", { name: "Find", exact: true });
    await expect(find).toBeEnabled();
    await expect(field).toHaveAccessibleDescription(/has no transaction/);
    await field.fill(String(refnum));
    await find.click();
    await expect(page.getByRole("heading", { name: "Invoice S-61" })).toBeVisible();
    await expect(page.getByRole("region", { name: "Details" })).toContainText(key);
  });
});

test("the box suggests, marks what it can't read, refuses a card number, and keeps the focus", async ({
  as,
  console,
}) => {
  const page = await as("clerk");

  await test.step("the box suggests, marks what it can't read, refuses a card number, and says what to leave out", async () => {
    await console.gateway("POST", "/transactions", {
      command: "cash:sale",
      amount: "62.40",
      invoice: "S-62",
    });
    await page.goto("/transactions");
    await search(page, "amout:5");
    await expect(box(page)).toHaveAccessibleDescription(/No such field: amout\. Did you mean amount\?/);
    await box(page).fill("");
    await box(page).pressSequentially("tender:ca");
    await expect(page.getByRole("option", { name: /tender:cash/ })).toBeVisible();
    await page.keyboard.press("ArrowUp");
    await page.keyboard.press("Tab");
    await expect(box(page)).toHaveValue("tender:cash ");
    // What is typed is listed only after a search.
    const press = page.getByRole("button", { name: "Search", exact: true });
    await expect(page).not.toHaveURL(/tender/);
    await press.click();
    await expect(page).toHaveURL(/q=tender:cash/);

    const addresses: string[] = [];
    page.on("request", (request) => addresses.push(request.url()));
    await search(page, "4000 1000 1111 2224");
    await expect(box(page)).toHaveAccessibleDescription(/This looks like a card number/);
    await expect(box(page)).toHaveValue("");
    expect(addresses.join(" ")).not.toMatch(/4000.{0,3}1000/);

    await search(page, "type:refund amount:123456.78");
    await expect(page.getByText("No transactions match")).toBeVisible();
  });

  await test.step("what can't be read stays marked in the box, lists nothing, and opens nothing from the palette", async () => {
    await search(page, "tender:cash");
    await expect(rows(page).first()).toBeVisible();
    for (const text of ["(((", "since tomorrow"]) {
      await search(page, text);
      await expect(page.getByText("No payments: none of this search can be read")).toBeVisible();
      await expect(rows(page)).toHaveCount(0);
      await expect(box(page)).toHaveValue(text);
      await expect(box(page)).toHaveAccessibleDescription(/is left out/);
      await search(page, "tender:cash");
      await expect(rows(page).first()).toBeVisible();
    }
    await expect(page).toHaveURL(/tender:cash/);
    const address = page.url();
    await page.keyboard.press("Control+k");
    const palette = page.getByRole("dialog", { name: "Find" });
    await palette.getByRole("combobox").fill("(((");
    await expect(palette.getByText("Nothing is searched for.")).toBeVisible();
    await expect(palette.getByRole("option")).toHaveCount(0);
    await page.keyboard.press("Enter");
    await expect(palette).toBeVisible();
    expect(page.url()).toBe(address);
  });

  await test.step("a click on a whole suggestion searches, as Enter does", async () => {
    await page.keyboard.press("Escape");
    await openTransactions(page);
    await expect(box(page)).toHaveValue("");
    await box(page).pressSequentially("tend");
    await page
      .getByRole("option", { name: /tender:/ })
      .first()
      .click();
    await expect(box(page)).toHaveValue("tender:");
    await page.getByRole("option", { name: /tender:cash/ }).click();
    await expect(page).toHaveURL(/q=tender:cash/);
    await expect(box(page)).toBeFocused();
    await box(page).fill("tender:che");
    await expect(page.getByRole("option", { name: /tender:check/ })).toBeVisible();
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL(/q=tender:check/);
  });

  await test.step("the box keeps the focus after a search, so that further typing is no shortcut", async () => {
    await openTransactions(page);
    await expect(box(page)).toHaveValue("");
    await page.keyboard.press("/");
    await page.keyboard.type("tender:cash");
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL(/\?q=tender/);
    await expect(box(page)).toBeFocused();
    await page.keyboard.type(" gc");
    await expect(box(page)).toHaveValue("tender:cash gc");
    await expect(page).toHaveURL(/\/transactions\?q=/);
    // The box follows the address.
    await page.goBack();
    await expect(box(page)).toHaveValue("");
  });
});

test("a manager shares a search with clerks, who open it; a clerk can't share or see the log of commands, not even by calling for them", async ({
  as,
}) => {
  const [manager, clerk] = [await as("manager"), await as("clerk")];
  await manager.goto("/transactions?q=type:refund");
  await manager.getByRole("button", { name: "Save search" }).click();
  const dialog = manager.getByRole("dialog");
  await dialog.getByLabel("Name", { exact: true }).fill("Refunds to check");
  await dialog.getByLabel("Who sees it", { exact: true }).selectOption({ label: "Me and clerks" });
  const sent = manager.waitForRequest(
    (request) => request.method() === "POST" && Boolean(request.headers()["next-action"]),
  );
  await dialog.getByRole("button", { name: "Save search" }).click();
  const request = await sent;
  await expect(dialog).toHaveCount(0);

  const call = async (page: Page) => {
    const answer = await page.request.post(request.url(), {
      headers: {
        accept: "text/x-component",
        "content-type": request.headers()["content-type"] ?? "text/plain;charset=UTF-8",
        "next-action": request.headers()["next-action"] ?? "",
        origin: new URL(request.url()).origin,
        ...(await pageUserHeader(page.request)),
      },
      data: request.postData() ?? "",
    });
    return answer.text();
  };
  expect(await call(clerk)).toContain("You may not share a saved search");
  // The same call succeeds for a manager: only the right was missing.
  expect(await call(manager)).toContain('"ok":true');

  await clerk.goto("/transactions?view=log");
  await expect(box(clerk)).toBeVisible();
  await expect(clerk.getByRole("link", { name: "Command log" })).toHaveCount(0);
  await clerk.getByRole("link", { name: /^Refunds to check \(shared by Tobias/ }).click();
  await expect(box(clerk)).toHaveValue("type:refund");
  await search(clerk, "today");
  await expect(clerk).toHaveURL(/q=today/);
  await clerk.getByRole("button", { name: "Save search" }).click();
  await expect(clerk.getByRole("dialog").getByLabel("Name", { exact: true })).toBeVisible();
  await expect(clerk.getByRole("dialog").getByLabel("Who sees it", { exact: true })).toHaveCount(0);
});
