import type { CsvColumns } from "./bank-file.ts";

/** Which column of a bank's CSV file holds what, by the names that banks use. */

/** By rank: a posting date says more about a deposit than the day of the transaction. */
const names: Record<keyof CsvColumns, readonly string[]> = {
  date: [
    ...["postingdate", "posteddate", "postdate", "dateposted", "bookingdate", "bookeddate", "processeddate"],
    ...["date", "effectivedate", "transactiondate", "transdate", "valuedate", "settlementdate"],
  ],
  amount: ["amount", "transactionamount", "amountusd", "netamount", "value", "sum"],
  credit: [
    ...["credit", "credits", "creditamount", "amountcredit", "deposit", "deposits", "depositscredits"],
    ...["moneyin", "paidin", "deposited"],
  ],
  debit: [
    ...["debit", "debits", "debitamount", "amountdebit", "withdrawal", "withdrawals", "withdrawalsdebits"],
    ...["moneyout", "paidout", "withdrawn"],
  ],
  description: [
    ...["description", "transactiondescription", "details", "memo", "name", "payee", "narrative"],
    ...["text", "transaction", "extendeddescription", "particulars"],
  ],
  trace: [
    ...["trace", "traceid", "tracenumber", "traceno", "achtrace", "bankreference", "referencenumber"],
    ...["reference", "referenceno", "refnum", "ref", "transactionid", "transactionnumber", "fitid"],
    ...["customerreference", "checknumber", "checkorslip", "slip"],
  ],
};

const plain = (name: string) => name.toLowerCase().replace(/[^\p{L}\d]/gu, "");

/** The columns by their names; undefined where no name is known. */
export function columnsByName(header: readonly string[]): CsvColumns {
  const cells = header.map(plain);
  const find = (column: keyof CsvColumns) => {
    const name = names[column].find((known) => cells.includes(known));
    return name === undefined ? undefined : cells.indexOf(name);
  };
  const amount = find("amount");
  return {
    date: find("date"),
    amount,
    credit: amount === undefined ? find("credit") : undefined,
    debit: amount === undefined ? find("debit") : undefined,
    description: find("description"),
    trace: find("trace"),
  };
}

/** Whether the columns suffice to read a line. */
export const areComplete = ({ date, amount, credit, debit }: CsvColumns) =>
  date !== undefined && (amount !== undefined || credit !== undefined || debit !== undefined);

/** The place of the row with the column names: banks often write the account above it. */
export function findHeader(rows: readonly (readonly string[])[]): number | undefined {
  const place = rows.slice(0, 20).findIndex((row) => areComplete(columnsByName(row)));
  return place === -1 ? undefined : place;
}

/** The columns of a file without names, by what they hold: the first column of days, of amounts and of words. */
export function columnsByContent(
  rows: readonly (readonly string[])[],
  is: { day: (text: string) => boolean; amount: (text: string) => boolean },
): CsvColumns {
  const sample = rows.slice(0, 50);
  const width = Math.max(0, ...sample.map((row) => row.length));
  const places = Array.from({ length: width }, (_, place) => place);
  const all = (place: number, test: (text: string) => boolean) =>
    sample.length > 0 && sample.every((row) => test((row[place] ?? "").trim()));
  const date = places.find((place) => all(place, is.day));
  const amount = places.find((place) => place !== date && all(place, is.amount));
  const lengths = places.map((place) =>
    place === date || place === amount
      ? -1
      : sample.reduce(
          (sum, row) => sum + (/\p{L}/u.test(row[place] ?? "") ? (row[place] ?? "").length : 0),
          0,
        ),
  );
  const longest = Math.max(...lengths);
  return {
    date,
    amount,
    credit: undefined,
    debit: undefined,
    description: longest > 0 ? lengths.indexOf(longest) : undefined,
    trace: undefined,
  };
}
