import { createHmac } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import { expect, test } from "#e2e/support/console.ts";
import { chargeCard, visa } from "#e2e/support/pages/charge-card.ts";
import { pushRoute } from "#e2e/support/pages/push-route.ts";
import { takePaymentAtGateway } from "#e2e/support/pages/take-payment-at-gateway.ts";
import type { RunningConsole } from "#e2e/support/running-console.ts";

const row = (page: Page, text: string | RegExp) =>
  page.getByRole("table", { name: "Events" }).getByRole("row").filter({ hasText: text });

// A console of its own: while a bulk file of another test is not finished, another system's payment is looked up minutes later.
test.use({ settings: { MERCHANT_NAME: "Webhook Street Flowers" } });

/** A cash sale by another system, directly at the gateway. */
const takeCashAtGateway = (console: RunningConsole) =>
  takePaymentAtGateway(console, { command: "cash:sale", amount: "31.70", creditcard: undefined });

/** The newest one. */
async function newestAtGateway(console: RunningConsole) {
  const { body } = await console.gateway("GET", "/transactions?limit=1");
  return (body as { data: { key: string; amount: string }[] }).data[0]; // the contract's list
}

/** Opens the only event of this transaction. */
async function openEvent(page: Page, key: string): Promise<void> {
  await page.goto(`/webhooks?key=${key}`);
  await expect(row(page, key)).toHaveCount(1);
  await row(page, key).getByRole("link").first().click();
  await expect(page.getByRole("region", { name: "Event", exact: true })).toBeVisible();
}

test("events are checked against the reply that the console got, a reply that was lost, and the gateway", async ({
  as,
  console,
}) => {
  const page = await as("manager");

  await test.step("a payment's event is in the inbox, confirmed by the reply the clerk got", async () => {
    const result = await chargeCard(page, { amount: "64.10", number: visa });
    await expect(result).toHaveText(/^Approved/);
    await page.goto("/webhooks");
    const newest = (await newestAtGateway(console))?.key ?? "";
    // The list is read again every 5 s, and the gateway delivers when it can.
    await expect(row(page, newest)).toContainText("Confirmed", { timeout: 30_000 });
    await row(page, newest).getByRole("link").first().click();
    await expect(page.getByRole("region", { name: "Verification" })).toContainText("it was not asked again");
    await expect(page.getByRole("region", { name: "Done through this console" })).toContainText("Charge");
    await expect(page.getByRole("region", { name: "Body", exact: true })).toContainText('"64.10"');
  });

  await test.step("a payment whose reply is lost is settled once, and its event links to the attempt", async () => {
    await console.control("POST", "/faults", { kind: "reset-after-commit", command: "sale", times: 1 });
    await chargeCard(page, { amount: "71.30", number: "5555444433332226" });
    await expect.poll(async () => (await newestAtGateway(console))?.amount).toBe("71.30");
    await openEvent(page, (await newestAtGateway(console))?.key ?? "");
    await expect(page.getByRole("region", { name: "Verification" })).toContainText(
      /Resolved a payment|Confirmed/,
    );
    const attempts = page.getByRole("region", { name: "Done through this console" });
    await expect(attempts).toContainText("Found by its attempt number");
    await expect(attempts.getByRole("row")).toHaveCount(2);
  });

  await test.step("a cash sale of another system is found by search once its event came", async () => {
    const key = await takeCashAtGateway(console);
    await openEvent(page, key);
    const verdict = page.getByRole("region", { name: "Verification" });
    await expect(verdict).toContainText("The gateway shows the same: Cash Sale", { timeout: 30_000 });
    await expect(verdict).toContainText("$31.70");
    await verdict.getByRole("link", { name: key }).click();
    await expect(page).toHaveURL(new RegExp(`/transactions/${key}$`));
    await pushRoute(page, `/transactions?q=${encodeURIComponent(`tender:cash key:${key}`)}`);
    await expect(page.getByRole("region", { name: "Results" })).toContainText("$31.70");
  });
});

test("an event without a valid signature is rejected and counted, and not kept", async ({ as, console }) => {
  const page = await as("manager");
  const send = (body: string, signature: string) =>
    fetch(`${console.origin}/api/webhooks/gateway`, {
      method: "POST",
      headers: { "X-Signature": signature },
      body,
    });
  const countRejected = async () => {
    await page.goto("/webhooks");
    const text = await page
      .getByRole("region", { name: "Deliveries" })
      .getByText("Rejected (24 h)")
      .locator("..")
      .textContent();
    return Number(/(\d+)\s*$/.exec(text ?? "")?.[1]);
  };
  const before = await countRejected();
  const key = readFileSync(join(console.dataDir, "webhook-key"), "utf8").trim();
  const sign = (body: string) => createHmac("sha256", key).update(body).digest("hex");
  const forged = JSON.stringify({ type: "event", event_id: "forged", event_type: "forged.event" });
  expect((await send(forged, sign(`${forged} `))).status).toBe(401);
  expect((await send("x".repeat(300_000), sign("x"))).status).toBe(413);
  expect(
    (await send(forged.replaceAll("forged", "signed"), sign(forged.replaceAll("forged", "signed")))).status,
  ).toBe(200);
  await expect.poll(countRejected, { timeout: 20_000 }).toBeGreaterThanOrEqual(before + 2);
  await expect(row(page, "(not an event)")).toHaveCount(1);
  await expect(page.getByText("forged.event")).toHaveCount(0);
});

test("events keep arriving after a restart and after the sandbox is reset", async ({ as, console }) => {
  await console.restart();
  const page = await as("bookkeeper");
  await openEvent(page, await takeCashAtGateway(console));
  await console.control("POST", "/reset");
  await openEvent(page, await takeCashAtGateway(console));
});

test("a clerk sees who may view the events", async ({ as }) => {
  const { request } = await as("clerk");
  const html = await (await request.get("/webhooks")).text();
  expect(html).toMatch(/See the gateway(&#x27;|')s events/);
  expect(html).not.toContain("<table");
});
