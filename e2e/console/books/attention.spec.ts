import type { Page } from "@playwright/test";
import { expect, test } from "#e2e/support/console.ts";
import {
  attemptId,
  chargeCard,
  fillCard,
  openNextForm,
  resultOf,
  visa,
} from "#e2e/support/pages/charge-card.ts";
import { isRefused } from "#e2e/support/pages/is-refused.ts";
import { openFromMenu } from "#e2e/support/pages/open-from-menu.ts";
import { pageUserHeader } from "#e2e/support/pages/page-user-header.ts";
import type { RunningConsole } from "#e2e/support/running-console.ts";

const openItem = (page: Page, amount: string) =>
  page
    .getByRole("region", { name: "Payments with unknown outcome" })
    .getByRole("listitem")
    .filter({ hasText: `$${amount}` });
const settledRow = (page: Page, amount: string) =>
  page.getByRole("table", { name: "Recently resolved" }).getByRole("row").filter({ hasText: amount });
const badge = (page: Page) =>
  page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: /^Attention/ });

/** An amount that only this test uses. */
let cents = 70_000;
function newAmount(): string {
  cents += 100;
  return (cents / 100).toFixed(2);
}

/** The money moves, the reply is lost, and gateway lists fail until the faults are removed. */
async function loseInTheDark(console: RunningConsole): Promise<void> {
  await console.control("DELETE", "/faults");
  await console.control("POST", "/faults", { kind: "reset-after-commit", command: "sale", times: 1 });
  for (const path of ["/transactions", "/batches"])
    await console.control("POST", "/faults", { kind: "status-503", path, times: 10_000 });
}

async function openCount(page: Page): Promise<number> {
  const answer = await page.request.get("/api/console/attention/count");
  return ((await answer.json()) as { open: number }).open; // the console's own route
}

test("a payment without an answer is listed under Attention for everyone until it is found, and the person who took it reads on any page what became of it", async ({
  as,
  console,
}) => {
  const amount = newAmount();
  const [page, manager] = [await as("clerk"), await as("manager")];
  const before = await openCount(manager);
  const item = openItem(manager, amount);
  const notice = page.getByRole("status").filter({ hasText: `$${amount}` });
  await manager.goto("/batches");
  await loseInTheDark(console);
  await expect(await chargeCard(page, { amount, number: visa, name: "Ada Okafor" })).toHaveText(
    /^We don't know yet/,
  );

  await test.step("a manager sees it under Attention, with user, amount and age", async () => {
    await expect(badge(manager)).toContainText(`${before + 1} with unknown outcome`);
    await manager.keyboard.press("g");
    await manager.keyboard.press("a");
    await expect(manager).toHaveURL(/\/attention$/);
    await expect(item).toContainText("Visa ending 2224");
    await expect(item).toContainText("By Mira Castellanos");
    await expect(item.getByRole("timer").filter({ visible: true })).toHaveText(/\d:\d\d/);
    await expect(item).toContainText(/Next lookup in \d+|Looking now|not responding/);
  });

  await test.step("it is listed until it is found", async () => {
    await openFromMenu(page, "Transactions");
    await expect(page).toHaveURL(/\/transactions/);
    await expect(badge(page)).toContainText(/[1-9]\d* with unknown outcome/);
    await expect
      .poll(() => page.evaluate(() => localStorage.getItem("payments-unknown")))
      .toMatch(/"ids":\["/);
    await console.control("DELETE", "/faults");
    await expect(item).toHaveCount(0, { timeout: 40_000 });
    await expect(settledRow(manager, amount)).toContainText("Charged once");
    await expect(settledRow(manager, amount)).toContainText("attempt number");
  });

  await test.step("the person who took it reads it once, also after a reload; no one else does", async () => {
    await expect(notice).toContainText("Found: it went through.", { timeout: 40_000 });
    await expect(page.getByText("Last payment: outcome unknown")).toHaveCount(0);
    await page.reload();
    await expect(notice).toContainText("Visa ending 2224");
    await expect(manager.getByRole("status").filter({ hasText: `$${amount}` })).toHaveCount(0);
    await notice.getByRole("button", { name: "Dismiss" }).click();
    await expect(notice).toHaveCount(0);
    await page.reload();
    await expect(page.getByRole("link", { name: "New charge" })).toBeVisible();
    await expect(notice).toHaveCount(0);
  });
});

test("a charge that is left while it is under way is told of on the next page, which stays what it is", async ({
  as,
  console,
}) => {
  const page = await as("clerk");
  const [first, amount] = [newAmount(), newAmount()];
  await page.goto("/charge");
  await expect(await chargeCard(page, { amount: first, number: visa })).toHaveText(/^Approved/);
  await expect(page).toHaveURL(/\/charge\/./);
  const itsResult = page.url();
  await openNextForm(page);
  await console.control("POST", "/faults", { kind: "slow", command: "sale", times: 1, delayMs: 3000 });
  await fillCard(page, { amount, number: "4000300011112220" });
  await page.getByRole("button", { name: /^Charge \$/ }).click();
  await expect(page.getByText(`Charging $${amount}`)).toBeVisible();
  await page.goto(itsResult);
  const notice = page.getByRole("status").filter({ hasText: `$${amount}` });
  await expect(notice).toContainText("Declined. No money moved.");
  await expect(resultOf(page)).toHaveText(/^Approved/);
  expect(page.url()).toBe(itsResult);
  await notice.getByRole("link", { name: "Show it" }).click();
  await expect(resultOf(page)).toHaveText(/^Declined/);
  await expect(notice).toHaveCount(0);
});

test("a clerk filters the Attention list and can't decide, not even by calling the action; a manager keeps looking, then decides", async ({
  as,
  console,
}) => {
  const [page, manager, taker] = [await as("clerk"), await as("manager"), await as("admin")];
  const lose = async () => {
    const amount = newAmount();
    await console.control("POST", "/faults", { kind: "status-500", command: "sale", times: 1 });
    await expect(await chargeCard(taker, { amount, number: visa })).toHaveText(/^We don't know yet/);
    return { amount, id: await attemptId(taker) };
  };
  const [first, second] = [await lose(), await lose()];

  await page.goto("/attention");
  await expect(openItem(page, first.amount)).toBeVisible();
  await expect(page.getByRole("button", { name: /^Decide/ })).toHaveCount(0);
  await page.getByText("Mine", { exact: true }).click();
  await expect(openItem(page, first.amount)).toHaveCount(0);

  await manager.goto("/attention");
  const item = openItem(manager, first.amount);
  const dialog = manager.getByRole("dialog");
  const record = dialog.getByRole("button", { name: "Record the decision" });
  await test.step("a manager can keep the lookup going, and the reason is kept in the history", async () => {
    await item.getByRole("button", { name: /^Decide/ }).click();
    await dialog.getByText("Keep looking").click();
    await dialog.getByLabel("How do you know").fill("The processor has an outage until noon.");
    await record.click();
    await item.getByRole("button", { name: "What happened" }).click();
    await expect(item).toContainText("Tobias Lindqvist kept the search going: The processor has an outage");
  });

  await item.getByRole("button", { name: /^Decide/ }).click();
  await record.click();
  await expect(dialog.getByRole("alert")).toHaveText("Choose whether the money moved.");
  await dialog.getByText("Money moved", { exact: true }).click();
  await dialog.getByLabel("Proof").fill("authorization 004512");
  await dialog.getByLabel("How do you know").fill("It is in the processor's portal.");
  const sending = manager.waitForRequest((request) => Boolean(request.headers()["next-action"]));
  await record.click();
  const sent = await sending;
  await expect(item).toHaveCount(0);

  const row = settledRow(page, first.amount);
  await expect(row).toContainText("It is in the processor's portal. (seen: authorization 004512)");
  await page.getByLabel("Resolved by").selectOption("evidence");
  await expect(row).toHaveCount(0);
  await page.getByLabel("Resolved by").selectOption("By Tobias Lindqvist");
  await expect(row).toHaveCount(1);

  const call = async (page: Page, origin: string) => {
    const headers = {
      accept: "text/x-component",
      "content-type": sent.headers()["content-type"] ?? "",
      "next-action": sent.headers()["next-action"] ?? "",
      origin,
      ...(await pageUserHeader(page.request)),
    };
    const data = (sent.postData() ?? "").replace(first.id, second.id);
    return (await page.request.post(sent.url(), { headers, data })).text();
  };
  expect(await call(page, console.origin)).toContain("does not include");
  await call(manager, "http://evil.test");
  const state = async () => (await page.request.get(`/api/console/attempts/${second.id}`)).json();
  expect(await state()).toMatchObject({ state: "unknown" });
  // The same call succeeds for a manager: only the right was missing.
  await call(manager, console.origin);
  expect(await state()).toMatchObject({ state: "resolved" });
});

test("a settled payment prints a customer note, alone, on the workstation's paper size", async ({
  as,
  console,
}) => {
  const amount = newAmount();
  const page = await as("clerk");
  await console.control("POST", "/faults", { kind: "reset-after-commit", command: "sale", times: 1 });
  await expect(await chargeCard(page, { amount, number: visa })).toContainText("charged exactly once");
  await resultOf(page).getByRole("button", { name: "Print the note" }).click();
  await expect(resultOf(page).getByText(/^Printed, 80 mm/)).toBeVisible();
  const printed = page.locator('iframe[title="Print document"]');
  await expect(printed).not.toHaveAttribute("sandbox", /allow-scripts/);
  const note = (await printed.getAttribute("srcdoc")) ?? "";
  expect(note).toContain(`Charged exactly once: $${amount}`);
  expect(note).toContain("Alder Street Flowers");
  expect(note).toContain("Visa ending 2224");
  expect(note).toMatch(/@page \{ size: 80mm \d+mm; margin: 0mm; \}/);
  expect(note).not.toContain("Print the note");

  await badge(page).click();
  const paper = page.getByLabel("Paper of the note");
  await paper.selectOption("A4");
  await settledRow(page, amount).getByRole("button", { name: "Print the note" }).click();
  await expect(settledRow(page, amount).getByText("Printed, A4")).toBeVisible();
  const again = (await printed.getAttribute("srcdoc")) ?? "";
  expect(again).toContain("COPY 2");
  expect(again).toContain("@page { size: 210mm 297mm; margin: 12mm; }");
});

test("a bookkeeper, who takes no payments, has no Attention queue", async ({ as }) => {
  const { request } = await as("bookkeeper");
  // The menu of a bookkeeper is in shell.spec.ts.
  expect(await isRefused(request, "/attention", "charge")).toBe(true);
  expect((await request.get("/api/console/attention")).status()).toBe(403);
});
