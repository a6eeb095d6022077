import type { Page } from "@playwright/test";
import { expect, test } from "#e2e/support/console.ts";

const field = (page: Page, name: string) => page.getByLabel(name, { exact: true });
const result = (page: Page) => page.getByRole("region", { name: "Result" });

test("a workstation's form begins with the tender it took last and the sections it left open", async ({
  as,
}) => {
  const page = await as("clerk");
  await page.goto("/charge");
  await page.getByRole("tab", { name: "Cash" }).click();
  await page.getByText("Order details", { exact: true }).click();
  await expect(field(page, "PO number")).toBeVisible();
  await field(page, "Amount").fill("13.40");
  await field(page, "PO number").fill("PO-1");
  await page.getByRole("button", { name: /^Charge/ }).click();
  await expect(result(page)).toHaveText(/^Approved/);

  await page.goto("/charge");
  await expect(page.getByRole("tab", { name: "Cash" })).toHaveAttribute("aria-selected", "true");
  await expect(field(page, "PO number")).toHaveValue("");
  await page.getByText("Order details", { exact: true }).click();
  await expect(field(page, "PO number")).toBeHidden();
  await page.reload();
  await expect(page.getByRole("tab", { name: "Cash" })).toHaveAttribute("aria-selected", "true");
  await expect(page.getByText("Line items", { exact: true })).toBeVisible();
  await expect(field(page, "PO number")).toBeHidden();
});

test("cash received and a tip are chosen by a button", async ({ as }) => {
  const page = await as("clerk");
  await page.goto("/charge");
  await page.getByRole("tab", { name: "Cash" }).click();
  await field(page, "Amount").fill("42.50");
  await page.getByRole("button", { name: "Add a breakdown" }).click();
  await page
    .getByRole("group", { name: "Tip in percent" })
    .getByRole("button", { name: "18%, $7.65" })
    .click();
  await expect(field(page, "Amount")).toHaveValue("50.15");
  const received = page.getByRole("group", { name: "Usual bills" });
  await received.getByRole("button", { name: "$60.00" }).click();
  await expect(page.getByRole("button", { name: "Charge $50.15" })).toBeVisible();
  await expect(page.getByRole("tabpanel")).toContainText("$9.85");
  await page.getByRole("group", { name: "Tip in percent" }).getByRole("button", { name: "No tip" }).click();
  await received.getByRole("button", { name: "Exact, $42.50" }).click();
  await expect(field(page, "Cash received")).toHaveValue("42.50");
});

test("every other page leads to a new charge, for those who take payments", async ({ as }) => {
  const page = await as("manager");
  for (const path of ["/", "/transactions", "/batches", "/cards", "/attention"]) {
    await page.goto(path);
    await expect(page.getByRole("link", { name: "New charge" })).toBeVisible();
  }
  await page.getByRole("link", { name: "New charge" }).click();
  await expect(field(page, "Amount")).toBeFocused();
  await expect(page.getByRole("link", { name: "New charge" })).toHaveCount(0);
  const bookkeeper = await as("bookkeeper");
  await bookkeeper.goto("/batches");
  await expect(bookkeeper.getByRole("heading", { level: 1 })).toBeVisible();
  await expect(bookkeeper.getByRole("link", { name: "New charge" })).toHaveCount(0);
});

test("sections that were opened before the page was ready have their fields, and are kept", async ({
  as,
}) => {
  const page = await as("clerk");
  // As soon as they arrive.
  await page.addInitScript(() => {
    const opened = new Set<Element>();
    new MutationObserver(() => {
      const sections = "[data-section=order] > details, [data-section=receipt] > details";
      for (const details of document.querySelectorAll<HTMLDetailsElement>(sections)) {
        if (!opened.has(details)) details.open = true;
        opened.add(details);
      }
    }).observe(document, { childList: true, subtree: true });
  });
  await page.goto("/charge");
  await expect(field(page, "PO number")).toBeVisible();
  const next = await page.context().newPage();
  await next.goto("/charge");
  await expect(field(next, "PO number")).toBeVisible();
  await expect(next.locator("[data-section=receipt] > details")).toHaveAttribute("open", "");
});
