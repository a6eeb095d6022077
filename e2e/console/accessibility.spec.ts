import AxeBuilder from "@axe-core/playwright";
import type { Page } from "@playwright/test";
import { chargeCard } from "#e2e/support/charge-card.ts";
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

/** A bulk group with one approved, one declined and one failed row. */
function runGroup(console: RunningConsole, mark: string): Promise<string> {
  const lines = ["4000100011112224", "4000300011112220", "4000100011112225"].map(
    (number, i) => `sale,${number},1249,${i + 5}.10,${mark}-${i}`,
  );
  const csv = ["command,ccnum,ccexp,amount,orderid", ...lines].join("\n");
  return console.uploadBulk(`${mark}.csv`, csv);
}

/** Axe violations, each as its rule and first element. */
async function violations(page: Page): Promise<string[]> {
  // Receipt frames run no scripts, and axe would wait for its script in each of them.
  await page.evaluate(() => {
    for (const frame of document.querySelectorAll("iframe")) frame.remove();
  });
  const { violations: found } = await new AxeBuilder({ page })
    .withTags(["wcag2a", "wcag2aa", "wcag21aa"])
    .analyze();
  return found.map(({ id, nodes }) => `${id}: ${nodes[0]?.target.join(" ")}`);
}

for (const colorScheme of ["light", "dark"] as const)
  test(`every page is accessible in ${colorScheme} mode`, async ({ as, console }) => {
    // Ten pages, each analyzed in full.
    test.setTimeout(180_000);
    const page = await as("manager");
    await page.emulateMedia({ colorScheme });
    const key = await takePayment(console);
    const pages: [string, string | RegExp][] = [
      ["/charge", "Card number"],
      ["/bulk", "All files"],
      [`/bulk/${await runGroup(console, colorScheme)}`, "Totals by batch"],
      ["/transactions", "Key or reference number"],
      [`/transactions/${key}`, "What can be done now"],
      ["/attention", "Recently settled"],
      ["/batches", "Opened from"],
      ["/batches/current", "Total by the gateway"],
      ["/webhooks", "Signature key"],
      ["/gateway", "Used in the last hour"],
    ];
    for (const [path, sign] of pages) {
      await page.goto(path);
      await expect(page.getByText(sign).first()).toBeVisible();
      // A frame that loads after axe looked for it would block forever.
      if (path.endsWith(key)) await expect(page.locator("iframe")).toHaveCount(2);
      expect(await violations(page), path).toEqual([]);
    }
  });

for (const colorScheme of ["light", "dark"] as const)
  test(`a blocked payment, a confirmation and the Attention queue are accessible in ${colorScheme} mode`, async ({
    as,
    console,
  }) => {
    const page = await as("manager");
    await page.emulateMedia({ colorScheme });
    const taken = { amount: colorScheme === "light" ? "551.00" : "552.00", number: "4000100011112224" };
    await expect(await chargeCard(page, taken)).toHaveText(/^Approved/);
    await expect(await chargeCard(page, taken)).toHaveText(/^Already charged/);
    expect(await violations(page), "question").toEqual([]);

    const lost = { ...taken, amount: colorScheme === "light" ? "553.00" : "554.00" };
    await console.control("POST", "/faults", { kind: "status-500", command: "sale", times: 1 });
    await expect(await chargeCard(page, lost)).toHaveText(/^We don't know yet/);
    expect(await violations(page), "unknown").toEqual([]);
    await expect(await chargeCard(page, lost)).toHaveText(/^Held back/);
    expect(await violations(page), "held").toEqual([]);

    await page.goto("/attention");
    const open = page.getByRole("listitem").filter({ hasText: `$${lost.amount}` });
    await open.getByRole("button", { name: "What happened" }).click();
    expect(await violations(page), "queue").toEqual([]);
    await open.getByRole("button", { name: /^Decide/ }).click();
    await expect(page.getByRole("dialog")).toBeVisible();
    expect(await violations(page), "decision").toEqual([]);
    await page.getByRole("dialog").getByText("It did not move").click();
    await page.getByLabel("How do you know").fill("Nothing was sent in this story.");
    await page.getByRole("button", { name: "Record the decision" }).click();
    await expect(page.getByRole("button", { name: "Print the note" }).first()).toBeVisible();
    expect(await violations(page), "settled").toEqual([]);
  });

test("the sign-in page is accessible", async ({ page }) => {
  await page.goto("/sign-in");
  await expect(page.getByRole("button", { name: "Sign in" })).toBeVisible();
  expect(await violations(page)).toEqual([]);
});
