import { toDecimal } from "../../money.ts";
import { accountType, type JournalAccounts, journalAccounts } from "./accounts.ts";
import type { SummaryLine } from "./daily-summary.ts";
import { describeEntry, numberOf, toLedgerEntries } from "./ledger-entries.ts";
import { markOf } from "./other-currency.ts";
import { toUsDate } from "./us-date.ts";

/**
 * A general journal for QuickBooks Desktop (IIF), one entry for each day. Names its accounts with their types, since
 * QuickBooks would take an account that is new to it for a bank account. All lines are of one currency.
 */
export function toIif(lines: readonly SummaryLine[], accounts: JournalAccounts, mark: string): string {
  const named = new Map(journalAccounts.map((account) => [accounts[account], accountType(account)]));
  return [
    ["!ACCNT", "NAME", "ACCNTTYPE"],
    ...[...named].map(([name, type]) => ["ACCNT", name, type]),
    ["!TRNS", ...columns],
    ["!SPL", ...columns],
    ["!ENDTRNS"],
    ...toLedgerEntries(lines).flatMap((entry) => [
      ...entry.postings.map(({ account, cents }, place) => [
        place === 0 ? "TRNS" : "SPL",
        "GENERAL JOURNAL",
        toUsDate(entry.day),
        accounts[account],
        toDecimal(cents),
        numberOf(entry, mark),
        `${describeEntry(entry)}${markOf(entry.currency, ", ")}`,
      ]),
      ["ENDTRNS"],
    ]),
  ]
    .map((cells) => `${cells.join("\t")}\r\n`)
    .join("");
}

const columns = ["TRNSTYPE", "DATE", "ACCNT", "AMOUNT", "DOCNUM", "MEMO"];
