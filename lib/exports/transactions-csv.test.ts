import { parse } from "csv-parse/sync";
import fc from "fast-check";
import { expect, test } from "vitest";
import { anySigns } from "#lib/random-tests.ts";
import { toDecimal } from "../money.ts";
import { exportColumnNames, exportColumns, fieldsOf, readExportColumns } from "./columns.ts";
import type { ExportedTransaction } from "./exported-transaction.ts";
import { asRead, aTransaction } from "./test-transactions.ts";
import { type Close, toTransactionsCsv } from "./transactions-csv.ts";

const zone = "America/Los_Angeles";

async function write(
  rows: readonly ExportedTransaction[],
  names = exportColumnNames as readonly (typeof exportColumnNames)[number][],
  close?: Close,
): Promise<string> {
  const chunks = await Array.fromAsync(toTransactionsCsv(asRead(rows, names), names, zone, close));
  return chunks.join("");
}

test("a sale is a row with the zone's offset, plain decimals and its leading zeros", async () => {
  expect(await write([aTransaction()])).toBe(
    "\uFEFFtime,day,invoice,customer,paid_with,type,status,outcome,amount,net,currency,tax,tip,shipping,refunded,clerk,batch,batch_key,order,description,authorization,reference,reason,key\r\n" +
      "2026-11-19T18:52:10-08:00,2026-11-19,00017,Harriet Boone,Visa 1111,Sale,Settled,Approved,264.50,264.50,USD,18.15,11.35,,0.00,Mira Castellanos,2184,0t1aaaaaaaaaaaa,,,074418,3108123456,,0nfaaaaaaaaaaaa\r\n",
  );
});

test("a refund is a number below zero, and text that looks like one stays text", async () => {
  const refund = aTransaction({
    trantype_code: "C",
    kind: "refunds",
    cents: 1250,
    net_cents: -1250,
    invoice: "-12.50",
    customer: "=1+1",
  });
  expect(await write([refund], ["invoice", "customer", "amount", "net"])).toContain(
    "'-12.50,'=1+1,-12.50,-12.50\r\n",
  );
});

test("a partial approval is settled once its money is, and its outcome says that it was partial", async () => {
  const rows = (["pending", "settled"] as const).map((phase) => aTransaction({ phase, outcome: "partial" }));
  expect(await write(rows, ["status", "outcome"])).toContain(
    "Partly approved,Partly approved\r\nSettled,Partly approved\r\n",
  );
});

test("an amount has the decimals of its currency", async () => {
  const rows = [aTransaction({ currency: "392", cents: 110000 }), aTransaction({ currency: "978" })];
  expect(await write(rows, ["amount", "currency"])).toContain("1100,JPY\r\n264.50,EUR\r\n");
});

test("both hours of the night when the clock is set back are apart", async () => {
  const rows = [8.5, 9.5].map((hour) => aTransaction({ created_at: Date.UTC(2026, 10, 1, 0, hour * 60) }));
  expect(await write(rows, ["time"])).toContain("2026-11-01T01:30:00-07:00\r\n2026-11-01T01:30:00-08:00\r\n");
});

test("a list that changed ends with a row that says so", async () => {
  expect(await write([aTransaction()], ["key"], async () => "Changed")).toMatch(
    /0nfaaaaaaaaaaaa\r\nChanged\r\n$/,
  );
  expect(await write([aTransaction()], ["key"], async () => undefined)).toMatch(/0nfaaaaaaaaaaaa\r\n$/);
});

test("a CSV reads back as the same rows, for any text", async () => {
  const hostile = fc.oneof(
    fc.string({
      unit: fc.constantFrom('"', ",", "\r", "\n", "=", "+", "-", "@", "\t", ";", "'", "ä", "0", " ", "😀"),
    }),
    anySigns(),
  );
  const row = fc
    .record({
      customer: fc.option(hostile),
      invoice: fc.option(hostile),
      cents: fc.option(fc.maxSafeNat()),
      created_at: fc.integer({ min: 0, max: 360 }).map((hours) => Date.UTC(2026, 9, 25) + hours * 3_601_000),
    })
    .map(aTransaction);
  await fc.assert(
    fc.asyncProperty(fc.array(row, { maxLength: 8 }), async (rows) => {
      const text = await write(rows, ["time", "customer", "invoice", "amount"]);
      const [, ...lines] = parse(text, { bom: true, record_delimiter: "\r\n" }) as string[][];
      expect(lines).toEqual(
        rows.map(({ created_at, customer, invoice, cents }) => [
          expect.toSatisfy((time: string) => Date.parse(time) === created_at),
          ...[customer, invoice].map((cell) => guarded(cell ?? "")),
          cents === null ? "" : toDecimal(cents),
        ]),
      );
    }),
  );
});

const guarded = (text: string) => text.replace(/(?<=^|[;\t]"*)[=+\-@\t\r\n＝＋－＠]/g, "'$&");

test("each column has a label, and its fields are read by their places", async () => {
  for (const name of exportColumnNames) expect(exportColumns[name].label).toMatch(/^[A-Z]/);
  expect(fieldsOf(["paid_with", "net", "amount"])).toEqual([
    ...["brand", "tender", "last_four", "net_cents", "cents", "kind", "trantype_code", "currency"],
  ]);
});

test("unknown and repeated columns are left out", () => {
  expect(readExportColumns(["net", "toString", "time", "net"])).toEqual(["net", "time"]);
  expect(readExportColumns([""])).toContain("amount");
});
