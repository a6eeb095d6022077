import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import { expect, test } from "#e2e/support/console.ts";
import { attemptId, chargeCard, chargeNextCard, resultOf, visa } from "#e2e/support/pages/charge-card.ts";
import { openFromMenu } from "#e2e/support/pages/open-from-menu.ts";
import type { RunningConsole } from "#e2e/support/running-console.ts";

// These tests change the clock and the webhook URL, so they get their own programs.
test.use({ settings: { SANDBOX_BATCH_HOURS: "11" } });

const notice = (page: Page, amount: string) =>
  page
    .getByRole("region", { name: "Action needed" })
    .getByRole("listitem")
    .filter({ hasText: `$${amount}` });
async function sendEventsTo(console: RunningConsole, url: string): Promise<void> {
  const key = readFileSync(join(console.dataDir, "webhook-key"), "utf8").trim();
  await console.control("PUT", "/webhooks", { url, key });
}

/** The money moves, the answer is lost, and nothing at the gateway can be read until the faults are gone. */
async function loseInTheDark(console: RunningConsole): Promise<void> {
  await console.control("POST", "/faults", { kind: "reset-after-commit", command: "sale", times: 1 });
  for (const path of ["/transactions", "/batches"])
    await console.control("POST", "/faults", { kind: "status-503", path, times: 10_000 });
}

const ways = [
  { name: "with the gateway's event", amount: "153.08", hasEvents: true, charge: chargeCard },
  { name: "without any event", amount: "152.08", hasEvents: false, charge: chargeNextCard },
];

test("a manager's wrong decision is detected with and without an event, and shown until a manager acknowledges it", async ({
  as,
  console,
}) => {
  const [page, manager] = [await as("clerk"), await as("manager")];
  await manager.goto("/attention");
  let [id, amount] = ["", ""];
  for (const way of ways)
    await test.step(`it is detected ${way.name}`, async () => {
      const { hasEvents, charge } = way;
      amount = way.amount;
      await sendEventsTo(
        console,
        hasEvents ? `${console.origin}/api/webhooks/gateway` : "http://127.0.0.1:9/unreachable",
      );
      await loseInTheDark(console);
      await expect(await charge(page, { amount, number: visa })).toHaveText(/^We don't know yet/);
      id = await attemptId(page);

      await manager
        .getByRole("listitem")
        .filter({ hasText: `$${amount}` })
        .getByRole("button", { name: /^Decide/ })
        .click();
      const dialog = manager.getByRole("dialog");
      await dialog.getByRole("button", { name: "Record the decision" }).click();
      await expect(dialog.getByRole("alert")).toHaveText("Choose whether the money moved.");
      await dialog.getByText("It did not move").click();
      await expect(dialog.getByRole("alert")).toHaveCount(0);
      await dialog.getByLabel("How do you know").fill("The processor's portal does not have it.");
      await dialog.getByRole("button", { name: "Record the decision" }).click();
      await expect(manager.getByRole("table", { name: "Recently resolved" })).toContainText("No charge");

      await console.control("DELETE", "/faults");
      await expect(notice(manager, amount)).toContainText(
        "Tobias Lindqvist recorded this payment as not charged, but the gateway has it.",
        { timeout: 40_000 },
      );
      await expect(notice(manager, amount)).toHaveCount(1);
      await expect(
        manager
          .getByRole("table", { name: "Recently resolved" })
          .getByRole("row")
          .filter({ hasText: amount }),
      ).toContainText("Charged after all");
      // The clerk's page has been open all the time.
      await expect(resultOf(page)).toHaveText(/^Charged after all/);
    });

  await manager.goto("/transactions?view=log");
  const row = manager.getByRole("row").filter({ hasText: amount });
  await expect(row).toContainText("Charged after all");
  await row.getByRole("link").click();
  await expect(manager.getByRole("region", { name: "Alerts" })).toContainText("Tobias Lindqvist recorded");
  const payment = manager.url();
  expect(await (await page.request.get(`/charge/${id}`)).text()).toContain("Charged after all");
  await openFromMenu(page, /^Attention/);
  await expect(notice(page, amount)).toContainText("A manager acknowledges this.");

  await openFromMenu(manager, /^Attention/);
  await notice(manager, amount).getByRole("link", { name: "Open the batch" }).click();
  await expect(manager.getByRole("region", { name: "Alerts" })).toContainText(`$${amount}`);
  await manager.goBack();
  await notice(manager, amount)
    .getByRole("button", { name: /^Acknowledge/ })
    .click();
  await expect(notice(manager, amount)).toHaveCount(0);
  await page.goto(payment);
  await expect(page.getByRole("region", { name: "Alerts" })).toContainText(
    "Acknowledged by Tobias Lindqvist",
  );
});

test("a returned check is shown with its reason until someone acknowledges it", async ({ as, console }) => {
  const page = await as("clerk");
  await sendEventsTo(console, `${console.origin}/api/webhooks/gateway`);
  await page.goto("/charge");
  const tab = page.getByRole("tab", { name: "Check", exact: true });
  await tab.click();
  const values = {
    Amount: "88.20",
    "Name on account": "Ada Okafor",
    "Routing number": "987654320",
    "Account number": "10178101",
  };
  for (const [label, value] of Object.entries(values))
    await page.getByLabel(label, { exact: true }).fill(value);
  await page.getByRole("button", { name: /^Charge/ }).click();
  await expect(resultOf(page)).toHaveText(/^Approved/);

  await console.control("POST", "/clock", { advance: "P7D" });
  await openFromMenu(page, /^Attention/);
  await expect(notice(page, "88.20")).toContainText("Check returned: Not enough funds (R01)", {
    timeout: 40_000,
  });
  await expect(notice(page, "88.20")).toContainText("Collect $88.20 another way.");
  await openFromMenu(page, /^Transactions/);
  const row = page.getByRole("row").filter({ hasText: "88.20" }).first();
  await expect(row).toContainText("Returned");
  await row.getByRole("link").first().click();
  const timeline = page.getByRole("region", { name: "Timeline" });
  await expect(timeline).toContainText("Submitted to the bank");
  await expect(timeline).toContainText("Settled");
  await expect(timeline).toContainText("Returned: Not enough funds (R01)");
  await expect(page.getByRole("region", { name: "Alerts" })).toContainText("Not enough funds (R01)");
  await openFromMenu(page, /^Attention/);
  await notice(page, "88.20")
    .getByRole("button", { name: /^Acknowledge/ })
    .click();
  await expect(notice(page, "88.20")).toHaveCount(0);
  await page.goBack();
  await expect(page.getByRole("region", { name: "Alerts" })).toContainText(
    "Acknowledged by Mira Castellanos",
  );
});
