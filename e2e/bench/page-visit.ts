import type { Browser, BrowserContext, Page } from "@playwright/test";
import { openUntilQuiet } from "#e2e/support/pages/open-until-quiet.ts";

type Cookies = Awaited<ReturnType<BrowserContext["cookies"]>>;
type Opened = { context: BrowserContext; page: Page };

/** Opens an empty tab with an empty cache, its thread slowed down `throttle` times. */
async function openTab(browser: Browser, cookies: Cookies, throttle: number): Promise<Opened> {
  const context = await browser.newContext();
  await context.addCookies(cookies);
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await session.send("Emulation.setCPUThrottlingRate", { rate: throttle });
  await page.addInitScript(watch);
  return { context, page };
}

export type Visited = {
  /** Since the navigation began, as every time here. */
  largestPaintMs: number;
  /** What the tasks of the page's thread took beyond 50 ms each, after the first paint. */
  blockingMs: number;
  /** The processor time of those tasks, longest first. */
  taskMs: number[];
};

/** A first visit to a page, until it has nothing to do. */
export async function visit(
  browser: Browser,
  { url, cookies = [], throttle = 1 }: { url: string; cookies?: Cookies; throttle?: number },
): Promise<Visited> {
  const { context, page } = await openTab(browser, cookies, throttle);
  await browser.startTracing(page, { categories: ["-*", "toplevel", "loading"] });
  await openUntilQuiet(page, url);
  // What waits for an idle page comes after that.
  await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 1500)));
  const { firstPaintMs, largestPaintMs, tasks } = await page.evaluate(() => window.watched);
  const trace = await browser.stopTracing();
  await context.close();
  const blockingMs = tasks
    .map(({ from, to }) => to - Math.max(from, firstPaintMs))
    .reduce((sum, ms) => sum + beyond(ms), 0);
  return { largestPaintMs, blockingMs, taskMs: tasksAfterPaint(trace) };
}

/** What tasks of these lengths take beyond 50 ms each on a processor `times` slower. */
export const blockingOf = (taskMs: readonly number[], times: number): number =>
  taskMs.reduce((sum, ms) => sum + beyond(ms * times), 0);

const beyond = (ms: number) => Math.max(0, ms - 50);

export type Typed = { firstPaintMs: number; shownMs: number; kept: boolean };

/** Types an amount into the charge page right after its first paint: when the first digit is in the field, and whether the amount is in the form once it runs. */
export async function typeAtFirstPaint(
  browser: Browser,
  { url, cookies, throttle }: { url: string; cookies: Cookies; throttle: number },
): Promise<Typed> {
  const { context, page } = await openTab(browser, cookies, throttle);
  await page.goto(url, { waitUntil: "commit" });
  await page.waitForFunction(() => window.watched.firstPaintMs > 0);
  await page.keyboard.type(amount);
  await page.waitForFunction(() => !document.querySelector("form[data-starting]"));
  await page.waitForFunction(() => document.querySelector("form[aria-label=Payment] [type=submit]:enabled"));
  const { firstPaintMs, typedMs } = await page.evaluate(() => window.watched);
  const button = await page.getByRole("button", { name: /^Charge \$/ }).textContent({ timeout: 5000 });
  await context.close();
  return { firstPaintMs, shownMs: typedMs, kept: button?.includes(amount) ?? false };
}

const amount = "12.34";

type Watched = {
  firstPaintMs: number;
  largestPaintMs: number;
  /** When the amount first held something; 0 before. */
  typedMs: number;
  /** Tasks of 50 ms and more. */
  tasks: { from: number; to: number }[];
};

declare global {
  interface Window {
    watched: Watched;
  }
}

/** Runs in the page, before anything of it. */
function watch() {
  const watched: Watched = { firstPaintMs: 0, largestPaintMs: 0, typedMs: 0, tasks: [] };
  window.watched = watched;
  const observe = (type: string, onEntry: (entry: PerformanceEntry) => void) =>
    new PerformanceObserver((list) => list.getEntries().forEach(onEntry)).observe({ type, buffered: true });
  observe("paint", ({ name, startTime }) => {
    if (name === "first-contentful-paint") watched.firstPaintMs = startTime;
  });
  observe("largest-contentful-paint", ({ startTime }) => {
    watched.largestPaintMs = startTime;
  });
  observe("longtask", ({ startTime, duration }) => {
    watched.tasks.push({ from: startTime, to: startTime + duration });
  });
  const look = () => {
    const field = document.querySelector<HTMLInputElement>("[data-amount] input");
    if (field?.value) watched.typedMs = performance.now();
    else requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
}

type TraceEvent = {
  name: string;
  ph: string;
  pid: number;
  tid: number;
  ts: number;
  tdur?: number;
  args?: { name?: string };
};

/** The processor time in ms of each task of the page's thread that ended after the first paint, longest first. */
function tasksAfterPaint(trace: Buffer): number[] {
  const { traceEvents } = JSON.parse(trace.toString()) as { traceEvents: TraceEvent[] }; // Chromium's own format
  const paint = traceEvents.findLast(({ name }) => name === "firstContentfulPaint");
  if (!paint) throw new Error("The trace has no first paint.");
  const thread = traceEvents.find(
    ({ name, pid, args }) => name === "thread_name" && pid === paint.pid && args?.name === "CrRendererMain",
  );
  return traceEvents
    .filter(({ name, pid, tid }) => /RunTask$/.test(name) && pid === paint.pid && tid === thread?.tid)
    .filter(({ ts }) => ts > paint.ts)
    .map(({ tdur = 0 }) => tdur / 1000)
    .sort((a, b) => b - a);
}
