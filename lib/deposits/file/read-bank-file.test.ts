import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { randomRuns } from "#lib/random-tests.ts";
import { toDecimal } from "../../money.ts";
import { accountOf, type CsvChoice } from "./bank-file.ts";
import { readBankFile } from "./read-bank-file.ts";

/** Of the merchant, after the days of all files here. */
const today = "2031-12-31";
const bytes = (text: string) => new TextEncoder().encode(text);

function read(text: string, choice?: CsvChoice) {
  const file = readBankFile(bytes(text), choice, today);
  if (file.kind !== "read") throw new Error(file.message);
  return file;
}
const refusal = (text: string) => {
  const file = readBankFile(bytes(text), undefined, today);
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
    expect(file.lines.map(({ identity: _, ...line }) => line)).toEqual([
      {
        day: "2026-11-20",
        cents: 427_964,
        currency: "USD",
        description: "MERCH DEP & CO",
        account: "Checking account ending 4471",
        trace: "884120 1120",
      },
      {
        day: "2026-11-19",
        cents: -8500,
        currency: "USD",
        description: "RETURNED ITEM R01",
        account: "Checking account ending 4471",
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
      lines: [
        {
          account: "Savings account ending 1122",
          ...{ day: "2026-11-20", cents: 150_000, currency: "EUR", description: "Transfer & fee" },
        },
      ],
    });
  });

  test.each([["</STMTTRN></BANKTRANLIST></CCSTMTRS>"], [""]])(
    "the lines of a card's statement before or after the bank's are left out, with a sentence",
    (end) => {
      const card = `<CREDITCARDMSGSRSV1><CCSTMTTRNRS><CCSTMTRS><CURDEF>EUR<CCACCTFROM><ACCTID>4000</CCACCTFROM>
<BANKTRANLIST><STMTTRN><TRNTYPE>CREDIT<DTPOSTED>20261120<TRNAMT>50.00<FITID>c1<NAME>CARD PAYMENT${end}`;
      const before = sgml.replace("<BANKMSGSRSV1>", `${card}<BANKMSGSRSV1>`);
      const after = sgml.replace("</BANKMSGSRSV1>", `</BANKMSGSRSV1>${card}`);
      for (const text of [before, after])
        expect(read(text)).toMatchObject({
          lines: [
            { cents: 427_964, currency: "USD", account: "Checking account ending 4471" },
            { cents: -8500, currency: "USD" },
          ],
          leftOut: ["1 line of a credit card statement isn't a bank deposit and will be skipped."],
        });
    },
  );

  test("an amount in another currency is in that currency; one that the bank exchanged is in the account's", () => {
    const of = (name: string) => sgml.replace("<MEMO>", `<MEMO>\n<${name}><CURRATE>1.1<CURSYM>EUR</${name}>`);
    expect(read(of("CURRENCY"))).toMatchObject({ lines: [{ currency: "EUR" }, { currency: "USD" }] });
    expect(read(of("ORIGCURRENCY"))).toMatchObject({ lines: [{ currency: "USD" }, { currency: "USD" }] });
  });

  test("a line that corrects another one is not counted beside it, and says what to do", () => {
    const corrected = sgml.replace("<REFNUM>", "<CORRECTFITID>202611190007<CORRECTACTION>REPLACE<REFNUM>");
    expect(read(corrected)).toMatchObject({
      lines: [{ cents: -8500 }],
      unreadable: [{ line: 13, reason: expect.stringContaining("(202611190007). Leave that line out") }],
    });
  });

  test("each line has the account of its own statement", () => {
    const savings = `<STMTTRNRS><STMTRS><CURDEF>USD<BANKACCTFROM><ACCTID>5500980007<ACCTTYPE>SAVINGS</BANKACCTFROM>
<BANKTRANLIST><STMTTRN><DTPOSTED>20261118<TRNAMT>1.00<FITID>s1<NAME>INTEREST</STMTTRN></BANKTRANLIST></STMTRS></STMTTRNRS>`;
    const { lines } = read(sgml.replace("</BANKMSGSRSV1>", `${savings}</BANKMSGSRSV1>`));
    const [checking, saved] = ["Checking account ending 4471", "Savings account ending 0007"];
    expect(lines.map(({ account }) => account)).toEqual([checking, checking, saved]);
    expect(accountOf(lines)).toBe("2 accounts");
    expect(accountOf(lines.slice(0, 2))).toBe(checking);
    expect(accountOf([])).toBeUndefined();
  });

  test("a statement that names no account or currency doesn't take those of the one before it", () => {
    const next = `<STMTTRNRS><STMTRS><BANKTRANLIST><STMTTRN><DTPOSTED>20261118<TRNAMT>1.00<FITID>s1</STMTTRN></BANKTRANLIST></STMTRS></STMTTRNRS>`;
    const euro = sgml.replace("<CURDEF>USD", "<CURDEF>EUR");
    for (const text of [euro, euro.replace("</STMTTRN>\n</BANKTRANLIST></STMTRS>", "")]) {
      const { lines } = read(text.replace("</BANKMSGSRSV1>", `${next}</BANKMSGSRSV1>`));
      expect(lines.map(({ account, currency }) => [account, currency])).toEqual([
        ["Checking account ending 4471", "EUR"],
        ["Checking account ending 4471", "EUR"],
        [undefined, "USD"],
      ]);
    }
  });

  test("a line's identity has its day, currency, and the whole account with its bank and kind", () => {
    const identities = [
      sgml,
      sgml.replace("20261120120000", "20261119120000"),
      sgml.replace("CURDEF>USD", "CURDEF>EUR"),
      sgml.replace("5500984471", "7700984471"),
      sgml.replace("BANKID>021000021", "BANKID>026009593"),
      sgml.replace("CHECKING", "SAVINGS"),
    ].map((text) => read(text).lines[0]?.identity);
    expect(new Set(identities).size).toBe(identities.length);
    expect(read(sgml.replace("<NAME>MERCH", "<NAME>The MERCH")).lines[0]?.identity).toBe(identities[0]);
  });

  test("marked sections and numbered entities are read as the text they stand for", () => {
    const marked = sgml
      .replace("MERCH DEP & CO", "<![CDATA[Tom & <Jerry>]]>")
      .replace("ITEM R01", "ITEM &#38; &#x26; &#0; &valueOf;");
    expect(read(marked).lines.map(({ description }) => description)).toEqual([
      "Tom & <Jerry>",
      "RETURNED ITEM & & &#0; &valueOf;",
    ]);
  });

  test("a line of 0.00 pays nothing and is skipped with a word", () => {
    expect(read(sgml.replace("-85.00", "0.00"))).toMatchObject({
      lines: [{ cents: 427_964 }],
      leftOut: ["1 line of 0.00 pays nothing and will be skipped."],
    });
    expect(read(sgml)).not.toHaveProperty("leftOut.0");
  });

  test("a row with a wrong amount or date is named by its line, and the others are read", () => {
    const wrong = sgml.replace("-85.00", "-85.001").replace("20261120120000[-5:EST]", "20261320");
    expect(read(wrong)).toMatchObject({
      lines: [],
      unreadable: [
        { line: 13, reason: 'The date "20261320" isn\'t valid.' },
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
      pending: 1,
      lines: [
        { day: "2026-11-20", cents: 42_796, currency: "EUR", description: "Kartenzahlung", trace: "ABC1" },
        { day: "2026-11-19", cents: -1250, description: "Fee & more", trace: "E2E" },
      ],
    });
    expect(accountOf(file.lines)).toBe("Account ending 3000");
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

  test("an entry's identity has its currency, and the whole account with its bank", () => {
    const of = (account: string, amount = '<Amt Ccy="EUR">1.00</Amt>') =>
      read(
        camt(
          "08",
          `<Ntry><NtryRef>1</NtryRef>${amount}<CdtDbtInd>CRDT</CdtDbtInd><BookgDt><Dt>2026-11-20</Dt></BookgDt></Ntry>`,
        ).replace(/<Acct>.*<\/Acct>/, `<Acct>${account}</Acct>`),
      ).lines[0]?.identity;
    const other = (id: string, bank: string) =>
      `<Id><Othr><Id>${id}</Id></Othr></Id><Svcr><FinInstnId><BICFI>${bank}</BICFI></FinInstnId></Svcr>`;
    const identities = [
      of("<Id><IBAN>DE89370400440532013000</IBAN></Id>"),
      of("<Id><IBAN>DE12500105170648433000</IBAN></Id>"),
      of(other("12343000", "CHASUS33")),
      of(other("12343000", "BOFAUS3N")),
      of(other("12343000", "BOFAUS3N"), '<Amt Ccy="USD">1.00</Amt>'),
    ];
    expect(new Set(identities).size).toBe(identities.length);
  });

  test("an amount with a third decimal is right in the file, and the console can't keep it", () => {
    const of = (amount: string) =>
      read(
        camt(
          "08",
          `<Ntry><Amt Ccy="KWD">${amount}</Amt><CdtDbtInd>CRDT</CdtDbtInd><BookgDt><Dt>2026-11-20</Dt></BookgDt></Ntry>`,
        ),
      );
    expect(of("1.230")).toMatchObject({ lines: [{ cents: 123, currency: "KWD" }] });
    expect(of("1.234").unreadable).toMatchObject([
      {
        reason:
          '"KWD 1.234" has more than two decimals, which the console can\'t keep. Keep track of the line outside the console.',
      },
    ]);
    expect(of("a").unreadable).toMatchObject([
      { reason: "The entry's amount can't be read. Ask the bank for the file again." },
    ]);
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

  test.each([
    ["01/01/1970", "Jan 1, 1970 is more than ten years ago. Check the date in the file."],
    ["01/01/2099", "Jan 1, 2099 hasn't come yet. Check the date in the file."],
    ["11/26/2026", "Nov 26, 2026 hasn't come yet. Check the date in the file."],
    ["13/13/2026", '"13/13/2026" isn\'t a date in the order of this file.'],
  ])("refuses the line of %s and reads the others", (date, reason) => {
    const csv = `Date,Text,Amount\n11/25/2026,Sale,1.00\n${date},Sale,2.00`;
    expect(readBankFile(bytes(csv), undefined, "2026-11-24")).toMatchObject({
      lines: [{ day: "2026-11-25" }],
      unreadable: [{ line: 3, reason }],
    });
  });

  test("refuses a booking date with month 13, though the value date is a day", () => {
    const camt = `<Document><BkToCstmrStmt><Stmt><Acct><Id><IBAN>X</IBAN></Id></Acct><Ntry><Amt Ccy="USD">1.00</Amt>
<CdtDbtInd>CRDT</CdtDbtInd><BookgDt><Dt>2026-13-01</Dt></BookgDt><ValDt><Dt>2026-11-01</Dt></ValDt></Ntry></Stmt></BkToCstmrStmt></Document>`;
    expect(read(camt).unreadable).toMatchObject([{ reason: 'The date "2026-13-01" isn\'t valid.' }]);
  });

  test("asks for the columns when it doesn't know them, and reads the chosen ones", () => {
    const text = "Wann,Was,Wieviel\n11/20/2026,Sale,hm\n11/21/2026,Sale,12.50";
    const file = readBankFile(bytes(text), undefined, today);
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

describe("money in and out in CSV", () => {
  const chase = "Details,Posting Date,Description,Amount,Type,Balance\n";

  test.each([
    [`${chase}DEBIT,11/20/2026,MERCHANT FEE,20.00,ACH_DEBIT,1.00`, [-2000]],
    [
      `${chase}DEBIT,11/20/2026,FEE,-20.00,ACH_DEBIT,1.00\nCREDIT,11/20/2026,DEP,5.00,ACH_CREDIT,1.00`,
      [-2000, 500],
    ],
    [
      `${chase}CHECK,11/20/2026,CHECK 12,-20.00,CHECK_PAID,1.00\nDSLIP,11/20/2026,DEP,5.00,DEPOSIT,1.00`,
      [-2000, 500],
    ],
    ["Date,Text,Amount,Dr/Cr\n11/20/2026,Fee,20.00,DR\n11/20/2026,Dep,5.00,cr", [-2000, 500]],
    ["Date,Text,Amount,D/C\n11/20/2026,Fee,20.00,D\n11/20/2026,Dep,5.00,C", [-2000, 500]],
    ["Date,Text,Amount,Type\n11/20/2026,Fee,20.00,Withdrawal\n11/20/2026,Dep,5.00,Deposit", [-2000, 500]],
    ["Date,Amount,Debit/Credit\n11/20/2026,20.00,-\n11/20/2026,5.00,+", [-2000, 500]],
    ["Date,Text,Amount,Debit,Credit\n11/20/2026,Fee,20.00,20.00,", [-2000]],
    ['"DEBIT","11/20/2026","MERCHANT FEE","20.00"', [-2000]],
    ["Date,Text,Amount,Type\n11/20/2026,Fee,-20.00,Sale\n11/20/2026,Dep,5.00,Credit", [-2000, 500]],
  ])("the word decides about an amount without a sign in %j", (text, cents) => {
    expect(read(text)).toMatchObject({ unreadable: [], lines: cents.map((one) => ({ cents: one })) });
  });

  test("a word that contradicts the sign, an unknown one and a missing one refuse their lines only", () => {
    const file = read(
      "Date,Amount,Dr/Cr\n11/20/2026,-20.00,CR\n11/20/2026,20.00,XX\n11/20/2026,20.00,\n11/20/2026,20.00,DR\n11/20/2026,+3.00,DR",
    );
    expect(file.lines.map(({ cents }) => cents)).toEqual([-2000]);
    expect(file.unreadable).toEqual([
      { line: 2, reason: '"CR" and the amount -20.00 contradict each other. Enter the line by hand.' },
      { line: 3, reason: '"XX" doesn\'t say whether the row is money in or out.' },
      { line: 4, reason: "The row doesn't say whether it is money in or out." },
      { line: 6, reason: '"DR" and the amount +3.00 contradict each other. Enter the line by hand.' },
    ]);
  });

  test("a withdrawal without a minus is refused where the file's other withdrawals have one", () => {
    const file = read(`${chase}DEBIT,11/20/2026,A,-20.00,ACH_DEBIT,1\nDEBIT,11/20/2026,B,7.00,ACH_DEBIT,1`);
    expect(file).toMatchObject({ lines: [{ cents: -2000 }], unreadable: [{ line: 3 }] });
  });

  test("a column of debit and credit words is used though one is unknown and some amounts have signs", () => {
    const file = read(
      `Date,Description,Amount,Type
11/20/2026,DEP,10.00,CREDIT
11/20/2026,TYPED RENT,1000.00,DEBIT
11/20/2026,FEE,-5.00,DEBIT
11/20/2026,TRANSFER,20.00,ACH
11/20/2026,CHECK 12,-7.00,CHECK`,
    );
    expect(file).toMatchObject({
      csv: { columns: { direction: 3 } },
      lines: [{ cents: 1000 }, { cents: -500 }, { cents: -700 }],
    });
    expect(file.unreadable).toEqual([
      { line: 3, reason: '"DEBIT" and the amount 1000.00 contradict each other. Enter the line by hand.' },
      { line: 5, reason: '"ACH" doesn\'t say whether the row is money in or out.' },
    ]);
  });

  test.each([
    [
      "11/20/2026,Rent,1000.00,Withdrawal\n11/20/2026,Tea,-5.00,Fee\n11/20/2026,Dep,20.00,Transfer",
      [-500],
      2,
    ],
    ["11/20/2026,Tea,-5.00,Fee\n11/20/2026,Dep,20.00,Transfer", [-500, 2000], 0],
  ])("words of other kinds count beside signs where a withdrawal has no sign: %j", (rows, cents, refused) => {
    const file = read(`Date,Description,Amount,Type\n${rows}`);
    expect(file.lines.map((line) => line.cents)).toEqual(cents);
    expect(file.unreadable).toHaveLength(refused);
  });

  test("a row of 0.00 in one of two columns pays nothing, and one with money in and out is refused", () => {
    const file = read(
      "Date,Text,Debit,Credit\n11/20/2026,Note,,0.00\n11/20/2026,Note,0.00,\n11/20/2026,Both,5.00,7.00\n11/20/2026,None,,\n11/20/2026,Dep,0.00,3.00",
    );
    expect(file).toMatchObject({
      lines: [{ cents: 300 }],
      leftOut: ["2 lines of 0.00 pay nothing and will be skipped."],
    });
    expect(file.unreadable).toEqual([
      { line: 4, reason: "The row has money in (7.00) and money out (5.00). Enter the two amounts by hand." },
      { line: 5, reason: "The row has no amount." },
    ]);
  });

  test("a negative amount in the column for money in is refused", () => {
    expect(read("Date,Credit,Debit\n11/20/2026,-20.00,").unreadable).toMatchObject([
      { reason: expect.stringContaining("money in") },
    ]);
  });

  test("a chosen direction column is used, and one that was taken off is not", () => {
    const text = "Date,Amount,Kind\n11/20/2026,20.00,Debit";
    const columns = { date: 0, amount: 1 };
    expect(read(text, { columns: { ...columns, direction: 2 }, dateOrder: "mdy" }).lines).toMatchObject([
      { cents: -2000 },
    ]);
    expect(read(text, { columns, dateOrder: "mdy" }).lines).toMatchObject([{ cents: 2000 }]);
  });
});

describe("column names in CSV", () => {
  test.each([
    ["Posted,Details,Debit,Credit\n11/20/2026,FEE,20.00,\n11/20/2026,DEP,,5.00", [-2000, 500]],
    ["Buchungstag;Valuta;Verwendungszweck;Betrag\n20.11.2026;20.11.2026;DEP;1.234,50", [123_450]],
    ["Buchungstag;Verwendungszweck;Soll;Haben\n20.11.2026;FEE;20,00;\n20.11.2026;DEP;;5,00", [-2000, 500]],
    ["Buchungstag;Betrag;Soll/Haben\n20.11.2026;20,00;Soll\n20.11.2026;5,00;Haben", [-2000, 500]],
  ])("are known in %j", (text, cents) => {
    expect(read(text)).toMatchObject({
      unreadable: [],
      lines: cents.map((one) => ({ day: "2026-11-20", cents: one })),
    });
  });

  test("unknown ones are offered for the choice, and are not a line", () => {
    const text = "Account,5500\nWhen,What,How much\n11/20/2026,DEP,5.00";
    const csv = { header: ["When", "What", "How much"] };
    expect(readBankFile(bytes(text), undefined, today)).toMatchObject({ kind: "refused", csv });
    expect(read(text, { columns: { date: 0, description: 1, amount: 2 }, dateOrder: "mdy" })).toMatchObject({
      lines: [{ day: "2026-11-20", cents: 500, description: "DEP" }],
      unreadable: [],
      csv,
    });
  });
});

describe("currency and status in CSV", () => {
  test.each([
    ["Date,Text,Amount,Currency\n11/20/2026,Dep,77.00,EUR", 7700, "EUR"],
    ["Date,Text,Amount,Currency\n11/20/2026,Dep,77.00,978", 7700, "EUR"],
    ["Date,Text,Amount,Currency\n11/20/2026,Dep,77.00,", 7700, "USD"],
    ["Date,Amount\n11/20/2026,85.00 USD", 8500, "USD"],
    ["Date,Amount\n11/20/2026,USD -85.00", -8500, "USD"],
    ["Date,Amount\n11/20/2026,85.00 USD DR", -8500, "USD"],
    ["Date,Amount\n11/20/2026,(85.00 CAD)", -8500, "CAD"],
    ["Date,Amount\n11/20/2026,€85.00", 8500, "EUR"],
    ['11/20/2026,"77.00",EUR,DEPOSIT AT COUNTER', 7700, "EUR"],
  ])("keeps the currency of %j", (text, cents, currency) => {
    expect(read(text)).toMatchObject({ unreadable: [], lines: [{ cents, currency }] });
  });

  test("takes the currency from the name of the amount's column", () => {
    expect(read("Date,Amount (EUR)\n11/20/2026,77.00").lines).toMatchObject([{ currency: "EUR" }]);
    const choice: CsvChoice = { columns: { date: 0, amount: 1 }, dateOrder: "mdy" };
    expect(read("Date,Booked CAD,Amount\n11/20/2026,77.00,1.00", choice).lines).toMatchObject([
      { cents: 7700, currency: "CAD" },
    ]);
  });

  test("refuses a line with an unknown currency or with two", () => {
    const file = read("Date,Amount,Currency\n11/20/2026,1.00,XQZ\n11/20/2026,€2.00,USD");
    expect(file.lines).toEqual([]);
    expect(file.unreadable.map(({ reason }) => reason)).toEqual([
      '"XQZ" isn\'t a currency, such as USD.',
      "The row has two currencies: USD and EUR. Enter the line by hand.",
    ]);
  });

  test("equal lines of two currencies are two lines of two identities", () => {
    const [one, other] = read("Date,Amount,Currency\n11/20/2026,1.00,USD\n11/20/2026,1.00,EUR").lines;
    expect(one?.identity).not.toBe(other?.identity);
  });

  test("leaves out pending lines, and refuses a line whose status isn't booked", () => {
    const file = read(
      "Date,Text,Amount,Status\n11/20/2026,a,1.00,Posted\n11/20/2026,b,2.00,Pending\n11/20/2026,c,3.00,Failed\n11/20/2026,d,4.00,",
    );
    expect(file).toMatchObject({ pending: 1, lines: [{ cents: 100 }, { cents: 400 }] });
    expect(file.unreadable).toEqual([
      { line: 4, reason: 'The status "Failed" doesn\'t say that the bank booked the line.' },
    ]);
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

  test("refuses a file that isn't text, and says what to export", () => {
    expect(refusal("%PDF-1.7 ...")).toMatch(/Export OFX, camt.053 or CSV/);
    expect(refusal("PK\u0003\u0004")).toMatch(/isn't a text file/);
    expect(refusal("")).toMatch(/empty/);
  });

  test("text of Windows-1252 is read", () => {
    const file = readBankFile(
      new Uint8Array([...bytes("Date,Text,Amount\n11/20/2026,Caf"), 0xe9, ...bytes(",1.00")]),
      undefined,
      today,
    );
    expect(file).toMatchObject({ lines: [{ description: "Café" }] });
  });

  const line = fc.record({
    day: fc
      .integer({ min: 0, max: 700 })
      .map((days) => new Date(Date.UTC(2026, 0, 1 + days)).toISOString().slice(0, 10)),
    // Lines of 0.00 are skipped.
    cents: fc.integer({ min: -99_999_999, max: 99_999_999 }).filter((cents) => cents !== 0),
    description: fc
      .stringMatching(/^[A-Z][A-Za-z,;"'<&. ]{0,20}[A-Z]$/)
      .map((text) => text.replace(/\s+/g, " ")),
  });

  test("reads back OFX, camt.053 and CSV as they were written", () => {
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
      { numRuns: randomRuns(2000) },
    );
  });
});
