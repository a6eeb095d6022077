import AxeBuilder from "@axe-core/playwright";
import type { Page } from "@playwright/test";
import { expect, test } from "#e2e/support/console.ts";
import type { RunningConsole } from "#e2e/support/running-console.ts";

async function takePayment(console: RunningConsole): Promise<string> {
  const { body } = await console.gateway("POST", "/transactions", {
    command: "sale",
    amount: "18.40",
    creditcard: { number: "4000100411112220", expiration: "1249", cvc: "123", cardholder: "Ada Okafor" },
    ignore_duplicate: true,
  });
  return (body as { key: string }).key; // an approved payment has a key
}

/** What axe finds, each as its rule and the first element. */
async function violations(page: Page): Promise<string[]> {
  // The receipt's frames may run no script, and axe waits for an answer of its own script in each.
  await page.evaluate(() => {
    for (const frame of document.querySelectorAll("iframe")) frame.remove();
  });
  const { violations: found } = await new AxeBuilder({ page })
    .withTags(["wcag2a", "wcag2aa", "wcag21aa"])
    .analyze();
  return found.map(({ id, nodes }) => `${id}: ${nodes[0]?.target.join(" ")}`);
}

for (const colorScheme of ["light", "dark"] as const)
  test(`every page can be read and worked by anyone, in ${colorScheme}`, async ({ as, console }) => {
    const page = await as("manager");
    await page.emulateMedia({ colorScheme });
    const key = await takePayment(console);
    const pages: [string, string | RegExp][] = [
      ["/charge", "Card number"],
      ["/transactions", "Key or reference number"],
      [`/transactions/${key}`, "What can be done now"],
      ["/attention", "Settled lately"],
      ["/batches", "Opened from"],
      ["/batches/current", "Total by the gateway"],
    ];
    for (const [path, sign] of pages) {
      await page.goto(path);
      await expect(page.getByText(sign).first()).toBeVisible();
      // A frame that comes later than it is looked for would be waited for without end.
      if (path.endsWith(key)) await expect(page.locator("iframe")).toHaveCount(2);
      expect(await violations(page), path).toEqual([]);
    }
  });

test("the sign-in can be read and worked by anyone", async ({ page }) => {
  await page.goto("/sign-in");
  await expect(page.getByRole("button", { name: "Sign in" })).toBeVisible();
  expect(await violations(page)).toEqual([]);
});
