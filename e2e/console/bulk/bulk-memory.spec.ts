import { mkdirSync, readFileSync, rmSync } from "node:fs";
import { basename } from "node:path";
import { expect, test } from "#e2e/support/console.ts";
import { outFolder } from "#e2e/support/out-folder.ts";
import { heapStrings, readMemory } from "#e2e/support/process-memory.ts";
import { filesUnder } from "#e2e/support/secrets-sweep.ts";
import { isCardNumber } from "#lib/gateway/card-number.ts";

/** The prefix of all numbers of the file, and of nothing else. */
const beginning = "45329871";
const size = 5000;
const numbers = Array.from({ length: size + 1 }, (_, n) => numberOf(n));
/** A control number that is not in the file: planted in the processes' settings, where the search must find it. */
const planted = numberOf(size);
const temporary = outFolder("memory", "tmp");
const snapshots = outFolder("memory", "heap");

test.use({
  settings: {
    NODE_OPTIONS: `--heapsnapshot-signal=SIGUSR2 --diagnostic-dir=${snapshots}`,
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

test("none of 5,000 card numbers remains in memory, stores, logs or temporary files", async ({
  as,
  console,
}) => {
  test.setTimeout(300_000);
  const page = await as("manager");
  await page.goto("/bulk/new");
  const input = page.getByLabel("Bulk file");
  await expect(page.getByRole("button", { name: /^Choose a file/ })).toBeEnabled();
  const lines = numbers.slice(0, size).map((number, n) => `1.00,${number},1249,memory-${n}`);
  const buffer = Buffer.from(`amount,ccnum,ccexp,orderid\n${lines.join("\n")}\n`);
  await input.setInputFiles({ name: "memory.csv", mimeType: "text/csv", buffer });
  await page.getByRole("button", { name: "Send 5,000 rows" }).click();
  await page
    .getByRole("dialog")
    .getByRole("button", { name: /^Send 5,000 rows/ })
    .click();
  await page.getByRole("region", { name: "Result" }).getByRole("link").first().click();
  await expect(page.getByText("1 to 50 of 5,000 rows")).toBeVisible({ timeout: 120_000 });

  const [consolePid, sandboxPid] = [console.consolePid(), console.sandboxPid()];
  // Finding the planted number shows that the search would have found the others.
  expect(numbersIn(await heapStrings(consolePid, snapshots)), "reachable in the console").toEqual([planted]);
  expect(numbersIn(await heapStrings(sandboxPid, snapshots)), "reachable in the sandbox").toEqual([planted]);
  if (clearsFreedMemory()) expect(numbersInMemory(consolePid), "in the console's memory").toEqual([planted]);

  const files = [...filesUnder(console.dataDir), ...filesUnder(temporary), console.logFile];
  expect(files.map((file) => basename(file))).toContain("console.sqlite");
  for (const file of files) expect(numbersIn(readFileSync(file, "latin1")), file).toEqual([]);
});

/** The distinct numbers of this test in a text. */
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
  const { header } = process.report.getReport() as { header: { glibcVersionRuntime?: string } };
  return header.glibcVersionRuntime !== undefined;
}

function numberOf(n: number): string {
  const start = `${beginning}${String(n).padStart(7, "0")}`;
  return `${start}${[..."0123456789"].find((digit) => isCardNumber(start + digit))}`;
}
