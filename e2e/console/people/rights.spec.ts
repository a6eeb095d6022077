import type { Page } from "@playwright/test";
import { type test as consoleTest, expect, test } from "#e2e/support/console.ts";
import { resultOf, visa } from "#e2e/support/pages/charge-card.ts";
import { isRefused } from "#e2e/support/pages/is-refused.ts";
import { pageUserHeader } from "#e2e/support/pages/page-user-header.ts";

/** A server action as the browser sent it. */
type SentAction = { url: string; headers: Record<string, string>; body: string };

type Console = Parameters<Parameters<typeof consoleTest>[2]>[0]["console"];

let sales = 0;

/** Amounts differ, since the gateway would detect equal ones as duplicates. */
async function settledSale(console: Console): Promise<string> {
  sales += 1;
  const sale = await console.gateway("POST", "/transactions", {
    command: "sale",
    amount: String(20 + sales),
    creditcard: { number: visa, expiration: "1230" },
  });
  await console.closeBatch();
  const { key } = sale.body as { key: string }; // an approved sale has a key
  return key;
}

/** Refunds through the page and returns what the browser sent for it. */
async function refundByPage(page: Page, key: string): Promise<SentAction> {
  await page.goto(`/transactions/${key}`);
  await page
    .getByRole("region", { name: "Actions" })
    .getByRole("button", { name: "Refund", exact: true })
    .click();
  const sent = page.waitForRequest(
    (request) => request.method() === "POST" && Boolean(request.headers()["next-action"]),
  );
  await page.getByRole("dialog").getByRole("button", { name: "Refund", exact: true }).click();
  const request = await sent;
  await expect(resultOf(page)).toHaveText(/^Approved/);
  return { url: request.url(), headers: await request.allHeaders(), body: request.postData() ?? "" };
}

const withFreshId = (body: string) => body.replace(/("attemptId":")[^"]+/, "$1another-form-01234567890");

/** The same action on another payment, with the cookies of `page`'s user. */
async function sendAction(page: Page, action: SentAction, key: string, headers: Record<string, string> = {}) {
  const other = action.headers["next-action"] ?? "";
  return page.request.post(action.url, {
    headers: {
      accept: "text/x-component",
      "content-type": action.headers["content-type"] ?? "text/plain;charset=UTF-8",
      "next-action": other,
      origin: new URL(action.url).origin,
      ...(await pageUserHeader(page.request)),
      ...headers,
    },
    data: withFreshId(action.body).replace(/("key":")[^"]+/, `$1${key}`),
  });
}

test("a clerk can't refund by calling the action directly, and a page of another site can't refund for a manager", async ({
  as,
  console,
}) => {
  const [manager, clerk] = [await as("manager"), await as("clerk")];
  const action = await refundByPage(manager, await settledSale(console));

  const key = await settledSale(console);
  const answer = await sendAction(clerk, action, key);
  expect(await answer.text()).toContain("does not include");
  const after = await console.gateway("GET", `/transactions/${key}`);
  expect(after.body).toMatchObject({ available_actions: expect.arrayContaining(["refund"]) });

  const foreign = { origin: "http://evil.test" };
  for (const forged of [foreign, { ...foreign, "x-forwarded-host": "evil.test" }]) {
    const answer = await sendAction(manager, action, key, forged);
    expect(answer.status()).toBe(403);
    expect(await answer.text()).toContain("this was not sent by a page of the console");
  }
  const state = await console.gateway("GET", `/transactions/${key}`);
  expect(state.body).toMatchObject({ available_actions: expect.arrayContaining(["refund"]) });

  // The same call succeeds for a manager: only the right was missing.
  expect(await (await sendAction(manager, action, key)).text()).toContain('"state":"answered"');
});

test("a bookkeeper sees the payments of the day and takes none", async ({ as }) => {
  const { request } = await as("bookkeeper");
  expect(await isRefused(request, "/charge", "charge")).toBe(true);
  expect(await (await request.get("/batches")).text()).toContain("Opened from");
});
