import { axeViolations } from "#e2e/support/axe-violations.ts";
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

/** A closed batch with a payment. */
async function closedBatch(console: RunningConsole): Promise<string> {
  await takePayment(console);
  const { body } = await console.gateway("GET", "/batches/current");
  await console.control("POST", "/batches/current/close");
  return (body as { key: string }).key; // a payment has opened it
}

/** A bulk group with one approved, one declined and one failed row. */
function runGroup(console: RunningConsole): Promise<string> {
  const lines = ["4000100011112224", "4000300011112220", "4000100011112225"].map(
    (number, i) => `sale,${number},1249,${i + 5}.10,accessible-${i}`,
  );
  const csv = ["command,ccnum,ccexp,amount,orderid", ...lines].join("\n");
  return console.uploadBulk("accessible.csv", csv);
}

test("every page is accessible in light and dark mode", async ({ as, console }) => {
  // Twelve pages, each analyzed in full.
  test.setTimeout(180_000);
  const page = await as("manager");
  const closed = await closedBatch(console);
  const key = await takePayment(console);
  const pages: [string, string | RegExp][] = [
    ["/charge", "Card number"],
    ["/", "Latest payments"],
    ["/bulk", "All files"],
    [`/bulk/${await runGroup(console)}`, "Totals by batch"],
    ["/transactions", "Sums cover the whole search"],
    ["/transactions?view=log", "Taken through this console"],
    [`/transactions/${key}`, "What can be done now"],
    ["/cards", "Look up a token"],
    ["/attention", "Recently settled"],
    ["/drawer", "Open with a float"],
    ["/batches", "Opened from"],
    ["/batches/current", "Total by the gateway"],
    [`/batches/${closed}/reconciliation`, "Every difference has a cause"],
    ["/deposits", "How you are paid"],
    ["/day-end", "Must be zero"],
    ["/webhooks", "Signature key"],
    ["/gateway", "Used in the last hour"],
  ];
  for (const [path, sign] of pages) {
    await page.goto(path);
    await expect(page.getByText(sign).first()).toBeVisible();
    // A frame that loads after axe looked for it would block forever.
    if (path.endsWith(key)) await expect(page.locator("iframe")).toHaveCount(2);
    expect(await axeViolations(page), path).toEqual([]);
  }
});

test("a blocked payment, a confirmation and the Attention queue are accessible in light and dark mode", async ({
  as,
  console,
}) => {
  test.setTimeout(120_000);
  const page = await as("manager");
  const taken = { amount: "551.00", number: "4000100011112224" };
  await expect(await chargeCard(page, taken)).toHaveText(/^Approved/);
  await expect(await chargeCard(page, taken)).toHaveText(/^Already charged/);
  expect(await axeViolations(page), "question").toEqual([]);

  const lost = { ...taken, amount: "553.00" };
  await console.control("POST", "/faults", { kind: "status-500", command: "sale", times: 1 });
  await expect(await chargeCard(page, lost)).toHaveText(/^We don't know yet/);
  expect(await axeViolations(page), "unknown").toEqual([]);
  await expect(await chargeCard(page, lost)).toHaveText(/^Held back/);
  expect(await axeViolations(page), "held").toEqual([]);

  await page.goto("/attention");
  const open = page.getByRole("listitem").filter({ hasText: `$${lost.amount}` });
  await open.getByRole("button", { name: "What happened" }).click();
  expect(await axeViolations(page), "queue").toEqual([]);
  await open.getByRole("button", { name: /^Decide/ }).click();
  await expect(page.getByRole("dialog")).toBeVisible();
  expect(await axeViolations(page), "decision").toEqual([]);
  await page.getByRole("dialog").getByText("It did not move").click();
  await page.getByLabel("How do you know").fill("Nothing was sent in this test.");
  await page.getByRole("button", { name: "Record the decision" }).click();
  await expect(page.getByRole("button", { name: "Print the note" }).first()).toBeVisible();
  expect(await axeViolations(page), "settled").toEqual([]);
});

test("the sign-in page is accessible in light and dark mode", async ({ page }) => {
  await page.goto("/sign-in");
  await expect(page.getByRole("button", { name: "Sign in" })).toBeVisible();
  expect(await axeViolations(page)).toEqual([]);
});
