import { keysOf } from "#lib/keys-of.ts";
import type { JournalPart, JournalTender } from "./daily-summary.ts";

export type JournalAccount = JournalPart | JournalTender;

/** The name of each account in the merchant's books. */
export type JournalAccounts = Record<JournalAccount, string>;

/** `type` as QuickBooks names it, for accounts that are new to it. */
const accountRows = {
  sales: { quickBooks: "Sales", hledger: "income:sales", type: "INC" },
  refunds: { quickBooks: "Refunds", hledger: "income:refunds", type: "INC" },
  shipping: { quickBooks: "Shipping Income", hledger: "income:shipping", type: "INC" },
  tax: { quickBooks: "Sales Tax Payable", hledger: "liabilities:sales tax", type: "OCLIAB" },
  tips: { quickBooks: "Tips Payable", hledger: "liabilities:tips", type: "OCLIAB" },
  card: { quickBooks: "Undeposited Funds:Cards", hledger: "assets:undeposited:card", type: "OCASSET" },
  check: { quickBooks: "Undeposited Funds:Checks", hledger: "assets:undeposited:check", type: "OCASSET" },
  cash: { quickBooks: "Undeposited Funds:Cash", hledger: "assets:undeposited:cash", type: "OCASSET" },
} as const satisfies Record<JournalAccount, { quickBooks: string; hledger: string; type: string }>;

export const journalAccounts = keysOf(accountRows);

export const accountType = (account: JournalAccount) => accountRows[account].type;

/** Accounts of a program: those that the merchant named, and its usual names for the others. */
export function accountsFor(
  program: "quickBooks" | "hledger",
  named: Partial<JournalAccounts>,
): JournalAccounts {
  const pairs = journalAccounts.map((account) => [account, named[account] ?? accountRows[account][program]]);
  return Object.fromEntries(pairs) as JournalAccounts; // one of each
}

/**
 * Reads "sales=Flower Sales, cash=Till": pairs of account and name, separated by commas. A text that names another
 * account, one of them twice, or a name that a journal can't hold is undefined.
 */
export function readJournalAccounts(text: string): Partial<JournalAccounts> | undefined {
  const accounts: Partial<JournalAccounts> = {};
  for (const pair of text.split(",")) {
    if (pair.trim() === "") continue;
    const [, account = "", name = ""] = /^\s*(\w+)\s*=\s*(.+?)\s*$/.exec(pair) ?? [];
    if (!isAccount(account) || accounts[account] !== undefined || !NAME.test(name)) return undefined;
    accounts[account] = name;
  }
  return accounts;
}

const isAccount = (name: string): name is JournalAccount => Object.hasOwn(accountRows, name);

/** Two spaces end the name of an account in hledger, and its signs begin something else. */
const NAME = /^[\p{L}\p{N}][\p{L}\p{N}:.&'/-]*(?: [\p{L}\p{N}:.&'/-]+)*$/u;
