import type { CsvColumns } from "./bank-file.ts";
import { findCurrency } from "./csv-cells.ts";
import { isCreditOrDebit, readDirection, readStatus } from "./csv-words.ts";

/** Which column of a bank's CSV file holds what, by the names that banks use. */

/** By rank: a posting date says more about a deposit than the day of the transaction. */
const names: Record<keyof CsvColumns, readonly string[]> = {
  date: [
    ...["postingdate", "posteddate", "postdate", "dateposted", "bookingdate", "bookeddate", "processeddate"],
    ...["buchungstag", "buchungsdatum", "date", "posted", "datum", "effectivedate", "transactiondate"],
    ...["transdate", "valuedate", "valuta", "wertstellung", "settlementdate"],
  ],
  amount: ["amount", "transactionamount", "amountusd", "netamount", "value", "sum", "betrag"],
  credit: [
    ...["credit", "credits", "creditamount", "amountcredit", "deposit", "deposits", "depositscredits"],
    ...["moneyin", "paidin", "deposited", "haben"],
  ],
  debit: [
    ...["debit", "debits", "debitamount", "amountdebit", "withdrawal", "withdrawals", "withdrawalsdebits"],
    ...["moneyout", "paidout", "withdrawn", "soll"],
  ],
  direction: [
    ...[
      "direction",
      "debitcredit",
      "creditdebit",
      "drcr",
      "crdr",
      "dc",
      "cd",
      "debitorcredit",
      "creditordebit",
    ],
    ...["debitcreditindicator", "creditdebitindicator", "dcindicator", "crdrindicator", "drcrindicator"],
    ...["debitcreditflag", "debitcreditcode", "cdtdbtind", "indicator", "sign", "withdrawaldeposit"],
    ...[
      "depositwithdrawal",
      "depositorwithdrawal",
      "withdrawalordeposit",
      "sollhaben",
      "sollhabenkennzeichen",
    ],
  ],
  currency: ["currency", "currencycode", "transactioncurrency", "accountcurrency", "ccy", "curr", "währung"],
  status: ["status", "transactionstatus", "bookingstatus", "postingstatus"],
  description: [
    ...["description", "transactiondescription", "details", "memo", "name", "payee", "narrative"],
    ...["text", "transaction", "extendeddescription", "particulars", "verwendungszweck"],
  ],
  trace: [
    ...["trace", "traceid", "tracenumber", "traceno", "achtrace", "bankreference", "referencenumber"],
    ...["reference", "referenceno", "refnum", "ref", "transactionid", "transactionnumber", "fitid"],
    ...["customerreference", "checknumber", "checkorslip", "slip"],
  ],
};

/** Letters and digits, without the currency at the end: "Amount (EUR)" is "amount". */
const plain = (name: string) =>
  (currencyOfName(name) ? name.trim().replace(/[A-Z]{3}\)?$/, "") : name)
    .toLowerCase()
    .replace(/[^\p{L}\d]/gu, "");

/** The currency at the end of a column's name, "Amount (EUR)". */
export function currencyOfName(name: string): string | undefined {
  const letters = /[\s(]([A-Z]{3})\)?$/.exec(name.slice(0, 200).trim())?.[1];
  return letters && findCurrency(letters);
}

/** Columns that may say the direction, but often say something else: they count by what they hold. */
const perhapsDirection = [
  "type",
  "transactiontype",
  "trantype",
  "transtype",
  "details",
  "transaction",
  "code",
];

type Rows = readonly (readonly string[])[];

/** The columns by their names; undefined where no name is known. The cells of `rows` decide what a "Type" is. */
export function columnsByName(header: readonly string[], rows: Rows = []): CsvColumns {
  const cells = header.map(plain);
  const find = (column: keyof CsvColumns) => {
    const name = names[column].find((known) => cells.includes(known));
    return name === undefined ? undefined : cells.indexOf(name);
  };
  const [amount, credit, debit] = [find("amount"), find("credit"), find("debit")];
  // Two columns say more than one: beside them, a single amount is often without a sign.
  const isSplit = amount === undefined || (credit !== undefined && debit !== undefined);
  const description = find("description");
  return {
    date: find("date"),
    amount: isSplit ? undefined : amount,
    credit: isSplit ? credit : undefined,
    debit: isSplit ? debit : undefined,
    direction: isSplit
      ? undefined
      : (find("direction") ?? findDirection(cells, rows, { amount, description })),
    currency: find("currency"),
    status: find("status"),
    description,
    trace: find("trace"),
  };
}

/**
 * A column that is the description too counts only if each of its words is known. Where amounts have signs of their own, so
 * does any other, unless it says debit or credit, or the sign of a withdrawal is missing.
 */
function findDirection(
  header: readonly string[],
  rows: Rows,
  { amount = 0, description }: { amount: number | undefined; description: number | undefined },
): number | undefined {
  const isNegative = (row: readonly string[]) => /^[^\d]*[-(\u2212]/.test((row[amount] ?? "").slice(0, 64));
  const hasSigns = rows.some(isNegative);
  const counted = perhapsDirection.flatMap((name) => {
    const place = header.indexOf(name);
    const words = place === -1 ? [] : rows.flatMap((row) => row[place]?.trim() || []);
    const known = words.filter((word) => readDirection(word) !== undefined).length;
    const isClear = rows.some((row) => {
      const word = row[place] ?? "";
      return isCreditOrDebit(word) || (readDirection(word) === -1 && !isNegative(row));
    });
    const mustBeAll = place === description || (hasSigns && !isClear);
    return known > 0 && (known === words.length || !mustBeAll) ? [{ place, known }] : [];
  });
  return counted.sort((one, other) => other.known - one.known)[0]?.place;
}

/** Whether the columns suffice to read a line. */
export const areComplete = ({ date, amount, credit, debit }: CsvColumns) =>
  date !== undefined && (amount !== undefined || credit !== undefined || debit !== undefined);

/** The place of the row with the column names: banks often write the account above it. */
export function findHeader(rows: Rows): number | undefined {
  const place = rows.slice(0, 20).findIndex((row) => areComplete(columnsByName(row)));
  return place === -1 ? undefined : place;
}

/** The place of a row that may have unknown names: neither days nor amounts, right above a row with a day. */
export function findUnknownHeader(rows: Rows, is: CellTests): number | undefined {
  const place = rows.slice(0, 20).findIndex((row, at) => {
    const filled = row.map((cell) => cell.trim()).filter(Boolean);
    const isText = filled.length > 1 && !filled.some((cell) => is.day(cell) || is.amount(cell));
    return isText && rows[at + 1]?.some((cell) => is.day(cell.trim()));
  });
  return place === -1 ? undefined : place;
}

type CellTests = { day: (text: string) => boolean; amount: (text: string) => boolean };

/** The columns of a file without names, by what they hold: the first column of days, of amounts and of words. */
export function columnsByContent(rows: Rows, is: CellTests): CsvColumns {
  const sample = rows.slice(0, 50);
  const width = Math.max(0, ...sample.map((row) => row.length));
  const places = Array.from({ length: width }, (_, place) => place);
  const all = (place: number, test: (text: string) => boolean) =>
    sample.length > 0 && sample.every((row) => test((row[place] ?? "").trim()));
  const date = places.find((place) => all(place, is.day));
  const amount = places.find((place) => place !== date && all(place, is.amount));
  const direction = places.find((place) => all(place, (text) => readDirection(text) !== undefined));
  const currency = places.find((place) => all(place, isCurrency));
  const status = places.find((place) => all(place, (text) => text !== "" && readStatus(text) !== undefined));
  const taken = new Set([date, amount, direction, currency, status]);
  const lengths = places.map((place) =>
    taken.has(place)
      ? -1
      : sample.reduce(
          (sum, row) => sum + (/\p{L}/u.test(row[place] ?? "") ? (row[place] ?? "").length : 0),
          0,
        ),
  );
  const longest = Math.max(...lengths);
  return {
    ...{ date, amount, direction, currency, status },
    description: longest > 0 ? lengths.indexOf(longest) : undefined,
  };
}

const isCurrency = (text: string) => /^[A-Z]{3}$/.test(text) && findCurrency(text) !== undefined;
