import { expect, test } from "vitest";
import { toTransactionCsv } from "./transaction-csv.ts";

const sale = {
  key: "0nfaaaaaaaaaaaa",
  refnum: "3108123456",
  created: "2026-11-19 07:54:00",
  trantype_code: "S",
  trantype: "Credit Card Sale",
  amount: "1234.50",
  invoice: "10482",
  clerk: "Mira",
  creditcard: { number: "4xxxxxxxxxxx2224", cardholder: "Ada Okafor" },
};
const linesOf = (...transactions: Parameters<typeof toTransactionCsv>[0]) =>
  toTransactionCsv(transactions).split("\r\n").slice(1, -1);

test("a sale is a row of plain decimals with its currency", () => {
  expect(linesOf(sale)).toEqual([
    "2026-11-19 07:54:00,0nfaaaaaaaaaaaa,3108123456,10482,,Credit Card Sale,,card,2224,Ada Okafor,Mira,sale,USD,1234.50,1234.50",
  ]);
});

test("a refund counts below zero in the total, a void not at all", () => {
  const [refund, voided] = linesOf({ ...sale, trantype_code: "C" }, { ...sale, trantype_code: "V" });
  expect(refund).toMatch(/,refund,USD,1234\.50,-1234\.50$/);
  expect(voided).toMatch(/,void,USD,1234\.50,0\.00$/);
});

test("another currency is named in its row", () => {
  expect(linesOf({ ...sale, currency: "978" })[0]).toMatch(/,EUR,1234\.50,1234\.50$/);
  expect(linesOf({ ...sale, currency: "392", amount: "1200.00", trantype_code: "C" })[0]).toMatch(
    /,JPY,1200,-1200$/,
  );
  expect(linesOf({ ...sale, currency: "414", amount: "1.234" })[0]).toMatch(/,KWD,1\.234,$/);
});

test.each(["=cmd|' /C calc'!A0", "+1", "-1+2", "@SUM(A1)"])(
  "a formula in a text column stays a text: %j",
  (text) => {
    const [line] = linesOf({ ...sale, invoice: text, clerk: text });
    expect(line?.split(`'${text}`)).toHaveLength(3);
  },
);
