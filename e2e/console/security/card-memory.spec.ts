import { mkdirSync, readFileSync, rmSync } from "node:fs";
import { basename } from "node:path";
import type { Page, Request } from "@playwright/test";
import { expect, test } from "#e2e/support/console.ts";
import { outFolder } from "#e2e/support/out-folder.ts";
import { chargeCard, resultOf } from "#e2e/support/pages/charge-card.ts";
import { pageUserHeader } from "#e2e/support/pages/page-user-header.ts";
import { heapStrings, openInspector, readMemory } from "#e2e/support/process-memory.ts";
import { filesUnder } from "#e2e/support/secrets-sweep.ts";
import { newAttemptId } from "#lib/attempt.ts";
import { isCardNumber } from "#lib/gateway/card-number.ts";

/** The prefix of all numbers of this file, and of nothing else. */
const beginning = "45329871";
const [charges, rows] = [70, 5000];
const numbers = Array.from({ length: rows + charges + 2 }, (_, n) => numberOf(n));
const ofBulkFile = numbers.slice(0, rows);
const [firstCharged = "", ...charged] = numbers.slice(rows, -1);
/** A control number that is never sent: planted in the processes' settings, where the search must find it. */
const planted = numbers.at(-1) ?? "";
const temporary = outFolder("memory", "tmp");
const snapshots = outFolder("memory", "heap");

test.use({
  settings: {
    NODE_OPTIONS: `--heapsnapshot-signal=SIGUSR2 --inspect-port=0 --diagnostic-dir=${snapshots}`,
    TMPDIR: temporary,
    MERCHANT_NAME: `Shop ${planted}`,
    SANDBOX_MERCHANT_NAME: `Shop ${planted}`,
  },
});
test.beforeAll(() => {
  for (const folder of [temporary, snapshots]) {
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(folder, { recursive: true });
  }
});

// First: a snapshot of a heap that has read 5,000 rows takes several times as long.
test("after 70 charges the memory of the console holds at most the last cards", async ({ as, console }) => {
  test.setTimeout(300_000);
  const page = await as("clerk");
  const action = page.waitForRequest((request) => "next-action" in request.headers());
  const result = await chargeCard(page, {
    amount: "1.00",
    number: firstCharged,
    cvc: "739",
    name: "Ada Okafor",
  });
  await expect(result).toHaveText(/^Approved/);
  const sale = await action;
  const user = await pageUserHeader(page.request);
  for (const number of charged) expect(await chargeAgain(page, sale, { number, user })).toContain("answered");

  const pid = console.consolePid();
  if (clearsFreedMemory()) {
    const inspector = await openInspector(pid, console.logFile);
    const remaining = async () => {
      await inspector.collectGarbage();
      // They overwrite what was freed.
      for (let n = 0; n < 100; n += 1) await page.request.get("/api/console/attempts?mine=1");
      return numbersInMemory(pid).filter((number) => number !== planted).length;
    };
    // The last request's bytes stay in the HTTP parser's buffer until one as large comes.
    await expect.poll(remaining, { timeout: 150_000, intervals: [1_000] }).toBeLessThanOrEqual(2);
    inspector.close();
  }
  expect(numbersInMemory(pid), "found at all").toContain(planted);
  expect(numbersIn(await heapStrings(pid, snapshots)), "reachable").toEqual([planted]);
});

test("none of 5,000 card numbers remains in memory, stores, logs or temporary files", async ({
  as,
  console,
}) => {
  test.setTimeout(300_000);
  const page = await as("manager");
  await page.goto("/bulk/new");
  const input = page.getByLabel("Bulk file");
  await expect(page.getByRole("button", { name: /^Choose a file/ })).toBeEnabled();
  const lines = ofBulkFile.map((number, n) => `1.00,${number},1249,memory-${n}`);
  const buffer = Buffer.from(`amount,ccnum,ccexp,orderid\n${lines.join("\n")}\n`);
  await input.setInputFiles({ name: "memory.csv", mimeType: "text/csv", buffer });
  await page.getByRole("button", { name: "Send 5,000 rows" }).click();
  await page
    .getByRole("dialog")
    .getByRole("button", { name: /^Send 5,000 rows/ })
    .click();
  await resultOf(page).getByRole("link").first().click();
  await expect(page.getByText("1 to 50 of 5,000 rows")).toBeVisible({ timeout: 120_000 });

  // A charge of the other test may be in the console's memory.
  const sent = new Set([...ofBulkFile, planted]);
  const [consolePid, sandboxPid] = [console.consolePid(), console.sandboxPid()];
  // Finding the planted number shows that the search would have found the others.
  expect(numbersIn(await heapStrings(sandboxPid, snapshots)), "reachable in the sandbox").toEqual([planted]);
  if (clearsFreedMemory()) {
    const inspector = await openInspector(consolePid, console.logFile);
    await inspector.collectGarbage();
    inspector.close();
    // What is reachable is part of it.
    const found = numbersInMemory(consolePid).filter((number) => sent.has(number));
    expect(found, "in the console's memory").toEqual([planted]);
  } else
    expect(numbersIn(await heapStrings(consolePid, snapshots)), "reachable in the console").toEqual([
      planted,
    ]);

  const files = [...filesUnder(console.dataDir), ...filesUnder(temporary), console.logFile];
  expect(files.map((file) => basename(file))).toContain("console.sqlite");
  for (const file of files) expect(numbersIn(readFileSync(file, "latin1")), file).toEqual([]);
});

/** Sends the sale of the page again, with another card and `attemptId`. */
async function chargeAgain(
  page: Page,
  sale: Request,
  { number, user }: { number: string; user: Record<string, string> },
): Promise<string> {
  const sent = sale.postData() ?? "";
  const { "next-action": id = "", "next-router-state-tree": tree = "" } = sale.headers();
  const [{ attemptId }] = JSON.parse(sent);
  const answer = await page.request.post(sale.url(), {
    data: sent.replaceAll(attemptId, newAttemptId()).replace(/4532[ \d]{12,15}/g, number),
    headers: {
      ...user,
      "next-action": id,
      "next-router-state-tree": tree,
      "content-type": "text/plain;charset=UTF-8",
      accept: "text/x-component",
      origin: new URL(sale.url()).origin,
    },
  });
  return answer.text();
}

/** The distinct numbers of this file in a text. */
function numbersIn(text: string): string[] {
  return [...new Set(text.match(pattern))];
}

/** The same for a process's memory, freed or not, in both of the engine's string encodings. */
function numbersInMemory(pid: number): string[] {
  const found = new Set<string>();
  readMemory(pid, (stretch) => {
    for (const encoding of ["latin1", "utf16le"] as const) {
      const searched = Buffer.from(beginning, encoding);
      for (let at = stretch.indexOf(searched); at >= 0; at = stretch.indexOf(searched, at + 1)) {
        const [number] = numbersIn(stretch.toString(encoding, at, at + 2 * searched.length));
        if (number) found.add(number);
      }
    }
  });
  return [...found];
}

const pattern = new RegExp(`${beginning}\\d{8}`, "g");

/** Whether the C library is glibc, which can overwrite freed memory. */
function clearsFreedMemory(): boolean {
  const { header } = process.report.getReport() as { header: { glibcVersionRuntime?: string } }; // as Node documents it
  return header.glibcVersionRuntime !== undefined;
}

function numberOf(n: number): string {
  const start = `${beginning}${String(n).padStart(7, "0")}`;
  return `${start}${[..."0123456789"].find((digit) => isCardNumber(start + digit))}`;
}
