import type { Page } from "@playwright/test";
import { expect, test } from "#e2e/support/console.ts";
import { untilAlive } from "#e2e/support/until-alive.ts";

const visa = "4000100011112224";
const resultOf = (page: Page) => page.getByRole("region", { name: "Result" });
const pay = (page: Page) => page.getByRole("button", { name: /^(Charge|Authorize)( \$|$)/ });
const field = (page: Page, label: string) => page.getByLabel(label, { exact: true });

async function openForm(page: Page, tender: "Card" | "Check" | "Cash" = "Card") {
  await page.goto("/charge");
  const tab = page.getByRole("tab", { name: tender, exact: true });
  await untilAlive(tab);
  await tab.click();
}

const decimalPoint = "Use a point for cents: 12.50, or 1,250.00 for thousands.";

test("an amount is taken as it is typed or pasted, or refused at its field; none becomes another amount", async ({
  as,
}) => {
  const page = await as("clerk");
  await openForm(page, "Cash");
  const amount = field(page, "Amount");
  const refused = {
    "12,50": decimalPoint,
    "1.234,50": decimalPoint,
    "12.345": "Use two digits for cents at most",
    "1e3": "Enter an amount such as 12.50",
    "-5": "without a sign",
    "0x10": "Enter an amount such as 12.50",
    "１２.５０": "Enter an amount such as 12.50",
  };
  for (const [text, reason] of Object.entries(refused))
    for (const way of ["typed", "pasted"]) {
      await amount.fill(way === "pasted" ? text : "");
      if (way === "typed") await amount.pressSequentially(text);
      await expect(pay(page)).toHaveAccessibleName("Charge");
      await page.keyboard.press("Control+Enter");
      await expect(amount).toBeFocused();
      await expect(amount).toHaveAccessibleDescription(new RegExp(reason.slice(0, 24)));
      await expect(amount, way).toHaveValue(text);
      await expect(resultOf(page)).toHaveCount(0);
    }

  await amount.fill("");
  await amount.pressSequentially("$1,234.5");
  await expect(pay(page)).toHaveAccessibleName("Charge $1,234.50");
  await page.keyboard.press("Tab");
  await expect(amount).toHaveValue("1234.50");
  await field(page, "Cash received").fill("1.300,00");
  await pay(page).click();
  await expect(field(page, "Cash received")).toBeFocused();
  await field(page, "Cash received").fill("1,300");
  await pay(page).click();
  await expect(resultOf(page)).toHaveText(/^Approved/);
  await expect(resultOf(page)).toContainText("$1,234.50");
});

test("an amount typed at reading speed while the page loads on a slow machine stays whole", async ({
  as,
}) => {
  const page = await as("clerk");
  const devtools = await page.context().newCDPSession(page);
  await devtools.send("Emulation.setCPUThrottlingRate", { rate: 4 });
  for (let load = 0; load < 5; load++) {
    await page.goto("/charge", { waitUntil: "commit" });
    // A browser takes no keys before it has painted.
    await page.waitForFunction(() => performance.getEntriesByName("first-paint").length > 0);
    await page.keyboard.type("12.34", { delay: 60 });
    await page.keyboard.press("Enter");
    await page.keyboard.type(visa, { delay: 10 });
    await expect(pay(page)).toHaveAccessibleName("Charge $12.34");
    await expect(field(page, "Amount")).toHaveValue("12.34");
    await expect(field(page, "Card number")).toHaveValue("4000 1000 1111 2224");
  }
});

test("no digit is a shortcut: Alt and a digit choose the tender, and a digit beside the fields goes to the amount", async ({
  as,
}) => {
  const page = await as("clerk");
  await openForm(page);
  await expect(field(page, "Amount")).toBeFocused();
  await page.keyboard.type("9");
  await page.keyboard.press("Alt+3");
  await expect(page.getByRole("tab", { name: "Cash", exact: true })).toHaveAttribute("aria-selected", "true");
  await page.keyboard.type("2.50");
  await expect(pay(page)).toHaveAccessibleName("Charge $92.50");

  await field(page, "Amount").fill("");
  await page.keyboard.press("Escape");
  await expect(field(page, "Amount")).not.toBeFocused();
  await page.keyboard.type("92.50", { delay: 20 });
  await expect(field(page, "Amount")).toHaveValue("92.50");
  await expect(page.getByRole("tab", { name: "Cash", exact: true })).toHaveAttribute("aria-selected", "true");
});
