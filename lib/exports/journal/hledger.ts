import { toCurrencyDecimal } from "../../format/money.ts";
import { type JournalAccounts, journalAccounts } from "./accounts.ts";
import type { SummaryLine } from "./daily-summary.ts";
import { describeEntry, numberOf, toLedgerEntries } from "./ledger-entries.ts";

/** A journal for hledger, one entry for each day and currency, with its accounts and commodities declared. Its code is the entry's number. */
export function toHledger(lines: readonly SummaryLine[], accounts: JournalAccounts, mark: string): string {
  const entries = toLedgerEntries(lines);
  const currencies = [...new Set(entries.map(({ currency }) => currency))];
  const used = new Set(entries.flatMap(({ postings }) => postings.map(({ account }) => account)));
  const names = new Set(
    journalAccounts.filter((account) => used.has(account)).map((account) => accounts[account]),
  );
  const declared = [
    ...currencies.map(
      (code) => `commodity ${toCurrencyDecimal(100_000, code).replace(/^\d+$/, "$&.")} ${symbol(code)}`,
    ),
    ...[...names].map((name) => `account ${name}`),
  ];
  const written = entries.map((entry) =>
    [
      `${entry.day} * (${numberOf(entry, mark)}) ${describeEntry(entry)}`,
      ...entry.postings.map(
        ({ account, cents }) =>
          `    ${accounts[account]}  ${toCurrencyDecimal(cents, entry.currency)} ${symbol(entry.currency)}`,
      ),
    ].join("\n"),
  );
  return [declared.join("\n"), ...written].filter(Boolean).join("\n\n").concat("\n");
}

/** A code that isn't of letters alone has to be quoted. */
const symbol = (code: string) => (/^[A-Z]+$/.test(code) ? code : `"${code.replace(/[^\w]/g, "")}"`);
