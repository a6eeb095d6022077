import type { Page } from "@playwright/test";
import { expect, test } from "#e2e/support/console.ts";
import { openNextForm, resultOf } from "#e2e/support/pages/charge-card.ts";

const field = (page: Page, name: string) => page.getByLabel(name, { exact: true });

test("sections opened before the page was ready are kept; cash received and a tip are chosen by a button, and the next form begins with this tender", async ({
  as,
}) => {
  const early = await as("clerk");
  // As soon as they arrive.
  await early.addInitScript(() => {
    const opened = new Set<Element>();
    new MutationObserver(() => {
      const sections = "[data-section=order] > details, [data-section=receipt] > details";
      for (const details of document.querySelectorAll<HTMLDetailsElement>(sections)) {
        if (!opened.has(details)) details.open = true;
        opened.add(details);
      }
    }).observe(document, { childList: true, subtree: true });
  });
  await early.goto("/charge");
  await expect(field(early, "PO number")).toBeVisible();
  const page = await early.context().newPage();
  const cash = page.getByRole("tab", { name: "Cash" });
  const receipt = page.locator("[data-section=receipt] > details");

  await test.step("the next page has the sections open, with their fields", async () => {
    await page.goto("/charge");
    await expect(field(page, "PO number")).toBeVisible();
    await expect(receipt).toHaveAttribute("open", "");
  });

  await test.step("a tip in percent and the usual bills", async () => {
    await cash.click();
    await field(page, "PO number").fill("PO-1");
    await field(page, "Amount").fill("42.50");
    await page.getByRole("button", { name: "Add a breakdown" }).click();
    const tip = page.getByRole("group", { name: "Tip in percent" });
    await tip.getByRole("button", { name: "18%, $7.65" }).click();
    await expect(field(page, "Amount")).toHaveValue("50.15");
    const received = page.getByRole("group", { name: "Usual bills" });
    await received.getByRole("button", { name: "$60.00" }).click();
    await expect(page.getByRole("button", { name: "Charge $50.15" })).toBeVisible();
    await expect(page.getByRole("tabpanel")).toContainText("$9.85");
    await tip.getByRole("button", { name: "No tip" }).click();
    await received.getByRole("button", { name: "Exact, $42.50" }).click();
    await expect(field(page, "Cash received")).toHaveValue("42.50");
    await page.getByRole("button", { name: /^Charge/ }).click();
    await expect(resultOf(page)).toHaveText(/^Approved/);
  });

  await test.step("the next form begins with this tender and the sections left open, also after a reload", async () => {
    await openNextForm(page);
    await expect(cash).toHaveAttribute("aria-selected", "true");
    await expect(field(page, "PO number")).toHaveValue("");
    await page.getByText("Order details", { exact: true }).click();
    await expect(field(page, "PO number")).toBeHidden();
    await page.reload();
    await expect(cash).toHaveAttribute("aria-selected", "true");
    await expect(receipt).toHaveAttribute("open", "");
    await expect(field(page, "PO number")).toBeHidden();
  });
});

test("every other page leads to a new charge, for those who take payments", async ({ as }) => {
  const page = await as("manager");
  await page.goto("/");
  await expect(page.getByRole("link", { name: "New charge" })).toBeVisible();
  for (const path of ["/transactions", "/batches", "/cards", "/attention"]) {
    await page.getByRole("navigation").locator(`a[href="${path}"]`).first().click();
    await expect(page).toHaveURL(new RegExp(`${path}$`));
    await expect(page.getByRole("link", { name: "New charge" })).toBeVisible();
  }
  await page.getByRole("link", { name: "New charge" }).click();
  await expect(field(page, "Amount")).toBeFocused();
  await expect(page.getByRole("link", { name: "New charge" })).toHaveCount(0);
  const link = 'aria-label="New charge"';
  expect(await (await page.request.get("/batches")).text()).toContain(link);
  const ofBookkeeper = await (await (await as("bookkeeper")).request.get("/batches")).text();
  expect(ofBookkeeper).toContain("Opened from");
  expect(ofBookkeeper).not.toContain(link);
});
