import { type BrowserContext, chromium, type Page } from "@playwright/test";
import { ensureChromium } from "#e2e/run/chromium.ts";
import { chromiumFlags } from "#e2e/run/chromium-flags.ts";
import { openUntilQuiet } from "#e2e/support/pages/open-until-quiet.ts";
import { signIn } from "#e2e/support/pages/sign-in.ts";
import { RunningConsole } from "#e2e/support/running-console.ts";
import { median } from "#e2e/support/statistics.ts";
import { openTestStore } from "#e2e/support/test-store.ts";
import { paths } from "#lib/paths.ts";
import { ensureBuild } from "#server/start/build.ts";
import { Children } from "#server/start/processes/children.ts";
import { type Bench, inRounds, type Measured, type Measurement } from "../measurement.ts";
import { benchClock } from "./bench-console.ts";
import { fillBooks } from "./fill-books.ts";
import { measureWork, type PageWork, workInFrames } from "./page-work.ts";

/** The list of 100,000 payments in Chromium, on a processor 4 × slower: its first row, then scrolling and paging. */
export const listMeasurements: Measurement[] = [{ name: "list", measure }];

const rows = 100_000;
const throttle = 4;
const pages = 10;
const longFrameMs = 20;
const longTaskMs = 50;

async function measure(bench: Bench): Promise<Measured[]> {
  await ensureBuild(new Children());
  const place = await openTestStore("sqlite", "bench-list");
  await fillBooks({ dataDir: place.dataDir, databaseUrl: undefined }, rows, benchClock);
  const settings = { SANDBOX_LOG: "off", GATEWAY_TIME_ZONE: benchClock.timeZone };
  const running = await RunningConsole.start({ place, settings });
  const { path: executablePath } = await ensureChromium();
  const browser = await chromium.launch({ args: chromiumFlags, ...(executablePath && { executablePath }) });
  try {
    const context = await browser.newContext({ baseURL: running.origin });
    await signIn(await context.newPage(), "bookkeeper");
    // The first visit loads the server's code.
    await openList(context, 1);
    const rounds = await inRounds(bench.quick ? 1 : Math.min(5, bench.rounds), async () => ({
      ...(await visit(context)),
      slowFirstRowMs: await firstRow(context, throttle),
    }));
    return toLines(rounds);
  } finally {
    await browser.close();
    await running.stop();
    await place.close();
  }
}

type Visited = {
  firstRowMs: number;
  idle: PageWork;
  busy: PageWork;
  scrolling: PageWork;
  paging: PageWork;
  rowNodes: number;
  range: string;
};

async function visit(context: BrowserContext): Promise<Visited> {
  const page = await openList(context, 1);
  const firstRowMs = await page.evaluate(() => window.firstRowMs);
  const idle = await measureWork(page, () => page.waitForTimeout(1000));
  const busy = await measureWork(page, () => workInFrames(page, busyMs / throttle, 60));
  const scrolling = await measureWork(page, () => scroll(page));
  const paging = await measureWork(page, () => turnPages(page));
  const rowNodes = await page.locator(row).count();
  const range = (await page.locator("main [aria-live=polite]", { hasText: rangeText }).textContent()) ?? "";
  await page.close();
  return { firstRowMs, idle, busy, scrolling, paging, rowNodes, range };
}

/** At Chromium's own throttle. Beside other work it slows by more or less than it should: frames are not counted with it. */
async function firstRow(context: BrowserContext, rate: number): Promise<number> {
  const page = await openList(context, rate);
  const firstRowMs = await page.evaluate(() => window.firstRowMs);
  await page.close();
  return firstRowMs;
}

async function openList(context: BrowserContext, rate: number): Promise<Page> {
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await session.send("Emulation.setCPUThrottlingRate", { rate });
  await page.addInitScript(watchFrames, row);
  await openUntilQuiet(page, paths.transactions());
  return page;
}

const row = "main tbody tr";
const rangeText = /\d to [\d,]+ of [\d,]+/;
/** A page that works longer than a frame may: nearly each of its frames has to count. */
const busyMs = 30;

/** As a wheel does over the rows, down and up the whole page, twice. */
async function scroll(page: Page): Promise<void> {
  await page.mouse.move(700, 400);
  const session = await page.context().newCDPSession(page);
  for (const yDistance of [-1800, 1800, -1800, 1800])
    await session.send("Input.synthesizeScrollGesture", {
      x: 700,
      y: 400,
      yDistance,
      speed: 1800,
      gestureSourceType: "mouse",
    });
}

async function turnPages(page: Page): Promise<void> {
  for (let turn = 0; turn < pages; turn++) {
    const first = await page.locator(row).first().getAttribute("id");
    await page.getByRole("button", { name: "Older" }).click();
    await page.waitForFunction(({ rowOf, before }) => document.querySelector(rowOf)?.id !== before, {
      rowOf: row,
      before: first,
    });
    // What a page turn leaves to do is a part of it.
    await page.waitForTimeout(300);
  }
}

declare global {
  interface Window {
    firstRowMs: number;
  }
}

/** Runs in the page, before anything of it. Asks for each frame, so that one without work counts too. */
function watchFrames(rowOf: string) {
  window.firstRowMs = 0;
  const look = () => {
    if (!window.firstRowMs && document.querySelector(rowOf)) window.firstRowMs = performance.now();
    requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
}

function toLines(rounds: readonly (Visited & { slowFirstRowMs: number })[]): Measured[] {
  const of = (read: (round: (typeof rounds)[number]) => number) => median(rounds.map(read));
  const share = (part: "idle" | "busy" | "scrolling") => of((round) => longShare(round[part]));
  const count = rows.toLocaleString("en-US");
  const [last] = rounds;
  return [
    {
      what: `first row of a list of ${count}, ms`,
      value: of(({ firstRowMs }) => firstRowMs),
      goal: { atMost: 300 },
      note: `at ${throttle} × throttle ${of(({ slowFirstRowMs }) => slowFirstRowMs).toFixed(0)}; empty search, from the navigation`,
    },
    {
      what: `frames with over ${longFrameMs} ms of work at ${throttle} × while scrolling, %`,
      value: share("scrolling"),
      goal: { atMost: 2 },
      note: `of ${of(({ scrolling }) => scrolling.frames.length)}; idle ${share("idle").toFixed(1)}; ${busyMs} ms of work a frame ${share("busy").toFixed(1)}; longest ${of(({ scrolling }) => slowed(Math.max(...scrolling.frames))).toFixed(0)} ms`,
    },
    {
      what: `longest task of ${pages} page turns at ${throttle} ×, ms`,
      value: of(({ paging }) => slowed(Math.max(...paging.tasks))),
      goal: { atMost: longTaskMs },
      note: `a turn: ${of(({ paging }) => slowed(sum(paging.tasks)) / pages).toFixed(0)} ms of work, ${of(({ paging }) => paging.tasks.filter((ms) => slowed(ms) > longTaskMs).length / pages).toFixed(1)} tasks over ${longTaskMs} ms, ${of(({ paging }) => longFrames(paging) / pages).toFixed(1)} frames over ${longFrameMs} ms`,
    },
    {
      what: "rows in the document",
      value: of(({ rowNodes }) => rowNodes),
      goal: { atMost: 400 },
      note: `read out as “${last?.range}”`,
    },
  ];
}

const slowed = (ms: number) => ms * throttle;
const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);
const longFrames = ({ frames }: PageWork) => frames.filter((ms) => slowed(ms) > longFrameMs).length;
const longShare = (work: PageWork) => (100 * longFrames(work)) / Math.max(1, work.frames.length);
