import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { toDecimal } from "../../money.ts";
import type { CsvChoice } from "./bank-file.ts";
import { readBankFile } from "./read-bank-file.ts";

const bytes = (text: string) => new TextEncoder().encode(text);

function read(text: string, choice?: CsvChoice) {
  const file = readBankFile(bytes(text), choice);
  if (file.kind !== "read") throw new Error(file.message);
  return file;
}
const refusal = (text: string) => {
  const file = readBankFile(bytes(text));
  return file.kind === "refused" ? file.message : undefined;
};
const brief = (text: string) =>
  read(text).lines.map(({ day, cents, description }) => [day, cents, description]);

const sgml = `OFXHEADER:100
DATA:OFXSGML
VERSION:102
SECURITY:NONE
ENCODING:USASCII
CHARSET:1252
COMPRESSION:NONE

<OFX><SIGNONMSGSRSV1><SONRS><STATUS><CODE>0<SEVERITY>INFO</STATUS><DTSERVER>20261121</SONRS></SIGNONMSGSRSV1>
<BANKMSGSRSV1><STMTTRNRS><TRNUID>1<STMTRS><CURDEF>USD
<BANKACCTFROM><BANKID>021000021<ACCTID>5500984471<ACCTTYPE>CHECKING</BANKACCTFROM>
<BANKTRANLIST><DTSTART>20261101<DTEND>20261121
<STMTTRN>
<TRNTYPE>CREDIT
<DTPOSTED>20261120120000[-5:EST]
<TRNAMT>4279.64
<FITID>202611200001
<NAME>MERCH DEP & CO
<MEMO>
<REFNUM>884120 1120
</STMTTRN>
<STMTTRN><TRNTYPE>DEBIT<DTPOSTED>20261119<TRNAMT>-85.00<FITID>202611190007<NAME>RETURNED ITEM R01</STMTTRN>
</BANKTRANLIST></STMTRS></STMTTRNRS></BANKMSGSRSV1></OFX>`;

describe("OFX", () => {
  test("version 1 is read though its tags are not closed", () => {
    const file = read(sgml);
    expect(file.account).toBe("Checking account ending 4471");
    expect(file.lines.map(({ identity: _, ...line }) => line)).toEqual([
      {
        day: "2026-11-20",
        cents: 427_964,
        currency: "USD",
        description: "MERCH DEP & CO",
        trace: "884120 1120",
      },
      {
        day: "2026-11-19",
        cents: -8500,
        currency: "USD",
        description: "RETURNED ITEM R01",
        trace: "202611190007",
      },
    ]);
  });

  test("version 2 is read, and another account named in a transaction is not taken for its own", () => {
    const xml = `<?xml version="1.0"?><?OFX OFXHEADER="200" VERSION="211"?><OFX><BANKMSGSRSV1><STMTTRNRS><STMTRS>
<CURDEF>EUR</CURDEF><BANKACCTFROM><ACCTID>99001122</ACCTID><ACCTTYPE>SAVINGS</ACCTTYPE></BANKACCTFROM><BANKTRANLIST>
<STMTTRN><TRNTYPE>XFER</TRNTYPE><DTPOSTED>20261120</DTPOSTED><TRNAMT>+1500,00</TRNAMT><FITID>x1</FITID>
<BANKACCTTO><ACCTID>11112222</ACCTID><NAME>Not this</NAME></BANKACCTTO><NAME>Transfer &amp; fee</NAME></STMTTRN>
</BANKTRANLIST></STMTRS></STMTTRNRS></BANKMSGSRSV1></OFX>`;
    expect(read(xml)).toMatchObject({
      account: "Savings account ending 1122",
      lines: [{ day: "2026-11-20", cents: 150_000, currency: "EUR", description: "Transfer & fee" }],
    });
  });

  test("a row with a wrong amount or date is named by its line, and the others are read", () => {
    const wrong = sgml.replace("-85.00", "-85.001").replace("20261120120000[-5:EST]", "20261320");
    expect(read(wrong)).toMatchObject({
      lines: [],
      unreadable: [
        { line: 13, reason: 'The date "20261320" isn\'t a day.' },
        { line: 22, reason: 'The amount "-85.001" isn\'t in whole cents.' },
      ],
    });
  });

  test("a file that is cut off, without a statement, or with a document type is refused", () => {
    expect(refusal(sgml.slice(0, -60))).toMatch(/cut off/);
    expect(refusal("OFXHEADER:100\n\n<OFX><INVSTMTMSGSRSV1></OFX>")).toMatch(/no bank statement/);
    expect(refusal('<!DOCTYPE x [<!ENTITY a "b">]><OFX></OFX>')).toMatch(/document type/);
  });
});

const camt = (version: string, entries: string) => `<?xml version="1.0" encoding="UTF-8"?>
<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.${version}"><BkToCstmrStmt><GrpHdr/><Stmt><Id>1</Id>
<Acct><Id><IBAN>DE89370400440532013000</IBAN></Id><Ccy>EUR</Ccy></Acct>
${entries}
</Stmt></BkToCstmrStmt></Document>`;

describe("camt.053", () => {
  test("credits, debits, reversals and both ways of writing a status are read", () => {
    const file = read(
      camt(
        "08",
        `<Ntry><NtryRef>1</NtryRef><Amt Ccy="EUR">427.96</Amt><CdtDbtInd>CRDT</CdtDbtInd><Sts><Cd>BOOK</Cd></Sts>
<BookgDt><Dt>2026-11-20</Dt></BookgDt><AcctSvcrRef>ABC1</AcctSvcrRef><AddtlNtryInf>Kartenzahlung</AddtlNtryInf></Ntry>
<Ntry><Amt Ccy="EUR">12.5</Amt><CdtDbtInd>DBIT</CdtDbtInd><RvslInd>true</RvslInd><Sts>BOOK</Sts>
<BookgDt><DtTm>2026-11-19T10:00:00+01:00</DtTm></BookgDt><NtryDtls><TxDtls><Refs><EndToEndId>E2E</EndToEndId></Refs>
<RmtInf><Ustrd>Fee &amp; more</Ustrd></RmtInf></TxDtls></NtryDtls></Ntry>
<Ntry><Amt Ccy="EUR">1.00</Amt><CdtDbtInd>CRDT</CdtDbtInd><Sts>PDNG</Sts><BookgDt><Dt>2026-11-20</Dt></BookgDt></Ntry>`,
      ),
    );
    expect(file).toMatchObject({
      account: "Account ending 3000",
      pending: 1,
      lines: [
        { day: "2026-11-20", cents: 42_796, currency: "EUR", description: "Kartenzahlung", trace: "ABC1" },
        { day: "2026-11-19", cents: -1250, description: "Fee & more", trace: "E2E" },
      ],
    });
  });

  test("every version of the namespace is read, with or without a prefix", () => {
    const entry = `<Ntry><Amt Ccy="USD">1.00</Amt><CdtDbtInd>CRDT</CdtDbtInd><Sts>BOOK</Sts><BookgDt><Dt>2026-11-20</Dt></BookgDt></Ntry>`;
    for (const version of ["02", "04", "06", "08", "13"])
      expect(read(camt(version, entry)).lines).toHaveLength(1);
    const prefixed = camt("08", entry)
      .replace(/<(\/?)(\w)/g, "<$1ns:$2")
      .replace("<?ns:xml", "<?xml");
    expect(read(prefixed).lines).toHaveLength(1);
  });

  test("an entry without a direction is named by its line", () => {
    const file = read(camt("08", `<Ntry>\n<Amt Ccy="USD">1.00</Amt></Ntry>`));
    expect(file.unreadable).toEqual([
      { line: 4, reason: "The entry doesn't say whether it is a credit or a debit." },
    ]);
  });

  test("entities, document types, other messages and broken XML are refused with what to do", () => {
    expect(refusal('<!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]><Document>&b;</Document>')).toMatch(
      /Line 1: The file has a document type/,
    );
    expect(refusal(camt("08", "<Ntry>&secret;</Ntry>"))).toMatch(/Line 4: &secret; isn't allowed/);
    expect(refusal("<Document><BkToCstmrAcctRpt/></Document>")).toMatch(/Export the statement \(camt.053\)/);
    expect(refusal(camt("08", "<Ntry><Amt>"))).toMatch(/Line 5: <\/Stmt> closes nothing/);
    expect(refusal("<html><body>Sign in</body></html>")).toMatch(/isn't a bank statement/);
    expect(refusal("<a>".repeat(100))).toMatch(/nested too deeply/);
  });
});

describe("CSV", () => {
  test.each([
    ["Posting Date,Description,Amount\n11/20/2026,MERCH DEP,4279.64", ["2026-11-20", 427_964, "MERCH DEP"]],
    ["Date;Betreff;Memo;Amount\n20.11.2026;x;Deposit;1.234,50", ["2026-11-20", 123_450, "Deposit"]],
    ["Date\tDetails\tDebit\tCredit\n2026-11-20\tReturn\t85.00\t", ["2026-11-20", -8500, "Return"]],
    ['Date,Payee,Amount\n"Nov 20, 2026",Fee,"($1,085.00)"', ["2026-11-20", -108_500, "Fee"]],
    ["Account,4471\n\nDate,Text,Amount\n13/11/26,Sale,85.00 DR", ["2026-11-13", -8500, "Sale"]],
    ['"11/20/2026","4279.64","*","","MERCH DEP 1120"', ["2026-11-20", 427_964, "MERCH DEP 1120"]],
  ])("reads %j", (text, line) => {
    expect(brief(text)).toEqual([line]);
  });

  test("asks for the columns when it doesn't know them, and reads the chosen ones", () => {
    const text = "Wann,Was,Wieviel\n11/20/2026,Sale,hm\n11/21/2026,Sale,12.50";
    const file = readBankFile(bytes(text));
    expect(file).toMatchObject({ kind: "refused", message: expect.stringMatching(/Choose which columns/) });
    const chosen = read(text, { columns: { date: 0, description: 1, amount: 2 }, dateOrder: "mdy" });
    expect(chosen.lines.map(({ cents }) => cents)).toEqual([1250]);
  });

  test("says that the order of dates is not sure where both fit", () => {
    expect(read("Date,Amount\n05/06/2026,1.00").csv).toMatchObject({ dateOrder: "mdy", isOrderSure: false });
    expect(read("Date,Amount\n05/06/2026,1.00\n25/06/2026,1.00").csv).toMatchObject({
      dateOrder: "dmy",
      isOrderSure: true,
    });
  });

  test("names the line of a row that can't be read", () => {
    const file = read("Date,Amount\n11/20/2026,1.00\n11/21/2026,abc\n,2.00");
    expect(file.lines).toHaveLength(1);
    expect(file.unreadable).toEqual([
      { line: 3, reason: '"abc" isn\'t an amount in whole cents.' },
      { line: 4, reason: "The row has no date." },
    ]);
    expect(refusal('Date,Amount\n11/20/2026,"1.00')).toMatch(/quotation mark/);
  });

  test("two equal lines of a day are two lines, and stay the same two in a longer file", () => {
    const head = "Date,Description,Amount\n";
    const line = "11/20/2026,COUNTER DEP,40.00\n";
    const short = read(`${head}${line}${line}`).lines.map(({ identity }) => identity);
    const long = read(`${head}11/19/2026,X,1.00\n${line}${line}`).lines.map(({ identity }) => identity);
    expect(new Set(short).size).toBe(2);
    expect(long.slice(1)).toEqual(short);
  });
});

describe("any file", () => {
  test("card and account numbers in texts are masked", () => {
    const file = read(
      "Date,Description,Amount,Trace\n11/20/2026,CARD 4000100011112224 REFUND,1.00,021000021 123456789",
    );
    expect(JSON.stringify(file.lines.map(({ identity: _, ...line }) => line))).not.toMatch(
      /4000100|123456789/,
    );
  });

  test("what isn't text is refused with what to export", () => {
    expect(refusal("%PDF-1.7 ...")).toMatch(/Export OFX, camt.053 or CSV/);
    expect(refusal("PK\u0003\u0004")).toMatch(/isn't a text file/);
    expect(refusal("")).toMatch(/empty/);
  });

  test("text of Windows-1252 is read", () => {
    const file = readBankFile(
      new Uint8Array([...bytes("Date,Text,Amount\n11/20/2026,Caf"), 0xe9, ...bytes(",1.00")]),
    );
    expect(file).toMatchObject({ lines: [{ description: "Café" }] });
  });

  const line = fc.record({
    day: fc
      .integer({ min: 0, max: 700 })
      .map((days) => new Date(Date.UTC(2026, 0, 1 + days)).toISOString().slice(0, 10)),
    cents: fc.integer({ min: -99_999_999, max: 99_999_999 }),
    description: fc
      .stringMatching(/^[A-Z][A-Za-z,;"'<&. ]{0,20}[A-Z]$/)
      .map((text) => text.replace(/\s+/g, " ")),
  });

  test("what is written as OFX, camt.053 and CSV is read back", () => {
    const xmlText = (text: string) =>
      text
        .replaceAll("&", "&amp;")
        .replaceAll("<", "&lt;")
        .replaceAll('"', "&quot;")
        .replaceAll("'", "&apos;");
    fc.assert(
      fc.property(fc.array(line, { minLength: 1, maxLength: 20 }), (lines) => {
        const expected = lines.map(({ day, cents, description }) => [day, cents, description]);
        const ofx = lines.map(
          ({ day, cents, description }, place) =>
            `<STMTTRN><TRNTYPE>OTHER<DTPOSTED>${day.replaceAll("-", "")}<TRNAMT>${toDecimal(cents)}<FITID>f${place}<MEMO>${xmlText(description)}</STMTTRN>`,
        );
        expect(
          brief(
            `OFXHEADER:100\n\n<OFX><STMTRS><BANKTRANLIST>${ofx.join("\n")}</BANKTRANLIST></STMTRS></OFX>`,
          ),
        ).toEqual(expected);
        const entries = lines.map(
          ({ day, cents, description }) =>
            `<Ntry><Amt Ccy="USD">${toDecimal(Math.abs(cents))}</Amt><CdtDbtInd>${cents < 0 ? "DBIT" : "CRDT"}</CdtDbtInd><Sts>BOOK</Sts><BookgDt><Dt>${day}</Dt></BookgDt><AddtlNtryInf>${xmlText(description)}</AddtlNtryInf></Ntry>`,
        );
        expect(brief(camt("08", entries.join("\n")))).toEqual(expected);
        const csv = lines.map(
          ({ day, cents, description }) =>
            `${day},"${description.replaceAll('"', '""')}",${toDecimal(cents)}`,
        );
        expect(brief(`Date,Description,Amount\n${csv.join("\n")}`)).toEqual(expected);
      }),
    );
  });

  test("no text makes it throw", () => {
    const piece = fc.constantFrom(
      ...[
        "<",
        ">",
        "</",
        "<!--",
        "-->",
        "<![CDATA[",
        "]]>",
        "<?",
        "&",
        ";",
        "&#x41;",
        "<Document>",
        "<OFX>",
        "<STMTTRN>",
      ],
      ...[
        "<STMTRS>",
        "OFXHEADER:100\n",
        "<Ntry>",
        '"',
        ",",
        "\n",
        "Date,Amount\n",
        "11/20/2026",
        "1.00",
        "(",
        ")",
        "-",
      ],
    );
    fc.assert(
      fc.property(fc.array(fc.oneof(piece, fc.string({ maxLength: 6 })), { maxLength: 40 }), (pieces) => {
        expect(["read", "refused"]).toContain(readBankFile(bytes(pieces.join(""))).kind);
      }),
      { numRuns: 2000 },
    );
  });
});
