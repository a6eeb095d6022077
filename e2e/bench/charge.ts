import { closeSync, fdatasyncSync, openSync, writeSync } from "node:fs";
import { join } from "node:path";
import { type Browser, chromium, type Page } from "@playwright/test";
import { measureCharges } from "#e2e/measurements/charge-time.ts";
import { EmptyApp } from "#e2e/measurements/empty-app.ts";
import { ensureChromium } from "#e2e/run/chromium.ts";
import { chromiumFlags } from "#e2e/run/chromium-flags.ts";
import { RunningConsole } from "#e2e/support/running-console.ts";
import { median } from "#e2e/support/statistics.ts";
import { openTestStore } from "#e2e/support/test-store.ts";

type ChargeCost = {
  /** Medians of one run, in ms: from the click to the result on the screen, in a real browser. */
  click: number;
  /** The same for a server action that does nothing, in an application that has nothing else. */
  emptyAction: number;
  /** The gateway's own answer to the same sale. */
  gateway: number;
  /** One fdatasync where the console keeps its journal. */
  fdatasync: number;
  /** click ÷ (emptyAction + gateway + two fdatasync). */
  ratio: number;
};

/** What a charge costs beyond the minimum: an action, the gateway's reply and two durable writes. */
async function benchCharge(count = 50): Promise<ChargeCost> {
  const { path: executablePath } = await ensureChromium();
  const browser = await chromium.launch({ args: chromiumFlags, ...(executablePath && { executablePath }) });
  const place = await openTestStore("sqlite", "bench-charge");
  // As in `npm start`: only e2e tests need the log and strict replies.
  const settings = { SANDBOX_LOG: "off", SANDBOX_STRICT_REPLIES: "off" };
  const running = await RunningConsole.start({ place, settings });
  const empty = await EmptyApp.start(actionPage);
  try {
    const half = Math.ceil(count / 2);
    // Half of the baseline before and half after, so that a change of machine load affects both sides.
    const before = await measureEmptyActions(browser, empty.origin, half);
    const { click, bare } = await measureCharges(browser, running, count);
    const after = await measureEmptyActions(browser, empty.origin, half);
    const emptyAction = median([...before, ...after]);
    const fdatasync = median(measureSyncs(place.dataDir, count));
    const ratio = click / (emptyAction + bare + 2 * fdatasync);
    return { click, emptyAction, gateway: bare, fdatasync, ratio };
  } finally {
    await browser.close();
    await empty.stop();
    await running.stop();
    await place.close();
  }
}

const actionPage = {
  "app/act/page.jsx": `"use client";
import { useEffect, useState } from "react";
import { act } from "./act.js";
export default function Page() {
  const [count, setCount] = useState(0);
  const [ready, setReady] = useState(false);
  useEffect(() => setReady(true), []);
  const press = async () => { await act(); setCount(count + 1); };
  return <><button onClick={press} disabled={!ready}>Act</button><p>Done {count}</p></>;
}`,
  "app/act/act.js": `"use server";
export async function act() {}`,
};

async function measureEmptyActions(browser: Browser, origin: string, count: number): Promise<number[]> {
  const context = await browser.newContext({ baseURL: origin });
  const page = await context.newPage();
  await page.goto("/act");
  await page.getByRole("button", { name: "Act" }).click({ trial: true });
  const times: number[] = [];
  for (let round = 0; round < count; round += 1) times.push(await timeAction(page));
  await context.close();
  // The first one opens the connection.
  return times.slice(1);
}

/** Timed inside the page, as the charge is. */
function timeAction(page: Page): Promise<number> {
  return page.getByRole("button", { name: "Act" }).evaluate((button) => {
    const done = () => document.querySelector("p")?.textContent;
    const before = done();
    return new Promise<number>((resolve) => {
      const startedAt = performance.now();
      const observer = new MutationObserver(() => {
        if (done() === before) return;
        observer.disconnect();
        resolve(performance.now() - startedAt);
      });
      observer.observe(document.body, { childList: true, subtree: true, characterData: true });
      (button as HTMLElement).click(); // a button is an HTMLElement
    });
  });
}

function measureSyncs(folder: string, count: number): number[] {
  const file = openSync(join(folder, "fdatasync"), "w");
  const page = Buffer.alloc(4096, 1);
  const times = Array.from({ length: count }, () => {
    writeSync(file, page);
    const startedAt = performance.now();
    fdatasyncSync(file);
    return performance.now() - startedAt;
  });
  closeSync(file);
  return times;
}

/** Prints the measurements; false when the charge costs more than it may. */
export async function reportChargeCost(): Promise<boolean> {
  const { click, emptyAction, gateway, fdatasync, ratio } = await benchCharge();
  const ms = (value: number) => `${value.toFixed(1)} ms`;
  console.info(`click to result                    ${ms(click)}`);
  console.info(`an empty server action             ${ms(emptyAction)}`);
  console.info(`the gateway's own answer           ${ms(gateway)}`);
  console.info(`fdatasync                          ${ms(fdatasync)}`);
  console.info(`click ÷ (action + answer + 2 sync) ${ratio.toFixed(2)} (at most ${atMost})`);
  return ratio <= atMost;
}

const atMost = 1.5;
