import type { BrowserContext, Page } from "@playwright/test";
import { expect, test } from "#e2e/support/console.ts";
import { chargeCard, chargeNextCard, visa } from "#e2e/support/pages/charge-card.ts";
import { signInWithoutPage } from "#e2e/support/pages/sign-in.ts";

/** Polling would take 15 s; a busy machine takes longer than the second that an idle one needs. */
const soon = { timeout: 8000 };
const isLive = (url: string) => new URL(url).pathname === "/api/console/live";

/** Opens a page and waits until it follows changes, itself or by another tab. */
async function openFollowing(page: Page, path: string): Promise<void> {
  const opened = page.waitForResponse((response) => isLive(response.url()));
  await page.goto(path);
  expect((await opened).status()).toBe(200);
}

/** The streams that the pages of this browser have opened and not closed. */
function countStreams(context: BrowserContext): { open: () => number; opened: () => number } {
  const open = new Set<unknown>();
  let opened = 0;
  context.on("request", (request) => {
    if (!isLive(request.url())) return;
    open.add(request);
    opened += 1;
  });
  for (const event of ["requestfinished", "requestfailed"] as const)
    context.on(event as "requestfinished", (request) => open.delete(request));
  context.on("page", (page) =>
    page.on("close", () => {
      for (const request of open)
        if ((request as { frame(): { page(): Page } }).frame().page() === page) open.delete(request);
    }),
  );
  return { open: () => open.size, opened: () => opened };
}

test("a payment shows on a manager's open list and on Today at once; their tabs share one stream, and the other goes on when the first is closed @both-stores", async ({
  as,
  browser,
  console,
}) => {
  const clerk = await as("clerk");
  const context = await browser.newContext({ baseURL: console.origin });
  const streams = countStreams(context);
  const list = await context.newPage();
  await signInWithoutPage(context, console.origin, "manager");
  await openFollowing(list, "/transactions");
  const today = await context.newPage();
  await today.goto("/");
  await expect(today.getByRole("region", { name: "Latest" })).toBeVisible();
  const first = await chargeCard(clerk, { amount: "72.15", number: visa });
  await expect(first).toContainText("Approved");
  await Promise.all([list, today].map((page) => expect(page.getByText("72.15").first()).toBeVisible(soon)));
  expect(streams.open()).toBe(1);

  const before = streams.opened();
  const taken = today.waitForResponse((response) => isLive(response.url()), soon);
  await list.close();
  await taken;
  expect(streams.opened()).toBe(before + 1);
  const second = await chargeNextCard(clerk, { amount: "72.16", number: visa });
  await expect(second).toContainText("Approved");
  await expect(today.getByText("72.16").first()).toBeVisible(soon);
  expect(streams.open()).toBe(1);
  await context.close();
});

test("an open page rests while nothing changes", async ({ as }) => {
  test.setTimeout(90_000);
  const page = await as("manager");
  await openFollowing(page, "/transactions");
  let asked: string[] = [];
  page.on("request", (request) => asked.push(new URL(request.url()).pathname));
  // The session each ten seconds, and the gateway's state, which no event reports.
  const rest = ["/api/console/session", "/api/console/gateway"];
  // What the tests before have left may still arrive: an event, a lookup.
  await expect(async () => {
    asked = [];
    // A fixed wait: nothing is asked for in it.
    await page.waitForTimeout(6000);
    expect(asked.filter((path) => path.startsWith("/api/") && !rest.includes(path))).toEqual([]);
    expect(asked.filter((path) => path === rest[0]).length).toBeLessThanOrEqual(1);
  }).toPass({ timeout: 60_000 });
});

test("a stop ends the streams of open pages and waits for nothing else, and they go on when the console is back", async ({
  as,
  console,
}) => {
  const clerk = await as("clerk");
  const page = await as("manager");
  for (const one of [clerk, page]) await openFollowing(one, "/transactions");
  const from = performance.now();
  await console.stop();
  // Node keeps a connection for six seconds after its last answer.
  expect(performance.now() - from).toBeLessThan(4_000);
  const resumed = page.waitForResponse((response) => isLive(response.url()) && response.ok(), {
    timeout: 40_000,
  });
  await console.restart();
  await resumed;
  const result = await chargeCard(clerk, { amount: "73.17", number: visa });
  await expect(result).toContainText("Approved");
  await expect(page.getByText("73.17").first()).toBeVisible(soon);
});
