import fc from "fast-check";
import Papa from "papaparse";
import { describe, expect, test } from "vitest";
import { keysOf } from "#lib/keys-of.ts";
import { defaultLocale, setMerchantLocale } from "../format/locale.ts";
import { commands, findCommand } from "../gateway/commands.ts";
import { bulkColumns, longestCell, readBulkRow } from "../gateway/schemas/bulk.ts";
import { addToTotals, type BulkTotal, sumOfTotals } from "./bulk-totals.ts";
import { columnLabels, suggestMapping } from "./file/column-labels.ts";
import { guessEncoding, guessSeparator } from "./file/file-format.ts";
import { maskCell } from "./file/mask-cell.ts";
import { RecordReader, UnreadableFileError } from "./file/record-reader.ts";
import { validateRow } from "./file/validate-row.ts";

const month = "2026-11";
const card = { ccnum: "4000100011112224", ccexp: "1228", amount: "12.50" };

/** A right check digit, but no issuer that begins with 1000. */
const unknownBrand = { ...card, ccnum: "1000000000000008" };
const check = { command: "check:sale", amount: "5", routing: "121000248", account: "1000006789" };

test("the amounts of a file have a decimal point in every locale, as on the wire", () => {
  setMerchantLocale("de-DE");
  const kindOf = (amount: string) => validateRow({ ...card, amount }, month).kind;
  expect(kindOf("12.50")).toBe("good");
  for (const amount of ["12,50", "1.234,50", "1.234"]) expect(kindOf(amount), amount).not.toBe("good");
  setMerchantLocale(defaultLocale);
});

describe("a row that would be refused is found before it costs anything", () => {
  test.each([
    ["a wrong check digit", { ...card, ccnum: "4000100011112225" }, "ccnum"],
    ["a date that has passed", { ...card, ccexp: "1026" }, "ccexp"],
    ["a thirteenth month", { ...card, ccexp: "1328" }, "ccexp"],
    ["a card without its date", { ...card, ccexp: "" }, "ccexp"],
    ["no amount", { ...card, amount: "" }, "amount"],
    ["an invalid amount", { ...card, amount: "12,50" }, "amount"],
    ["nothing to pay", { ...card, amount: "0.00" }, "amount"],
    ["more than the gateway takes", { ...card, amount: "100000.00" }, "amount"],
    [
      "an invalid routing number",
      { command: "check:sale", amount: "5", routing: "123456789", account: "12345" },
      "routing",
    ],
    [
      "an account with letters",
      { command: "check:sale", amount: "5", routing: "121000248", account: "12a45" },
      "account",
    ],
    ["an amount with a decimal comma", { ...card, amount: "12,50" }, "amount"],
    ["an amount with a third decimal", { ...card, amount: "12.500" }, "amount"],
    ["a command of another system", { ...card, command: "purchase" }, "command"],
    ["a refund of nothing", { command: "refund", amount: "5" }, "trankey"],
    ["a sale of a tip alone", { ...card, amount: "", tip: "50000.00" }, "amount"],
    ["a sale of a tax alone", { ...card, amount: " ", tax: "50000.00" }, "amount"],
    ["a cash refund of a tip alone", { command: "cash:refund", tip: "50000.00" }, "amount"],
    [
      "a repeated sale of a tip alone",
      { command: "quicksale", trankey: "0nf0bcdfghjkmnp", tip: "5" },
      "amount",
    ],
    ["a refund of a tip alone", { command: "refund", trankey: "0nf0bcdfghjkmnp", tip: "5" }, "amount"],
    ["a tip over the most for one payment", { ...card, tip: "100000.00" }, "tip"],
    ["a tax below zero", { ...card, tax: "-5.00" }, "tax"],
    [
      "a card credit beside somebody's account",
      { ...card, command: "cc:credit", routing: "121000248", account: "1000006789", accountholder: "Legit" },
      "account",
    ],
    [
      "a card credit beside a holder of an account",
      { ...card, command: "cc:credit", accountholder: "Legit" },
      "accountholder",
    ],
    ["a refund beside a card", { ...card, command: "refund", trankey: "0nf0bcdfghjkmnp" }, "ccnum"],
    [
      "a refund beside an account",
      { command: "refund", trankey: "0nf0bcdfghjkmnp", routing: "121000248", account: "1000006789" },
      "account",
    ],
    [
      "a card credit on a payment and a card",
      { ...card, command: "cc:credit", trankey: "0nf0bcdfghjkmnp" },
      "ccnum",
    ],
    [
      "an account credit beside a card",
      { ...card, command: "check:credit", routing: "121000248", account: "12345" },
      "ccnum",
    ],
    ["a cash refund beside a card", { ...card, command: "cash:refund" }, "ccnum"],
    ["a sale that names a payment", { ...card, trankey: "0nf0bcdfghjkmnp" }, "trankey"],
    ["a card number for a payment's key", { command: "refund", trankey: "4000100011112224" }, "trankey"],
    ["its own card number in the invoice", { ...card, invoice: "4000100011112224" }, "invoice"],
    [
      "another card number in the description",
      { ...card, description: "was 4761.7366.6666.6664" },
      "description",
    ],
    [
      "its own card number, of no known brand",
      { ...unknownBrand, cardholder: "A 1000-0000-0000 0008" },
      "cardholder",
    ],
    [
      "its own card number in other digits",
      { ...unknownBrand, billing_street2: "１０００００００００００００08" },
      "billing_street2",
    ],
    ["its own card number with escapes", { ...unknownBrand, orderid: "1000%2000000000%200008 7" }, "orderid"],
    ["its own account number in the email", { ...check, email: "1000006789@shop.example" }, "email"],
    ["its own account number in groups", { ...check, invoice: "no. 1000 006-789" }, "invoice"],
    ["its own account behind the routing number", { ...check, ponum: "1210002481000006789" }, "ponum"],
    ["its own short account number", { ...check, account: "654321", custid: "acct 654321" }, "custid"],
    ["an invoice that is too long", { ...card, invoice: "x".repeat(26) }, "invoice"],
  ])("%s", (_, cells, column) => {
    const check = validateRow(cells, month);
    expect(check).toMatchObject({ kind: "bad" });
    expect(check.kind === "bad" && check.problems.map((one) => one.column)).toContain(column);
    expect(check.kind === "bad" && check.problems.every(({ reason, fix }) => reason && fix)).toBe(true);
  });

  test("an amount above the limit is not said to be badly written", () => {
    const over = validateRow({ ...card, amount: "999999.00", tip: "100000.00" }, month);
    expect(over).toMatchObject({
      problems: [
        {
          column: "amount",
          reason: "Over $99,999.00, the most for one payment",
          fix: "Correct it, or split it into several payments.",
        },
        { column: "tip", fix: "Correct it." },
      ],
    });
  });

  test.each([
    [
      "an account of four digits and a street number",
      { ...check, account: "1234", billing_street: "1234 Main St" },
    ],
    ["an account that has an amount's digits", { ...check, account: "125000", amount: "1250.00" }],
    ["an account within longer digits", { ...check, account: "654321", custid: "96543217" }],
    ["the last four digits of the card", { ...card, description: "Visa ending 2224" }],
    ["a token and its digits", { ccnum: "a1b2-c3d4-e5f6-g7h8", amount: "3", invoice: "12345678" }],
  ])("a row with %s is good: no number of it is repeated", (_, cells) => {
    expect(validateRow(cells, month)).toMatchObject({ kind: "good" });
  });

  test("the rows that can be sent are totaled by command, tender and cents", () => {
    const totals: BulkTotal[] = [];
    const lines = [
      card,
      { ...card, amount: "0.50" },
      { ccnum: "a1b2-c3d4-e5f6-g7h8", amount: "3" },
      { command: "check:sale", routing: "121000248", account: "123456", amount: "9.99" },
      { command: "refund", trankey: "0nf0bcdfghjkmnp" },
    ];
    for (const cells of lines) {
      const check = validateRow(cells, month);
      if (check.kind === "bad") throw new Error(JSON.stringify(check));
      addToTotals(totals, check);
    }
    expect(totals).toEqual([
      { command: "sale", tender: "card", count: 2, cents: 1300, withoutAmount: 0 },
      { command: "sale", tender: "token", count: 1, cents: 300, withoutAmount: 0 },
      { command: "check:sale", tender: "check", count: 1, cents: 999, withoutAmount: 0 },
      { command: "refund", tender: "card", count: 1, cents: 0, withoutAmount: 1 },
    ]);
    expect(sumOfTotals(totals)).toEqual({ count: 5, cents: 2599 });
  });
});

test("money without an amount is never counted as no money", () => {
  for (const command of ["sale", "cash:refund", "cc:credit", "quicksale"] as const) {
    const totals: BulkTotal[] = [];
    addToTotals(totals, {
      kind: "good",
      command,
      tender: "card",
      amountCents: undefined,
      namesPayment: true,
    });
    expect(totals[0]?.withoutAmount).toBe(1);
  }
  const saved: BulkTotal[] = [];
  addToTotals(saved, {
    kind: "good",
    command: "cc:save",
    tender: "card",
    amountCents: undefined,
    namesPayment: false,
  });
  expect(saved[0]?.withoutAmount).toBe(0);
});

describe("a file of another system", () => {
  test("is understood by what its columns are called", () => {
    expect(
      suggestMapping(["Card Number", "EXP_DATE", "Total", "Color", "bill zip", "Zip", "amount"]),
    ).toEqual(["ccnum", "ccexp", null, null, "billing_zip", null, "amount"]);
  });

  test("never has two columns for one", () => {
    fc.assert(
      fc.property(
        fc.array(
          fc.constantFrom(...Object.values(columnLabels).flatMap(({ label, also }) => [label, ...also])),
        ),
        (header) => {
          const given = suggestMapping(header).filter(Boolean);
          expect(new Set(given).size).toBe(given.length);
        },
      ),
    );
  });

  test("is read in its own encoding and with its own separator", () => {
    expect(guessEncoding(new Uint8Array([0xff, 0xfe, 0x41, 0]))).toBe("utf-16le");
    expect(guessEncoding(Buffer.from("amount,ccnum", "utf16le"))).toBe("utf-16le");
    expect(guessEncoding(Buffer.from("amount,ccnum", "utf16le").swap16())).toBe("utf-16be");
    expect(guessEncoding(new TextEncoder().encode("Zoë").subarray(0, 3))).toBe("utf-8");
    expect(guessEncoding(new Uint8Array([0x5a, 0x6f, 0xeb, 0x2c]))).toBe("windows-1252");
    expect(guessSeparator('"a;b",c,d\n1;2;3;4')).toBe(",");
    expect(guessSeparator("ccnum\tamount\r\n1\t2")).toBe("\t");
  });

  test("gives the same rows wherever its texts are cut, as a spreadsheet would number them", () => {
    const cell = fc.stringMatching(/^[a-z0-9 ,;"\n]{0,8}$/);
    fc.assert(
      fc.property(
        fc.array(fc.array(cell, { minLength: 3, maxLength: 3 }), { minLength: 1, maxLength: 12 }),
        fc.constantFrom("\n", "\r\n"),
        fc.array(fc.nat(200), { maxLength: 6 }),
        fc.boolean(),
        (rows, newline, cuts, ends) => {
          const text = Papa.unparse(rows, { newline }) + (ends ? newline : "");
          const reader = new RecordReader(",");
          const places = [0, ...cuts.filter((cut) => cut < text.length).sort((a, b) => a - b), text.length];
          const read = places.slice(1).flatMap((place, i) => reader.push(text.slice(places[i], place)));
          const records = [...read, ...reader.end()];
          const expected = rows.map((cells, i) => ({ row: i + 1, cells }));
          expect(records).toEqual(expected.filter(({ cells }) => cells.some((one) => one.trim() !== "")));
        },
      ),
    );
  });

  test("counts its rows right when an empty chunk splits the end of a row", () => {
    const reader = new RecordReader(",");
    const read = ["a,b\r", "", "\n1,2\r", "\n"].flatMap((text) => reader.push(text));
    expect([...read, ...reader.end()].map(({ row }) => row)).toEqual([1, 2]);
  });

  test("with a quote that is never closed is refused with its row", () => {
    const reader = new RecordReader(",");
    reader.push('a,b\n1,2\n3,"4\n5,6\n');
    expect(() => reader.end()).toThrow(new UnreadableFileError(3));
    expect(() => new RecordReader(",").push(`a\n"${"x".repeat(1_100_000)}`)).toThrow(/Row 2/);
  });
});

describe("a cell that is too long", () => {
  const columns = keysOf(bulkColumns);

  test.each(columns)("of %s is refused before it is searched for a card number", (column) => {
    const cell = "\ufdfa".repeat(1_000_000);
    const result = validateRow({ ...card, [column]: cell }, month);
    expect(maskCell(column, cell).length).toBeLessThan(1_000_001);
    const reason = `Must be at most ${column === "description" ? 1000 : 255} characters`;
    expect(result).toMatchObject({ kind: "bad", problems: [{ column, reason }] });
  });

  test("is one that the gateway takes no longer", () => {
    for (const column of columns)
      for (const command of Object.keys(commands)) {
        const cell = "1".repeat(longestCell(column) + 1);
        const tender = findCommand(command)?.startsWith("check") ? check : card;
        const row = { ...tender, trankey: "1nf0bcdfghjkmnp", command, [column]: cell };
        // A command that does not know the column leaves it out.
        const read = readBulkRow(row);
        expect(read.kind === "request" && JSON.stringify(read.fields).includes(cell), column).toBe(false);
      }
    const longest = { ...card, description: "a".repeat(1000), orderid: "a".repeat(255) };
    expect(validateRow(longest, month).kind).toBe("good");
  });
});

test("a row longer than any that can be sent is refused, also when the file is read in pieces", () => {
  const read = (pieces: string[]) => {
    const reader = new RecordReader(",");
    return [...pieces.flatMap((piece) => reader.push(piece)), ...reader.end()];
  };
  for (const row of [`${"x".repeat(140_000)},1`, ",".repeat(140_000), `"${'""'.repeat(140_000)}",1`]) {
    const text = `a,b\n1,2\n${row}\n3,4\n`;
    expect(() => read([text])).toThrow("Row 3 is too long");
    expect(() => read([text.slice(0, 100_000), text.slice(100_000)])).toThrow("Row 3 is too long");
  }
  expect(read([`a,b\n"${'""'.repeat(120_000)}",1\n`]).length).toBe(2);
});

test("numbers of cards and accounts are never shown in full, in any column", () => {
  expect(maskCell("ccnum", "4000 1000 1111 2224")).toBe("xxxxxxxxxxxx2224");
  expect(maskCell("account", "123456789")).toBe("xxxxx6789");
  expect(maskCell("cvc", "123")).toBe("xxx");
  expect(maskCell("description", "4000-1000-1111-2224")).toBe("xxxxxxxxxxxx2224");
  expect(maskCell("ccnum", "a1b2-c3d4-e5f6-g7h8")).toBe("a1b2-c3d4-e5f6-g7h8");
  expect(maskCell("amount", "12.50")).toBe("12.50");
});
