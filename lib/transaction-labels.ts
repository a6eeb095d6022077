import { type TrantypeCode, tenderOfTrantype, trantypes } from "./gateway/codes.ts";
import type { Tender } from "./gateway/commands.ts";
import type { TransactionDetail } from "./gateway/transaction.ts";

/** What a transaction is, in words, from the little a reply may hold. */

const brandWords: Record<string, string> = {
  V: "Visa",
  M: "Mastercard",
  A: "American Express",
  D: "Discover",
  N: "Diners Club",
  J: "JCB",
  U: "UnionPay",
};

/** "Visa ending 2224", "Check, Ada Okafor", "Cash": never more of a number than its last four digits. */
export function payerOf(transaction: TransactionDetail): string {
  const { creditcard, check } = transaction;
  const lastFour = creditcard?.number?.slice(-4);
  if (lastFour)
    return `${brandWords[creditcard?.type ?? ""] ?? creditcard?.type ?? "Card"} ending ${lastFour}`;
  if (tenderOf(transaction) === "check")
    return check?.accountholder ? `Check, ${check.accountholder}` : "Check";
  return tenderOf(transaction) === "cash" ? "Cash" : "Card";
}

/** A transaction of an unknown type is taken for what its own objects say. */
export function tenderOf(transaction: TransactionDetail): Tender {
  const code = transaction.trantype_code;
  if (code !== undefined && isTrantypeCode(code)) return tenderOfTrantype[code];
  if (transaction.check) return "check";
  return transaction.creditcard?.number ? "card" : "cash";
}

export function isTrantypeCode(code: string): code is TrantypeCode {
  return Object.hasOwn(trantypes, code);
}
