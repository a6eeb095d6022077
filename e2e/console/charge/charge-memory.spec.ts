import { mkdirSync, rmSync } from "node:fs";
import type { Page, Request } from "@playwright/test";
import { expect, test } from "#e2e/support/console.ts";
import { outFolder } from "#e2e/support/out-folder.ts";
import { chargeCard } from "#e2e/support/pages/charge-card.ts";
import { pageUserHeader } from "#e2e/support/pages/page-user-header.ts";
import { heapStrings, readMemory } from "#e2e/support/process-memory.ts";
import { newAttemptId } from "#lib/attempt.ts";
import { isCardNumber } from "#lib/gateway/card-number.ts";

/** The prefix of all numbers of this test, and of nothing else. */
const beginning = "45329876";
const size = 70;
const numbers = Array.from({ length: size + 2 }, (_, n) => numberOf(n));
const [first = "", planted = "", ...others] = numbers;
const snapshots = outFolder("charge-memory", "heap");

test.use({
  settings: {
    NODE_OPTIONS: `--heapsnapshot-signal=SIGUSR2 --diagnostic-dir=${snapshots}`,
    MERCHANT_NAME: `Shop ${planted}`,
  },
});
test.beforeAll(() => {
  rmSync(snapshots, { recursive: true, force: true });
  mkdirSync(snapshots, { recursive: true });
});

test("after 70 charges the memory of the console holds at most the last cards", async ({ as, console }) => {
  test.setTimeout(300_000);
  const page = await as("clerk");
  const action = page.waitForRequest((request) => "next-action" in request.headers());
  const result = await chargeCard(page, { amount: "1.00", number: first, cvc: "739", name: "Ada Okafor" });
  await expect(result).toHaveText(/^Approved/);
  const sale = await action;
  for (const number of others) expect(await chargeAgain(page, sale, number)).toContain("answered");

  const remaining = async () => {
    // A snapshot starts with a full collection; the requests after it overwrite what was freed.
    await heapStrings(console.consolePid(), snapshots);
    // The console answers nothing while it writes the snapshot: a connection kept open may have ended meanwhile.
    for (let n = 0; n < 100; n += 1)
      await page.request.get("/api/console/attempts?mine=1", { maxRetries: 2 });
    return numbersInMemory(console.consolePid()).filter((number) => number !== planted).length;
  };
  if (clearsFreedMemory())
    // The last request's bytes stay in the HTTP parser's buffer until one as large comes.
    await expect.poll(remaining, { timeout: 150_000, intervals: [1_000] }).toBeLessThanOrEqual(2);
  expect(numbersInMemory(console.consolePid()), "found at all").toContain(planted);
  const heap = await heapStrings(console.consolePid(), snapshots);
  expect([...new Set(heap.match(pattern))], "reachable").toEqual([planted]);
});

/** Sends the sale of the page again, with another card and `attemptId`. */
async function chargeAgain(page: Page, sale: Request, number: string): Promise<string> {
  const sent = sale.postData() ?? "";
  const { "next-action": id = "", "next-router-state-tree": tree = "" } = sale.headers();
  const [{ attemptId }] = JSON.parse(sent);
  const answer = await page.request.post(sale.url(), {
    data: sent.replaceAll(attemptId, newAttemptId()).replace(/4532[ \d]{12,15}/g, number),
    headers: {
      ...(await pageUserHeader(page.request)),
      "next-action": id,
      "next-router-state-tree": tree,
      "content-type": "text/plain;charset=UTF-8",
      accept: "text/x-component",
      origin: new URL(sale.url()).origin,
    },
  });
  return answer.text();
}

/** The numbers of this test in a process's memory, freed or not, in both of the engine's string encodings. */
function numbersInMemory(pid: number): string[] {
  const found = new Set<string>();
  readMemory(pid, (stretch) => {
    for (const encoding of ["latin1", "utf16le"] as const) {
      const searched = Buffer.from(beginning, encoding);
      for (let at = stretch.indexOf(searched); at >= 0; at = stretch.indexOf(searched, at + 1)) {
        const [number] = stretch.toString(encoding, at, at + 2 * searched.length).match(pattern) ?? [];
        if (number) found.add(number);
      }
    }
  });
  return [...found];
}

/** Whether the C library is glibc, which can overwrite freed memory. */
function clearsFreedMemory(): boolean {
  const { header } = process.report.getReport() as { header: { glibcVersionRuntime?: string } }; // as Node documents it
  return header.glibcVersionRuntime !== undefined;
}

const pattern = new RegExp(`${beginning}\\d{8}`, "g");

function numberOf(n: number): string {
  const start = `${beginning}${String(n).padStart(7, "0")}`;
  return `${start}${[..."0123456789"].find((digit) => isCardNumber(start + digit))}`;
}
