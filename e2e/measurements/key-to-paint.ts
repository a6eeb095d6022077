import { setTimeout as delay } from "node:timers/promises";
import type { Browser, Page } from "@playwright/test";
import { signIn } from "#e2e/support/pages/sign-in.ts";
import type { RunningConsole } from "#e2e/support/running-console.ts";
import { quantile } from "#e2e/support/statistics.ts";

export type KeyTimes = { page: string; keys: number; p50: number; p95: number };

const throttle = 4;
const betweenKeysMs = 90;
const rows = 60;

/** The time from a key to the paint after it, in ms, with the processor slowed down four times: typing a charge, typing a search, walking down a table. */
export async function measureKeys(browser: Browser, running: RunningConsole): Promise<KeyTimes[]> {
  for (let n = 1; n <= rows; n += 1)
    await running.gateway("POST", "/transactions", {
      command: "cash:sale",
      amount: `${n}.37`,
      invoice: `K-${n}`,
    });
  const context = await browser.newContext({ baseURL: running.origin });
  const page = await context.newPage();
  await signIn(page, "manager");
  const devtools = await context.newCDPSession(page);
  const times: KeyTimes[] = [];
  for (const [name, { path, prepare, keys }] of Object.entries(walks)) {
    await page.goto(path);
    await page.getByRole("button", { name: "Sign out" }).click({ trial: true });
    await prepare(page);
    // Until the page has nothing else to do.
    await delay(3000);
    await devtools.send("Emulation.setCPUThrottlingRate", { rate: throttle });
    await page.evaluate(watchKeys);
    for (const key of keys) {
      await page.keyboard.press(key);
      await delay(betweenKeysMs);
    }
    const found = await page.evaluate(() => (window as unknown as { keyTimes: number[] }).keyTimes); // put there by watchKeys
    await devtools.send("Emulation.setCPUThrottlingRate", { rate: 1 });
    times.push({ page: name, keys: found.length, p50: quantile(found, 0.5), p95: quantile(found, 0.95) });
  }
  await context.close();
  return times;
}

const charge = [
  ..."12.50",
  "Enter",
  ..."4000100011112224",
  "Enter",
  ..."1249",
  "Enter",
  ..."123",
  "Enter",
  ..."Ada Okafor",
];
const cleared = [
  ...charge,
  ...new Array<string>(10).fill("Backspace"),
  ..."Ada Okafor-Lindqvist of Portland",
];

const walks: Record<string, { path: string; prepare: (page: Page) => Promise<unknown>; keys: string[] }> = {
  charge: {
    path: "/charge",
    prepare: (page) => page.getByLabel("Amount", { exact: true }).focus(),
    keys: cleared.map((key) => (key === " " ? "Space" : key)),
  },
  search: {
    path: "/transactions",
    prepare: async (page) => {
      await page.getByRole("table", { name: "Transactions found" }).waitFor();
      await page.getByRole("combobox", { name: "Search transactions" }).focus();
    },
    keys: [..."tender:cash amount:10..20 customer:okafor last week -refunded K-17"].map((key) =>
      key === " " ? "Space" : key,
    ),
  },
  tables: {
    path: "/transactions",
    prepare: (page) => page.getByRole("table", { name: "Transactions found" }).waitFor(),
    keys: [...new Array<string>(35).fill("ArrowDown"), ...new Array<string>(30).fill("ArrowUp")],
  },
};

/** Runs in the page: a frame begins after the key's handlers; what is posted in it runs after its paint. */
function watchKeys() {
  const keyTimes: number[] = [];
  Object.assign(window, { keyTimes });
  window.addEventListener(
    "keydown",
    ({ timeStamp }) => {
      requestAnimationFrame(() => {
        const channel = new MessageChannel();
        channel.port1.onmessage = () => keyTimes.push(performance.now() - timeStamp);
        channel.port2.postMessage(undefined);
      });
    },
    true,
  );
}
