import { t } from "#lib/language/t.ts";
import { daysFrom } from "../../business-day.ts";
import { maskBankAccounts } from "../../card-data/bank-numbers.ts";
import { maskCardNumbers } from "../../card-data/card-detector.ts";
import { formatDay } from "../../format/dates.ts";
import { formatMoney } from "../../format/money.ts";
import { type BankLine, maxCents } from "./bank-file.ts";

/**
 * A line of a bank's file that may be kept: texts are masked before they identify it. Else why it can't be used. Its day,
 * amount, currency and account identify it too: banks number the lines of each file from 1, and accounts end alike.
 */
export function toBankLine({
  identity,
  wholeAccount,
  day,
  cents,
  currency,
  description,
  account,
  trace,
  today,
}: Omit<BankLine, "identity"> & {
  /** What else of the line says which it is. */
  identity: readonly string[];
  /** What says which bank's account it is, in full: neither shown nor stored. */
  wholeAccount: readonly string[];
  /** The merchant's. */
  today: string;
}): BankLine | string {
  if (day > daysFrom(today, 1))
    return t("{day} hasn't come yet. Check the date in the file.", { day: formatDay(day, { year: true }) });
  if (day < daysFrom(today, -maxDays))
    return t("{day} is more than ten years ago. Check the date in the file.", {
      day: formatDay(day, { year: true }),
    });
  if (!/^[A-Z]{3}$/.test(currency)) return t("The currency isn't three letters, such as USD.");
  if (Math.abs(cents) > maxCents) return t("The amount is above {money}.", { money: formatMoney(maxCents) });
  return {
    identity: [...wholeAccount, ...identity.map(withoutNumbers), day, cents, currency].join("|"),
    day,
    cents,
    currency,
    description: shownText(description),
    account,
    trace: trace === undefined ? undefined : shownText(trace, 64) || undefined,
  };
}

const maxDays = 3652;

/** The refusal of a date that is in no calendar. */
export const noDay = (text: string) => t('The date "{date}" isn\'t valid.', { date: shownText(text, 40) });

/** A bank's text as one line. Card and account numbers are masked before it is cut, so that no part of one stays. */
export const shownText = (text: string, most = 200) =>
  withoutNumbers(text.replace(/[\s\p{Cc}]+/gu, " ").trim()).slice(0, most);

/** Whether the text is the same after masking: a masked one no longer distinguishes two lines. */
export const isPlain = (text: string) => withoutNumbers(text) === text;

const withoutNumbers = (text: string) => maskBankAccounts(maskCardNumbers(text));
