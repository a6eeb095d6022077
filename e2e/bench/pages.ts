import { chromium } from "@playwright/test";
import { EmptyApp } from "#e2e/measurements/empty-app.ts";
import { ensureChromium } from "#e2e/run/chromium.ts";
import { chromiumFlags } from "#e2e/run/chromium-flags.ts";
import { signIn } from "#e2e/support/pages/sign-in.ts";
import { RunningConsole } from "#e2e/support/running-console.ts";
import { median } from "#e2e/support/statistics.ts";
import { openTestStore } from "#e2e/support/test-store.ts";
import { inRounds, isMet, type Measured } from "./measurement.ts";
import { blockingOf, typeAtFirstPaint, visit } from "./page-visit.ts";
import { printTable } from "./report.ts";

/** Next's own page for an unknown address: the emptiest that the console serves, with its proxy, layout and styles. */
const ownEmptyPath = "/_not-found";
const sale = {
  command: "sale",
  amount: "1.00",
  creditcard: { number: "4000100011112224", expiration: "1230", cvc: "999" },
};
/** How much slower than this machine a workstation may be. */
const throttle = 4;

/**
 * Prints how the charge page opens beside two empty ones, each on a first visit: the smallest page that Next builds,
 * served as a file without a session, and the console's own, made for the same user. Measurements: its largest paint, how long it
 * blocks its thread on a slow processor, and whether the amount takes keys from the first paint. Medians.
 */
export async function reportPages(rounds: number): Promise<boolean> {
  const { path: executablePath } = await ensureChromium();
  const browser = await chromium.launch({ args: chromiumFlags, ...(executablePath && { executablePath }) });
  const place = await openTestStore("sqlite", "bench-pages");
  const settings = { SANDBOX_LOG: "off", SANDBOX_STRICT_REPLIES: "off" };
  const running = await RunningConsole.start({ place, settings });
  const empty = await EmptyApp.start();
  try {
    // As in a working day, when a batch is open.
    await running.gateway("POST", "/transactions", sale);
    const context = await browser.newContext({ baseURL: running.origin });
    await signIn(await context.newPage(), "clerk");
    const cookies = await context.cookies();
    await context.close();
    const charge = { url: `${running.origin}/charge`, cookies };
    const measure = async () => ({
      empty: await visit(browser, { url: empty.origin }),
      ownEmpty: await visit(browser, { url: `${running.origin}${ownEmptyPath}`, cookies }),
      charge: await visit(browser, charge),
      slowed: await visit(browser, { ...charge, throttle }),
      typed: await typeAtFirstPaint(browser, { ...charge, throttle }),
    });
    // The servers' first answers load their code.
    await measure();
    const lines = toLines(await inRounds(rounds, measure));
    printTable(lines);
    return lines.every((line) => isMet(line) !== false);
  } finally {
    await browser.close();
    await empty.stop();
    await running.stop();
    await place.close();
  }
}

type Round = {
  empty: Awaited<ReturnType<typeof visit>>;
  ownEmpty: Awaited<ReturnType<typeof visit>>;
  charge: Awaited<ReturnType<typeof visit>>;
  slowed: Awaited<ReturnType<typeof visit>>;
  typed: Awaited<ReturnType<typeof typeAtFirstPaint>>;
};

function toLines(rounds: readonly Round[]): Measured[] {
  const of = (read: (round: Round) => number) => median(rounds.map(read));
  const ms = (value: number) => `${value.toFixed(0)} ms`;
  const largest = {
    charge: of(({ charge }) => charge.largestPaintMs),
    empty: of(({ empty }) => empty.largestPaintMs),
    ownEmpty: of(({ ownEmpty }) => ownEmpty.largestPaintMs),
  };
  const toOwnEmpty = of(({ charge, ownEmpty }) => charge.largestPaintMs / ownEmpty.largestPaintMs);
  const longest = of(({ charge: { taskMs } }) => taskMs[0] ?? 0);
  return [
    {
      what: "largest paint of /charge ÷ that of an empty page",
      value: of(({ charge, empty }) => charge.largestPaintMs / empty.largestPaintMs),
      goal: { atMost: 1.5 },
      note: `${ms(largest.charge)} ÷ ${ms(largest.empty)}; ${toOwnEmpty.toFixed(2)} × the console's own empty page (${ms(largest.ownEmpty)})`,
    },
    {
      what: `blocking time of /charge on a processor ${throttle} × slower, ms, by processor time`,
      value: of(({ charge: { taskMs } }) => blockingOf(taskMs, throttle)),
      goal: { atMost: 100 },
      note: `the empty page ${ms(of(({ empty: { taskMs } }) => blockingOf(taskMs, throttle)))}, longest task ${ms(longest * throttle)}`,
    },
    {
      what: `the same at Chromium's throttle of ${throttle} ×, ms, with what else the machine did`,
      value: of(({ slowed }) => slowed.blockingMs),
      goal: { atMost: 100 },
      note: `largest paint there ${ms(of(({ slowed }) => slowed.largestPaintMs))}`,
    },
    {
      what: `amounts lost of ${rounds.length} typed at the first paint at that throttle`,
      value: rounds.filter(({ typed }) => !typed.kept).length,
      goal: { atMost: 0 },
      note: `first paint ${ms(of(({ typed }) => typed.firstPaintMs))}, first digit shown ${ms(of(({ typed }) => typed.shownMs))}`,
    },
  ];
}
