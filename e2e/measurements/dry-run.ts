import { writeFileSync } from "node:fs";
import type { Browser } from "@playwright/test";
import { outFolder } from "#e2e/support/out-folder.ts";
import { signIn } from "#e2e/support/pages/sign-in.ts";
import type { RunningConsole } from "#e2e/support/running-console.ts";

export type DryRun = { bytes: number; ms: number; longestTaskMs: number; faults: number };

/** Validates a bulk file in a browser, with one in a hundred rows invalid: the time to its totals, and the longest task of the main thread meanwhile (0 when none reached 50 ms). */
export async function measureDryRun(
  browser: Browser,
  running: RunningConsole,
  lines: number,
): Promise<DryRun> {
  const { path, bytes } = writeBulkFile(lines);
  const context = await browser.newContext({ baseURL: running.origin });
  const page = await context.newPage();
  await signIn(page, "manager");
  await page.goto("/bulk/new");
  const input = page.getByLabel("Bulk file");
  await page.getByRole("button", { name: /^Choose a file/ }).click({ trial: true });
  await page.evaluate(watchLongTasks);
  const startedAt = performance.now();
  await input.setInputFiles(path);
  const good = (lines - lines / 100).toLocaleString("en-US");
  await page.getByRole("button", { name: `${good} rows` }).waitFor({ timeout: 300_000 });
  const ms = performance.now() - startedAt;
  // Another frame, so that the table of invalid rows is drawn.
  const longestTaskMs = await page.evaluate(longestTask);
  await context.close();
  return { bytes, ms, longestTaskMs, faults: lines / 100 };
}

/** Realistic rows, all different: card, address, invoice. */
function writeBulkFile(lines: number): { path: string; bytes: number } {
  const rows = ["command,amount,ccnum,ccexp,cardholder,avsstreet,avszip,invoice,description"];
  for (let n = 1; n <= lines; n += 1) {
    const number = n % 100 === 0 ? "4000100011112225" : "4000100011112224";
    rows.push(
      `sale,${(n % 90) + 10}.${n % 10}0,${number},1230,Person ${n},${n} Alder Street,97201,inv-${n},Monthly fee`,
    );
  }
  const path = outFolder("dry-run.csv");
  const text = `${rows.join("\r\n")}\r\n`;
  writeFileSync(path, text);
  return { path, bytes: Buffer.byteLength(text) };
}

/** Runs in the page. */
function watchLongTasks() {
  const tasks: number[] = [];
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) tasks.push(duration);
  }).observe({ type: "longtask" });
  Object.assign(window, { longTasks: tasks });
}

/** Runs in the page. */
async function longestTask(): Promise<number> {
  await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
  const { longTasks } = window as unknown as { longTasks: number[] }; // put there by watchLongTasks
  return Math.max(0, ...longTasks);
}
