import { type BrowserContext, chromium, type Page } from "@playwright/test";
import { ensureChromium } from "#e2e/run/chromium.ts";
import { chromiumFlags } from "#e2e/support/chromium-flags.ts";
import { openUntilQuiet } from "#e2e/support/open-until-quiet.ts";
import { RunningConsole } from "#e2e/support/running-console.ts";
import { signIn } from "#e2e/support/sign-in.ts";
import { openTestStore } from "#e2e/support/test-store.ts";
import { paths } from "#lib/paths.ts";
import { ensureBuild } from "#server/start/build.ts";
import { Children } from "#server/start/children.ts";
import { type Bench, type Figure, inRounds, type Measured, median } from "../figure.ts";
import { benchClock } from "./bench-console.ts";
import { fillBooks } from "./fill-books.ts";

/** The list of 100,000 payments in Chromium on a processor 4 × slower: its first row, then paging and scrolling. */
export const listFigures: Figure[] = [{ name: "list", measure }];

const rows = 100_000;
const throttle = 4;
const pages = 10;
const longFrameMs = 20;

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
    await visit(context, 1);
    const rounds = await inRounds(bench.quick ? 1 : Math.min(5, bench.rounds), async () => ({
      plain: await visit(context, 1),
      slowed: await visit(context, throttle),
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
  paging: number[];
  scrolling: number[];
  idle: number[];
  rowNodes: number;
  range: string;
};

async function visit(context: BrowserContext, rate: number): Promise<Visited> {
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await session.send("Emulation.setCPUThrottlingRate", { rate });
  await page.addInitScript(watchFrames, row);
  await openUntilQuiet(page, paths.transactions());
  const firstRowMs = await page.evaluate(() => window.list.firstRowMs);
  const idle = await framesOf(page, () => page.waitForTimeout(1000));
  const scrolling = await framesOf(page, () => scroll(page));
  const paging = await framesOf(page, () => leaf(page));
  const rowNodes = await page.locator(row).count();
  const range = (await page.locator("main [aria-live=polite]", { hasText: rangeText }).textContent()) ?? "";
  await page.close();
  return { firstRowMs, paging, scrolling, idle, rowNodes, range };
}

const row = "main tbody tr";
const rangeText = /\d to [\d,]+ of [\d,]+/;

/** As a wheel does, down and up again. */
async function scroll(page: Page): Promise<void> {
  await page.mouse.move(700, 400);
  for (const by of [120, -120])
    for (let turn = 0; turn < 30; turn++) {
      await page.mouse.wheel(0, by);
      await page.waitForTimeout(16);
    }
}

async function leaf(page: Page): Promise<void> {
  for (let turn = 0; turn < pages; turn++) {
    const first = await page.locator(row).first().getAttribute("id");
    await page.getByRole("button", { name: "Older" }).click();
    await page.waitForFunction(({ rowOf, before }) => document.querySelector(rowOf)?.id !== before, {
      rowOf: row,
      before: first,
    });
  }
}

/** How long each frame took while something was done. */
async function framesOf(page: Page, act: () => Promise<void>): Promise<number[]> {
  await page.evaluate(() => {
    window.list.frames = [];
  });
  await act();
  return page.evaluate(() => window.list.frames);
}

declare global {
  interface Window {
    list: { firstRowMs: number; frames: number[] };
  }
}

/** Runs in the page, before anything of it. */
function watchFrames(rowOf: string) {
  const list = { firstRowMs: 0, frames: [] as number[] };
  window.list = list;
  let last = 0;
  const look = (now: number) => {
    if (!list.firstRowMs && document.querySelector(rowOf)) list.firstRowMs = performance.now();
    if (last) list.frames.push(now - last);
    last = now;
    requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
}

function toLines(rounds: readonly { plain: Visited; slowed: Visited }[]): Measured[] {
  const of = (read: (round: (typeof rounds)[number]) => number) => median(rounds.map(read));
  const count = rows.toLocaleString("en-US");
  const [last] = rounds;
  const frames = (what: string, part: "scrolling" | "paging"): Measured => ({
    what: `frames over ${longFrameMs} ms while ${what} at ${throttle} × throttle, %`,
    value: of(({ slowed }) => longShare(slowed[part])),
    goal: { atMost: 2 },
    note: `idle ${of(({ slowed }) => longShare(slowed.idle)).toFixed(1)}; not throttled ${of(({ plain }) => longShare(plain[part])).toFixed(1)}`,
  });
  return [
    {
      what: `first row of a list of ${count}, ms`,
      value: of(({ plain }) => plain.firstRowMs),
      goal: { atMost: 300 },
      note: `at ${throttle} × throttle ${of(({ slowed }) => slowed.firstRowMs).toFixed(0)}; empty search, from the navigation`,
    },
    frames("scrolling a page", "scrolling"),
    frames(`going ${pages} pages down`, "paging"),
    {
      what: "rows in the document",
      value: of(({ slowed }) => slowed.rowNodes),
      goal: { atMost: 400 },
      note: `read out as “${last?.slowed.range}”`,
    },
  ];
}

const longShare = (frames: readonly number[]) =>
  (100 * frames.filter((ms) => ms > longFrameMs).length) / Math.max(1, frames.length);
