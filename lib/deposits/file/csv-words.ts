/** The words by which banks say in a CSV file whether a line is money in or out, and whether it is booked. */

/** 1 for money in, -1 for money out; undefined for a word that says neither for certain ("Check", "Transfer"). */
export function readDirection(text: string): 1 | -1 | undefined {
  if (text.trim() === "+") return 1;
  if (/^[-\u2212]$/.test(text.trim())) return -1;
  const word = lettersOf(text);
  const kind = creditOrDebit.exec(word);
  if (kind) return kind[1] === "credit" ? 1 : -1;
  if (moneyIn.has(word)) return 1;
  return moneyOut.has(word) ? -1 : undefined;
}

/** Whether the text is one of the words that say nothing but money in or out: "Debit", "CR", "ACH credit". */
export const isCreditOrDebit = (text: string) =>
  creditOrDebit.test(lettersOf(text)) || ["cr", "dr"].includes(lettersOf(text));

const creditOrDebit = /^(?:ach|atm|bank|card|electronic|misc|miscellaneous|other|pos|wire)?(credit|debit)s?$/;

const moneyIn = new Set([
  ...["c", "cr", "cred", "crdt", "deposit", "deposits", "dep", "dslip", "in", "moneyin", "paidin", "haben"],
  ...["incoming", "wireincoming"],
]);
const moneyOut = new Set([
  ...["d", "dr", "db", "deb", "dbit", "dbt", "withdrawal", "withdrawals", "withdraw", "wd", "out", "soll"],
  ...[
    "moneyout",
    "paidout",
    "outgoing",
    "wireoutgoing",
    "debitcard",
    "checkpaid",
    "fee",
    "fees",
    "feetransaction",
  ],
]);

/** Undefined for a word that says neither: "Failed" is never booked, and "Reconciled" is about something else. */
export function readStatus(text: string): "booked" | "pending" | undefined {
  const word = lettersOf(text);
  if (word === "" || booked.has(word)) return "booked";
  return pending.has(word) ? "pending" : undefined;
}

const booked = new Set([
  ...["book", "booked", "posted", "cleared", "complete", "completed", "settled", "success", "successful"],
  ...["processed", "final", "ok"],
]);
const pending = new Set([
  ...["pending", "pdng", "pend", "pendingtransaction", "processing", "inprocess", "inprogress", "authorized"],
  ...[
    "authorised",
    "authorization",
    "scheduled",
    "future",
    "hold",
    "onhold",
    "held",
    "memoposted",
    "memopost",
  ],
  ...["unposted", "notposted", "unbooked", "notbooked", "uncleared", "notcleared", "info", "futr"],
]);

const lettersOf = (text: string) =>
  text
    .slice(0, 64)
    .toLowerCase()
    .replace(/[^\p{L}]/gu, "");
