import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { JournalFormat } from "../formats.ts";
import { inPages } from "../test-transactions.ts";
import { accountsFor, readJournalAccounts } from "./accounts.ts";
import { type SummarizedTransaction, type SummaryLine, summarizeDays } from "./daily-summary.ts";
import { toIif } from "./iif.ts";
import { toJournalFiles } from "./journal-files.ts";
import { numberOf, toLedgerEntries } from "./ledger-entries.ts";
import { toQuickBooksCsv } from "./statement-lines.ts";
import { summarized } from "./test-summarized.ts";

const sale = (more: Partial<SummarizedTransaction> = {}): SummarizedTransaction => ({
  business_day: "2026-11-19",
  currency: null,
  tender: "card",
  net_cents: 26450,
  tax_cents: 1815,
  tip_cents: 1135,
  shipping_cents: null,
  ...more,
});

const refund = sale({ net_cents: -1000, tax_cents: 80, tip_cents: null });
const cash = sale({ tender: "cash", net_cents: 500, tax_cents: null, tip_cents: null });
const of = (...rows: SummarizedTransaction[]) => summarizeDays(inPages(rows));
const shortly = (lines: readonly SummaryLine[]) =>
  lines.map(({ tender, part, cents, count }) => `${tender} ${part} ${cents} of ${count}`);

describe("the summary of a day", () => {
  test("adds up each tender by what its money is for, refunds below zero", async () => {
    expect(shortly(await of(sale(), refund, cash, sale({ tender: "token" })))).toEqual([
      "card sales 47000 of 2",
      "card refunds -920 of 1",
      "card tax 3550 of 3",
      "card tips 2270 of 2",
      "cash sales 500 of 1",
    ]);
  });

  test("leaves out what moved no money", async () => {
    expect(await of(sale({ net_cents: 0 }))).toEqual([]);
  });

  test("counts a payment that was all tip", async () => {
    const lines = await of(sale(), sale({ net_cents: 600, tax_cents: null, tip_cents: 600 }));
    expect(shortly(lines)).toContain("card sales 23500 of 2");
    expect(toLedgerEntries(lines)).toMatchObject([{ count: 2 }]);
    const all = await of(sale({ net_cents: 600, tax_cents: null, tip_cents: 600 }));
    const [file] = toJournalFiles(all, { format: "quickbooks-csv", name: "x", mark: "", named: {}, at: 0 });
    expect(file?.text).not.toContain("Card sales");
  });

  test("takes a payment for sales alone where less was approved than its tax and tip", async () => {
    expect(shortly(await of(sale({ net_cents: 2000 })))).toEqual(["card sales 2000 of 1"]);
  });

  test("keeps days and currencies apart", async () => {
    const lines = await of(sale(), sale({ currency: "978" }), sale({ business_day: "2026-11-18" }));
    expect(lines.map(({ day, currency }) => `${day} ${currency}`).filter((_, i) => i % 3 === 0)).toEqual([
      "2026-11-18 USD",
      "2026-11-19 EUR",
      "2026-11-19 USD",
    ]);
  });

  test("adds up to the net amounts, and every entry balances, for any rows", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(summarized, { maxLength: 40 }), async (rows) => {
        const lines = await of(...rows);
        const net = rows.reduce((sum, { net_cents }) => sum + net_cents, 0);
        expect(lines.reduce((sum, { cents }) => sum + cents, 0)).toBe(net);
        for (const { postings } of toLedgerEntries(lines))
          expect(postings.reduce((sum, { cents }) => sum + cents, 0)).toBe(0);
      }),
    );
  });
});

test("IIF names its accounts with their types, and the first posting begins the entry", async () => {
  const text = toIif(await of(sale(), cash), accountsFor("quickBooks", { sales: "Flower Sales" }), "");
  const rows = text.split("\r\n").map((line) => line.split("\t"));
  expect(rows).toContainEqual(["ACCNT", "Flower Sales", "INC"]);
  expect(rows).toContainEqual(["ACCNT", "Sales Tax Payable", "OCLIAB"]);
  expect(rows.filter(([kind]) => kind === "TRNS" || kind === "SPL" || kind === "ENDTRNS")).toEqual([
    ["TRNS", "GENERAL JOURNAL", "11/19/2026", "Undeposited Funds:Cash", "5.00", "2026-11-19", memo],
    ["SPL", "GENERAL JOURNAL", "11/19/2026", "Undeposited Funds:Cards", "264.50", "2026-11-19", memo],
    ["SPL", "GENERAL JOURNAL", "11/19/2026", "Tips Payable", "-11.35", "2026-11-19", memo],
    ["SPL", "GENERAL JOURNAL", "11/19/2026", "Sales Tax Payable", "-18.15", "2026-11-19", memo],
    ["SPL", "GENERAL JOURNAL", "11/19/2026", "Flower Sales", "-240.00", "2026-11-19", memo],
    ["ENDTRNS"],
  ]);
});
const memo = "Daily summary of 2 transactions";

test("QuickBooks Online gets three columns", async () => {
  expect(toQuickBooksCsv(await of(sale(), refund), "")).toBe(
    [
      "Date,Description,Amount",
      "11/19/2026,Card sales,235.00",
      "11/19/2026,Card refunds,-9.20",
      "11/19/2026,Card tax,17.35",
      "11/19/2026,Card tips,11.35",
      "",
    ].join("\r\n"),
  );
});

test("Xero gets at most 1,000 lines a file, and each currency a file of its own", async () => {
  const days = Array.from({ length: 1001 }, (_, day) =>
    sale({
      business_day: new Date(Date.UTC(2024, 0, 1 + day)).toISOString().slice(0, 10),
      tax_cents: 0,
      tip_cents: 0,
    }),
  );
  const files = toJournalFiles(await of(...days, sale({ currency: "978" })), {
    format: "xero",
    name: "x",
    mark: "",
    named: {},
    at: 0,
  });
  expect(files.map(({ name, text }) => [name, text.trim().split("\r\n").length - 1])).toEqual([
    ["x-1.csv", 1000],
    ["x-2.csv", 1],
    ["x-EUR.csv", 3],
  ]);
});

test("QuickBooks files say which of them is in another currency", async () => {
  const lines = await of(sale(), sale({ currency: "978" }));
  const filesOf = (format: "quickbooks-csv" | "quickbooks-iif") =>
    toJournalFiles(lines, { format, name: "x", mark: "", named: {}, at: 0 }).toSorted((one, other) =>
      one.name < other.name ? -1 : 1,
    );
  const [euros, dollars] = filesOf("quickbooks-csv");
  expect([euros?.name, dollars?.name]).toEqual(["x-EUR.csv", "x.csv"]);
  expect([euros, dollars].map((file) => file?.text.includes("Card sales EUR"))).toEqual([true, false]);
  const [entry] = filesOf("quickbooks-iif");
  expect(entry?.name).toBe("x-EUR.iif");
  expect(entry?.text).toContain("261119EUR\tDaily summary of 1 transaction, EUR");
});

test("OFX says how many transactions a line adds up", async () => {
  const textOf = async (...rows: Parameters<typeof of>) =>
    toJournalFiles(await of(...rows), { format: "ofx", name: "x", mark: "", named: {}, at: 0 })[0]?.text;
  expect(await textOf(sale({}))).toContain("<NAME>Card sales<MEMO>1 transaction</STMTTRN>");
  expect(await textOf(sale({}), sale({}))).toContain("<NAME>Card sales<MEMO>2 transactions</STMTTRN>");
});

test("another selection of a day has other references in every format", async () => {
  const lines = await of(sale());
  const textOf = (format: JournalFormat, mark: string) =>
    toJournalFiles(lines, { format, name: "x", mark, named: {}, at: 0 })[0]?.text;
  expect(textOf("ofx", "")).toContain("<FITID>2026-11-19-USD-card-sales<");
  expect(textOf("ofx", "k3f9x2ab")).toContain("<FITID>2026-11-19-USD-card-sales-k3f9x2ab<");
  expect(textOf("xero", "k3f9x2ab")).toContain("Card sales,2026-11-19-USD-card-sales-k3f9x2ab");
  expect(textOf("quickbooks-csv", "k3f9x2ab")).toContain("Card sales k3f9x2ab,");
  expect(textOf("quickbooks-iif", "k3f9x2ab")).toContain("\t261119-k3f9\tDaily summary");
  expect(textOf("hledger", "")).toContain("2026-11-19 * (2026-11-19) Daily summary");
  expect(textOf("hledger", "k3f9x2ab")).toContain("2026-11-19 * (261119-k3f9) Daily summary");
});

test("a period without payments is a file without lines", async () => {
  for (const format of ["quickbooks-iif", "quickbooks-csv", "xero", "ofx", "hledger"] as const)
    expect(toJournalFiles([], { format, name: "x", mark: "", named: {}, at: 0 })).toHaveLength(1);
});

test("the merchant's names of accounts are read from the setting", () => {
  expect(readJournalAccounts(" sales=Flower Sales , cash = Till:Front ")).toEqual({
    sales: "Flower Sales",
    cash: "Till:Front",
  });
  expect(readJournalAccounts("")).toEqual({});
});

test.each([
  "sales",
  "sale=X",
  "sales=A,sales=B",
  "sales=two  spaces",
  "sales=a;b",
  "sales=a\tb",
  "toString=X",
])("%j is refused as names of accounts", (text) => expect(readJournalAccounts(text)).toBeUndefined());

test("the number of an entry is its own for each day, currency and selection, and short enough for QuickBooks", () => {
  const numbers = ["2026-11-22", "2026-11-23"].flatMap((day) =>
    ["USD", "EUR", "JPY"].flatMap((currency) =>
      ["", "k3f9a1b2", "z0y9x8w7"].map((mark) => numberOf({ day, currency }, mark)),
    ),
  );
  expect(new Set(numbers).size).toBe(numbers.length);
  expect(Math.max(...numbers.map((number) => number.length))).toBe(11);
});
