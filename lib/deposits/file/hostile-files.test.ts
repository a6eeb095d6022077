import { describe, expect, test } from "vitest";
import { maxCents, maxFileBytes } from "./bank-file.ts";
import { readBankFile } from "./read-bank-file.ts";

const bytes = (text: string) => new TextEncoder().encode(text);
const camt = (entries: string) =>
  `<Document><BkToCstmrStmt><Stmt>${entries}</Stmt></BkToCstmrStmt></Document>`;
const entry = ({ currency = "USD", amount = "12.34", reference = "ref1" }) =>
  `<Ntry><Amt Ccy="${currency}">${amount}</Amt><CdtDbtInd>CRDT</CdtDbtInd><Sts>BOOK</Sts><BookgDt><Dt>2026-11-02</Dt></BookgDt><AcctSvcrRef>${reference}</AcctSvcrRef></Ntry>`;
const ofx = (transactions: string) =>
  `OFXHEADER:100\n\n<OFX><STMTRS><BANKTRANLIST>${transactions}</BANKTRANLIST></STMTRS></OFX>`;
const read = (text: string) => readBankFile(bytes(text));
const fill = (piece: string, length: number) => piece.repeat(Math.floor(length / piece.length));

describe("a file that is made to keep the server busy is read or refused in linear time", () => {
  test.each<[string, (length: number) => string]>([
    ["an amount of spaces", (n) => `Date,Amount\n2026-01-01,"1${fill(" ", n)}1"\n`],
    ["amounts of spaces", (n) => `Date,Amount\n${fill(`2026-01-01,"1${" ".repeat(15_000)}1"\n`, n)}`],
    ["dates of times", (n) => `Date,Amount\n${fill(`"1${"T1:11".repeat(3000)}\nx",1.00\n`, n)}`],
    ["days of letters", (n) => `Date,Amount\n${fill(`${"a1".repeat(7000)},1.00\n`, n)}`],
    ["one row of commas", (n) => fill(",", n)],
    ["one row of commas and rows of one", (n) => `date;amount;${fill(";", n / 2)}\n${fill(";\n", n / 2)}`],
    ["rows of commas", (n) => fill(`${",".repeat(19_000)}\n`, n)],
    ["rows of 200 columns", (n) => fill(`${"1,".repeat(199)}1\n`, n)],
    ["short rows", (n) => fill("1,1\n", n)],
    ["quotation marks", (n) => `Date,Amount\n${fill('"', n)}`],
    ["digits as description", (n) => `Date,Amount,Memo\n${fill(`2026-01-01,1,${"40".repeat(4000)}\n`, n)}`],
    ["open OFX tags", (n) => `OFXHEADER:100\n${fill("<a", n)}`],
    ["one OFX tag", (n) => `OFXHEADER:100\n<${fill("a", n)}`],
    ["an OFX tag of spaces", (n) => `OFXHEADER:100\n<a${fill(" ", n)}`],
    ["open marked sections of OFX", (n) => `OFXHEADER:100\n<OFX><STMTRS>${fill("<![CDATA[", n)}`],
    ["OFX tags", (n) => `OFXHEADER:100\n<OFX><STMTRS>${fill("<STMTTRN>", n)}`],
    ["OFX lines", (n) => ofx(fill("<STMTTRN><DTPOSTED>20261101<TRNAMT>1.00<FITID>1<NAME>A\n", n))],
    ["an OFX name of digits", (n) => ofx(`<STMTTRN><DTPOSTED>20261101<TRNAMT>1<NAME>${fill("40", n)}`)],
    ["an XML attribute", (n) => `<Document ${fill("a", n)}>`],
    ["XML attributes", (n) => `<Document>${fill(`<a ${"a ".repeat(1900)}/>`, n)}`],
    ["quoted XML attributes", (n) => `<Document>${fill(`<a ${'a="" '.repeat(700)}/>`, n)}</Document>`],
    ["tags on one line", (n) => `<Document>${fill("<a/>", n)}</Document>`],
    ["tags and lines", (n) => `<Document>${fill("<a/>\n", n)}</Document>`],
    ["entities", (n) => `<Document>${fill("&amp;", n)}</Document>`],
    ["ampersands", (n) => `<Document>${fill("&", n)}</Document>`],
    ["open XML comments", (n) => `<Document>${fill("<!--", n)}`],
    ["entries on one line", (n) => camt(fill(entry({}), n))],
  ])("%s", (_, make) => {
    const most = maxFileBytes / 12;
    const file = bytes(make(most));
    expect(file.length).toBeGreaterThan(most * 0.9);
    const cpuMs = () => {
      const before = process.cpuUsage();
      expect(["read", "refused"]).toContain(readBankFile(file).kind);
      return process.cpuUsage(before).user / 1000;
    };
    // Each takes 120 ms at most, where quadratic time is many seconds. The best of a few: other work on the machine only adds.
    const isLinear = [1, 2, 3].some(() => cpuMs() < 700);
    expect(isLinear).toBe(true);
  });
});

describe("a card number", () => {
  const pan = "4000100011112224";

  test("is never a currency", () => {
    expect(read(camt(entry({ currency: pan })))).toMatchObject({
      lines: [],
      unreadable: [{ line: 1, reason: "The currency isn't three letters, such as USD." }],
    });
  });

  test("leaves no digits where a text is cut", () => {
    for (const length of [180, 184, 185, 186, 190, 199]) {
      const text = `${"a".repeat(length)} ${pan}`;
      const file = read(`Date,Amount,Description,Trace\n2026-11-02,1.00,${text},${text.slice(-64)}`);
      expect(file).toMatchObject({ lines: [{ cents: 100 }] });
      expect(JSON.stringify(file)).not.toContain("4000");
    }
  });

  test.each([
    ["a description", `Date,Amount,Description\n2026-11-02,1.00,CARD ${pan}`],
    ["a reference", camt(entry({ reference: pan }))],
    [
      "a transaction id",
      ofx(`<STMTTRN><DTPOSTED>20261104<TRNAMT>7.00<FITID>${pan}<REFNUM>1<NAME>n</STMTTRN>`),
    ],
    ["a date", `Date,Amount\n${pan},1.00`],
    ["an amount", `Date,Amount\n2026-11-02,${pan}x`],
    ["a column name", `Date,Amount,${pan}\n2026-11-02,1.00,x`],
    ["a tag", `<Document><a${pan}`],
    ["an element that is cut off", `<Document><a${pan}>`],
    ["a closing tag", `<Document></${pan}>`],
    ["an entity", `<Document>&${pan};</Document>`],
  ])("is masked in %s, also in what identifies the line", (_, text) => {
    expect(JSON.stringify(read(text))).not.toMatch(/400010001/);
  });

  test("that a bank gives as the id of two lines still leaves lines of different days distinct", () => {
    const line = (day: string) => `<STMTTRN><DTPOSTED>${day}<TRNAMT>7.00<FITID>${pan}<NAME>n</STMTTRN>`;
    const file = read(ofx(line("20261104") + line("20261105")));
    expect(file.kind === "read" && new Set(file.lines.map(({ identity }) => identity)).size).toBe(2);
  });
});

describe("an amount", () => {
  test.each([
    ["CSV", (amount: string) => `Date,Amount\n2026-11-08,${amount}`],
    ["OFX", (amount: string) => ofx(`<STMTTRN><DTPOSTED>20261108<TRNAMT>${amount}<FITID>1</STMTTRN>`)],
    ["camt.053", (amount: string) => camt(entry({ amount }))],
  ])("above what can be entered by hand is unreadable in %s", (_, file) => {
    expect(read(file("10000000000.00"))).toMatchObject({ lines: [{ cents: maxCents }] });
    expect(read(file("10000000000.01"))).toMatchObject({
      lines: [],
      unreadable: [{ reason: "The amount is above $10,000,000,000.00." }],
    });
  });
});

describe("XML", () => {
  test.each([
    "constructor",
    "__proto__",
    "toString",
    "#0",
    "#x0",
    "#11",
    "#xD800",
    "#xFFFF",
    "#x110000",
    "a",
  ])("&%s; is refused", (name) => {
    expect(read(camt(entry({ reference: `a&${name};b` })))).toMatchObject({
      kind: "refused",
      message: expect.stringMatching(/isn't allowed in a bank file/),
    });
  });

  test("characters that it forbids are refused with their line", () => {
    expect(read(`<Document>\n\u0001</Document>`)).toEqual({
      kind: "refused",
      message: "Line 2: The file has a character that XML forbids.",
    });
  });

  test("entities, also by number, are read", () => {
    expect(read(camt(entry({ reference: "&lt;&#65;&#x42;&#x1F600;" })))).toMatchObject({
      lines: [{ trace: "<AB😀" }],
    });
  });
});

test("a file of more than 10,000 lines is refused, one of 10,000 is read", () => {
  const rows = (count: number) => `Account,4471\n\nDate,Amount\n${"2026-11-02,1.00\n".repeat(count)}`;
  expect(read(rows(10_000))).toMatchObject({ kind: "read", unreadable: [] });
  for (const count of [10_001, 10_030, 50_000])
    expect(read(rows(count))).toMatchObject({ message: expect.stringMatching(/more than 10,000 lines/) });
});

test("an account type named like a property of every object is no account type", () => {
  const file = `OFXHEADER:100\n\n<OFX><STMTRS><BANKACCTFROM><ACCTID>55004471<ACCTTYPE>constructor</BANKACCTFROM><STMTTRN><DTPOSTED>20261108<TRNAMT>1<FITID>1</STMTTRN></STMTRS></OFX>`;
  expect(read(file)).toMatchObject({ lines: [{ account: "Account ending 4471" }] });
});

test("control characters of a text become spaces", () => {
  const file = read(`Date,Amount,Description\n${"2026-11-02,1.00,x\n".repeat(200)}2026-11-02,2.00,a\u0000b`);
  expect(file.kind === "read" && file.lines.at(-1)?.description).toBe("a b");
});
