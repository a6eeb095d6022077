import { maskBankAccounts } from "../../card-data/bank-numbers.ts";
import { maskCardNumbers } from "../../card-data/card-detector.ts";
import { formatMoney } from "../../format/money.ts";
import { type BankLine, mostCents } from "./bank-file.ts";

/** A line of a bank's file that may be kept: texts are masked before they identify it. Else why it can't be used. */
export function toBankLine({
  identity,
  day,
  cents,
  currency,
  description,
  trace,
}: Omit<BankLine, "identity"> & { identity: readonly (string | number)[] }): BankLine | string {
  if (!/^[A-Z]{3}$/.test(currency)) return "The currency isn't three letters, such as USD.";
  if (Math.abs(cents) > mostCents) return `The amount is above ${formatMoney(mostCents)}.`;
  return {
    identity: identity.map((part) => (typeof part === "string" ? withoutNumbers(part) : part)).join("|"),
    day,
    cents,
    currency,
    description: shownText(description),
    trace: trace === undefined ? undefined : shownText(trace, 64) || undefined,
  };
}

/** A bank's text as one line. Card and account numbers are masked before it is cut, so that no part of one stays. */
export const shownText = (text: string, most = 200) =>
  withoutNumbers(text.replace(/[\s\p{Cc}]+/gu, " ").trim()).slice(0, most);

/** Whether the text is the same after masking: a masked one no longer tells two lines apart. */
export const isPlain = (text: string) => withoutNumbers(text) === text;

const withoutNumbers = (text: string) => maskBankAccounts(maskCardNumbers(text));
