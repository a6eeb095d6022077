import { listOf } from "#lib/format/list.ts";
import { t } from "#lib/language/t.ts";
import { ownCurrency } from "../../gateway/currencies.ts";
import type { CsvColumns } from "./bank-file.ts";
import { shownText } from "./bank-line.ts";
import { type BankAmount, type DecimalMark, findCurrency, readBankAmount } from "./csv-cells.ts";
import { currencyOfName } from "./csv-columns.ts";
import { readDirection } from "./csv-words.ts";

/** The trimmed text of a row's cell; empty for a column that the file doesn't have. */
export type Cell = (place: number | undefined) => string;

type Money = { cents: number; currency: string };
type Rules = {
  mark: DecimalMark;
  /** Whether withdrawals have a minus of their own: an amount without one is then money in. */
  hasSigns: boolean;
  header: readonly string[];
};

/** The signed amount of a row with its currency, or why it can't be read. Nothing is guessed about money in or out. */
export function readMoney(cell: Cell, columns: CsvColumns, rules: Rules): Money | string {
  const { amount, credit, debit } = columns;
  if (amount !== undefined) {
    const read = readBankAmount(cell(amount), rules.mark);
    if (!read) return noAmount(cell(amount));
    const cents = withDirection(read, cell, columns, rules);
    return typeof cents === "string" ? cents : withCurrency(cents, [read], cell, columns, rules);
  }
  const read = (place: number | undefined) =>
    cell(place) === "" ? nothing : readBankAmount(cell(place), rules.mark);
  const [moneyIn, moneyOut] = [read(credit), read(debit)];
  if (!moneyIn) return noAmount(cell(credit));
  if (!moneyOut) return noAmount(cell(debit));
  if (cell(credit) === "" && cell(debit) === "") return t("The row has no amount.");
  if (moneyIn.cents < 0)
    return t('"{cell}" is negative, but its column is for money in. Enter the line by hand.', {
      cell: shownText(cell(credit), 40),
    });
  if (moneyIn.cents > 0 && moneyOut.cents !== 0)
    return t("The row has money in ({moneyIn}) and money out ({moneyOut}). Enter the two amounts by hand.", {
      moneyIn: shownText(cell(credit), 40),
      moneyOut: shownText(cell(debit), 40),
    });
  // Some banks write withdrawals with a minus in their own column too.
  return withCurrency(moneyIn.cents - Math.abs(moneyOut.cents), [moneyIn, moneyOut], cell, columns, rules);
}

const nothing: BankAmount = { cents: 0, sign: undefined, currency: undefined };

const noAmount = (text: string) =>
  t('"{cell}" isn\'t an amount in whole cents.', { cell: shownText(text, 40) });

/**
 * Signed cents. The direction's word decides about an amount without a sign, and must agree with one that has it. Beside a
 * minus or plus an unknown word ("Check") does no harm.
 */
function withDirection(
  { cents, sign }: BankAmount,
  cell: Cell,
  { amount, direction }: CsvColumns,
  { hasSigns }: Rules,
): number | string {
  if (direction === undefined) return cents;
  const word = cell(direction);
  const wordSign = readDirection(word);
  if (wordSign === undefined && sign !== undefined) return cents;
  if (wordSign === undefined)
    return word === ""
      ? t("The row doesn't say whether it is money in or out.")
      : t('"{cell}" doesn\'t say whether the row is money in or out.', {
          cell: shownText(word, 40),
        });
  const written = sign ?? (hasSigns ? 1 : undefined);
  if (written !== undefined && written !== wordSign && cents !== 0)
    return t('"{cell}" and the amount {amount} contradict each other. Enter the line by hand.', {
      cell: shownText(word, 40),
      amount: shownText(cell(amount), 40),
    });
  return cents === 0 ? 0 : Math.abs(cents) * wordSign;
}

/** The currency is the row's, else the one in the name of the amount's column, else the merchant's own. */
function withCurrency(
  cents: number,
  amounts: readonly BankAmount[],
  cell: Cell,
  { amount, credit, debit, currency }: CsvColumns,
  { header }: Rules,
): Money | string {
  const text = cell(currency);
  const named = text === "" ? undefined : findCurrency(text);
  if (text !== "" && !named)
    return t('"{cell}" isn\'t a currency, such as USD.', { cell: shownText(text, 40) });
  const written = [...new Set([named, ...amounts.map((one) => one.currency)].flatMap((code) => code ?? []))];
  if (written.length > 1)
    return t("The row has two currencies: {currencies}. Enter the line by hand.", {
      currencies: listOf(written),
    });
  const ofColumn = currencyOfName(header[amount ?? credit ?? debit ?? -1] ?? "");
  return { cents, currency: written[0] ?? ofColumn ?? ownCurrency };
}
