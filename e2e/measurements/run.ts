import { chromium } from "@playwright/test";
import { ensureChromium } from "#e2e/run/chromium.ts";
import { chromiumFlags } from "#e2e/run/chromium-flags.ts";
import { RunningConsole } from "#e2e/support/running-console.ts";
import { openTestStore } from "#e2e/support/test-store.ts";
import { measureCharges } from "./charge-time.ts";
import { measureDryRun } from "./dry-run.ts";
import { EmptyApp } from "./empty-app.ts";
import { measureKeys } from "./key-to-paint.ts";
import { measureScripts } from "./script-size.ts";
import { measureStream } from "./stream-memory.ts";

/** `npm run measure`: the sizes and times of docs/benchmarks.md, measured on this machine in this run. */

const charges = 50;
const bulkRows = 200_000;
/** Of about 1 kB: 100 MB. */
const streamRows = 107_000;

const kB = (bytes: number) => `${Math.round(bytes / 1000)} kB`;
const mB = (bytes: number) => `${Math.round(bytes / 1024 / 1024)} MiB`;
const seconds = (value: number) => `${(value / 1000).toFixed(1)} s`;
const ms = (value: number) => `${Math.round(value)} ms`;
const ratio = (value: number, base: number) => `${(value / base).toFixed(2)} × the empty page`;

const { path: executablePath } = await ensureChromium();
const browser = await chromium.launch({ args: chromiumFlags, ...(executablePath && { executablePath }) });
const place = await openTestStore("sqlite", "measurements");
const running = await RunningConsole.start({ place, settings: {} });
const empty = await EmptyApp.start();
try {
  const scripts = await measureScripts(browser, running.origin, empty.origin);
  const times = await measureCharges(browser, running, charges);
  say("JavaScript of an empty Next page, compressed", kB(scripts.empty));
  say("JavaScript of the sign-in page, compressed", kB(scripts.signIn), ratio(scripts.signIn, scripts.empty));
  say("JavaScript of the charge page, compressed", kB(scripts.charge), ratio(scripts.charge, scripts.empty));
  say(`Click to result, median of ${charges}`, ms(times.click));
  say(`The bare gateway call, median of ${charges}`, ms(times.bare));
  for (const { page, keys, p50, p95 } of await measureKeys(browser, running))
    say(`Key to paint at 4 × CPU throttle, ${page}, p95`, ms(p95), `median ${ms(p50)}, ${keys} keys`);
  const dryRun = await measureDryRun(browser, running, bulkRows);
  say(`Dry run of ${bulkRows} lines`, seconds(dryRun.ms), `${kB(dryRun.bytes)}, ${dryRun.faults} faults`);
  say(
    "Its longest task of the page's thread",
    dryRun.longestTaskMs > 0 ? ms(dryRun.longestTaskMs) : "< 50 ms",
  );
  for (const which of ["first", "next"]) {
    const stream = await measureStream(running, streamRows);
    say(
      `Memory above idle while the ${which} file streams`,
      mB(stream.peakBytes - stream.idleBytes),
      `${mB(stream.bytes)} in ${seconds(stream.ms)}, idle ${mB(stream.idleBytes)}`,
    );
  }
} finally {
  await browser.close();
  await empty.stop();
  await running.stop();
  await place.close();
}

function say(what: string, value: string, beside = ""): void {
  console.info(`${what.padEnd(48)}${value.padStart(10)}  ${beside}`);
}
