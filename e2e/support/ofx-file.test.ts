import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { findOnPath } from "#e2e/run/on-path.ts";
import { readBankFile } from "#lib/deposits/file/read-bank-file.ts";
import { toDecimal } from "#lib/money.ts";
import { ofxFile } from "./ofx-file.ts";

const ofxdump = findOnPath("ofxdump");

test("ofxdump reads the same lines from an OFX file as the console", async ({ skip }) => {
  skip(!ofxdump, "ofxdump is not installed here: it is in Debian's package ofx");
  const lines = Array.from({ length: 60 }, (_, place) => ({
    fitId: `F${1000 + place}`,
    day: `2026-11-${String(1 + (place % 28)).padStart(2, "0")}`,
    amount: toDecimal((place % 3 === 0 ? -1 : 1) * (place * 7919 + 1)),
    name: `MERCH DEP ${place}`,
  }));
  const text = ofxFile(lines);
  const folder = await mkdtemp(join(tmpdir(), "ofx-"));
  try {
    const path = join(folder, "statement.ofx");
    await writeFile(path, text);
    // The amounts are compared to the cent, so its own format must not depend on the machine.
    const { stdout } = await promisify(execFile)(ofxdump ?? "", [path], {
      env: { ...process.env, TZ: "UTC", LC_ALL: "C" },
    });
    const file = readBankFile(new TextEncoder().encode(text), undefined, "2026-12-31");
    const read = file.kind === "read" ? file.lines : [];
    expect(read.map(({ trace, cents }) => [trace, toDecimal(cents)])).toEqual(
      lines.map(({ fitId, amount }) => [fitId, amount]),
    );
    expect(dumped(stdout)).toEqual(lines.map(({ fitId, amount }) => [fitId, amount]));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});

/** Each transaction's id and amount as ofxdump prints them. */
function dumped(output: string): (string | undefined)[][] {
  return output
    .split("ofx_proc_transaction():")
    .slice(1)
    .map((part) => [
      /ID for this transaction: (\S+)/.exec(part)?.[1],
      /Total money amount: (-?[\d.]+)/.exec(part)?.[1],
    ]);
}
