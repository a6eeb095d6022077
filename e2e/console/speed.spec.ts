import type { Page } from "@playwright/test";
import { expect, test } from "#e2e/support/console.ts";
import { resultOf } from "#e2e/support/pages/charge-card.ts";
import { readRows } from "#e2e/support/pages/expect-row-visible.ts";
import { pageUserHeader } from "#e2e/support/pages/page-user-header.ts";
import { signInWithoutPage } from "#e2e/support/pages/sign-in.ts";
import type { Speed } from "#lib/speed.ts";

/** As when the clerk turns to another window: what was counted is uploaded then. */
const turnAway = (page: Page) =>
  page.evaluate(() => {
    Object.defineProperty(document, "hidden", { configurable: true, value: true });
    document.dispatchEvent(new Event("visibilitychange"));
    Object.defineProperty(document, "hidden", { configurable: true, value: false });
  });

const sum = (counts: readonly number[]) => counts.reduce((total, count) => total + count, 0);

test("a workstation measures keys and results, uploads counts alone, and the Gateway page shows them", async ({
  as,
  console,
}) => {
  const clerk = await as("clerk");
  // Another sign-in is another workstation than that of the tests before.
  await clerk.context().clearCookies();
  await signInWithoutPage(clerk.context(), console.origin, "clerk");
  const uploads: Speed[] = [];
  clerk.on("request", (request) => {
    if (request.method() === "POST" && request.url().endsWith("/api/console/speed"))
      uploads.push(request.postDataJSON());
  });
  await clerk.goto("/charge");
  await expect(clerk.getByRole("button", { name: "Sign out" })).toBeEnabled();
  const amount = clerk.getByLabel("Amount", { exact: true });
  // It begins to measure once the page is idle.
  await expect(async () => {
    await clerk.keyboard.press("Alt+3");
    await amount.fill("");
    await clerk.keyboard.type("64.20");
    await turnAway(clerk);
    expect(uploads.length).toBeGreaterThan(0);
  }).toPass();
  await clerk.keyboard.press("Control+Enter");
  await expect(resultOf(clerk)).toHaveText(/^Approved/);
  await expect(async () => {
    await turnAway(clerk);
    expect(sum(uploads.flatMap(({ result }) => result))).toBe(1);
  }).toPass();
  for (const upload of uploads) {
    expect(Object.keys(upload)).toEqual(["key", "result"]);
    expect([...upload.key, ...upload.result].every(Number.isInteger)).toBe(true);
  }
  const keys = sum(uploads.flatMap(({ key }) => key));

  const manager = await as("manager");
  await expect(async () => {
    await manager.goto("/gateway");
    const table = manager.getByRole("table", { name: "Speed by workstation" });
    const rows = (await readRows(table)).filter(({ Workstation }) => !Workstation?.endsWith("this one"));
    const row = rows.find(({ Results, Keys }) => Results === "1" && Keys === String(keys));
    expect(row?.Workstation).toMatch(/^[0-9a-f]{8}$/);
    expect(row?.["Under 100 ms"]).toMatch(/%$/);
    expect(row?.["95 of 100 results"]).toMatch(/^(at most|over)/);
  }).toPass();
});

test("an upload that holds anything but counts is refused, and a clerk can't read the speed of others", async ({
  as,
  console,
}) => {
  const page = await as("clerk");
  const headers = { ...(await pageUserHeader(page.request)), origin: console.origin };
  const none = new Array<number>(13).fill(0);
  const send = async (data: object) =>
    (await page.request.post("/api/console/speed", { data, headers })).status();
  expect(await send({ key: none, result: none })).toBe(204);
  expect(await send({ key: none, result: [...none, 1] })).toBe(400);
  expect(await send({ key: none, result: [-1, ...none.slice(1)] })).toBe(400);
  expect(await send({ key: none, result: none, note: "Ada Okafor" })).toBe(400);
  expect(await send({ key: none, result: none, note: "x".repeat(3000) })).toBe(413);
  expect((await page.request.get("/api/console/speed")).status()).toBe(403);
});
