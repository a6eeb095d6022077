import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterAll, expect, test } from "vitest";
import { hasProgram, runProgram } from "#e2e/support/run-program.ts";
import { accountsFor, journalAccounts } from "#lib/exports/journal/accounts.ts";
import { summarizeDays } from "#lib/exports/journal/daily-summary.ts";
import { toHledger } from "#lib/exports/journal/hledger.ts";
import { toOfx } from "#lib/exports/journal/ofx.ts";
import { summarized } from "#lib/exports/journal/test-summarized.ts";
import { inPages } from "#lib/exports/test-transactions.ts";
import { toCents } from "#lib/money.ts";

const folder = mkdtempSync(join(tmpdir(), "journal-"));
afterAll(() => rmSync(folder, { recursive: true }));

const samples = fc.sample(fc.array(summarized, { minLength: 1, maxLength: 60 }), { numRuns: 20, seed: 15 });

test("hledger accepts the journal and agrees with its balances", async ({ skip }) => {
  skip(!hasProgram("hledger"), "hledger is not installed here");
  for (const [place, rows] of samples.entries()) {
    const lines = await summarizeDays(inPages(rows));
    const path = join(folder, `${place}.journal`);
    const accounts = accountsFor("hledger", {});
    writeFileSync(path, toHledger(lines, accounts, ""));
    runProgram("hledger", ["check", "--strict", "-f", path]);
    const printed = runProgram("hledger", [
      "balance",
      "-f",
      path,
      "--flat",
      "--no-total",
      "--layout=bare",
      "-O",
      "csv",
    ]);
    const balances = new Map(
      printed
        .trim()
        .split("\n")
        .slice(1)
        .map((line) => line.split(",").map((cell) => cell.replaceAll('"', "")))
        .map(([account, commodity, balance]) => [`${account} ${commodity}`, toCents(balance ?? "")]),
    );
    for (const currency of new Set(lines.map((line) => line.currency)))
      for (const account of journalAccounts) {
        const own = lines.filter((line) => line.currency === currency);
        const expected = own.reduce((sum, { tender, part, cents }) => {
          if (tender === account) return sum + cents;
          return part === account ? sum - cents : sum;
        }, 0);
        expect(balances.get(`${accounts[account]} ${currency}`) ?? 0, `${account} ${currency}`).toBe(
          expected,
        );
      }
  }
});

test("ofxdump reads every line of the OFX statement with its amount", async ({ skip }) => {
  skip(!hasProgram("ofxdump"), "ofxdump is not installed here");
  for (const [place, rows] of samples.slice(0, 5).entries()) {
    const lines = await summarizeDays(inPages(rows));
    const path = join(folder, `${place}.ofx`);
    writeFileSync(path, toOfx(lines, { mark: "", at: Date.UTC(2026, 10, 20) }));
    const printed = runProgram("ofxdump", [path]);
    const amounts = [...printed.matchAll(/Total money amount: (-?[\d.]+)/g)].map(([, text]) =>
      toCents(text ?? ""),
    );
    const byCurrency = [...Map.groupBy(lines, ({ currency }) => currency).values()].flat();
    expect(amounts).toEqual(byCurrency.map(({ cents }) => cents));
    for (const { day, currency, tender, part } of lines)
      expect(printed).toContain(`${day}-${currency}-${tender}-${part}`);
  }
});
