import { parse } from "csv-parse/sync";
import { type SqlBool, sql } from "kysely";
import { beforeAll, beforeEach, expect, test, vi } from "vitest";
import { toCents } from "#lib/money.ts";
import { db } from "#server/db/db.ts";
import type { IndexedTransactionRow } from "#server/db/tables/books/indexed-transactions.ts";
import { describeStores } from "#server/db/test-store.ts";
import { useStore } from "#server/db/use-store.ts";
import { setUpConsole } from "#server/payments/test-console.ts";
import { writeRows } from "../index/write-rows.ts";
import { beginExport, findExport } from "./export-records.ts";
import { previewExport } from "./preview-export.ts";
import { readPages } from "./read-pages.ts";
import { type WrittenExport, writeExport } from "./write-export.ts";

setUpConsole();

const person = { id: "user-1", name: "Ruth Adeyemi" };
const batch = "0t1aaaaaaaaaaaa";

const row = (place: number, more: Partial<IndexedTransactionRow> = {}): IndexedTransactionRow => ({
  id: `0n${String(place).padStart(6, "0")}`,
  transaction_key: `0n${String(place).padStart(6, "0")}`,
  attempt_id: null,
  source: "batch",
  read_at: 1,
  // Many at the same moment: pages have to go on between them.
  created_at: Date.UTC(2026, 10, 19, 20) + Math.floor(place / 7) * 1000,
  business_day: "2026-11-19",
  batch_key: batch,
  refnum: `31081${place}`,
  authcode: "074418",
  invoice: "00017",
  orderid: null,
  customer: "Harriet Boone",
  description: null,
  last_four: "1111",
  brand: "Visa",
  tender: "card",
  trantype_code: "S",
  kind: "sales",
  phase: "settled",
  outcome: "approved",
  reason: null,
  cents: 1000 + place,
  net_cents: 1000 + place,
  tip_cents: null,
  tax_cents: 100,
  shipping_cents: null,
  currency: null,
  refunded_cents: 0,
  user_id: null,
  user_name: null,
  clerk: "Mira",
  source_name: null,
  reread_at: null,
  ...more,
});
const many = (count: number) => Array.from({ length: count }, (_, place) => row(place));

const ask = (fields: Record<string, string>) => new URLSearchParams({ batch, format: "csv", ...fields });

async function bytesOf(written: WrittenExport): Promise<Buffer> {
  if (written.kind !== "file") throw new Error(written.message);
  return Buffer.from(await new Response(written.body as BodyInit).arrayBuffer());
}

const linesOf = (bytes: Buffer) =>
  (parse(bytes, { bom: true, relax_column_count: true }) as string[][]).slice(1);
const recordOf = () => db().selectFrom("exports").selectAll().executeTakeFirstOrThrow();

describeStores("exports", (open, onSqlite) => {
  beforeAll(async () => useStore((await open()).db));
  beforeEach(async () => {
    for (const table of ["exports", "indexed_transactions", "transaction_terms", "history_batches"] as const)
      await db().deleteFrom(table).execute();
  });

  test("a CSV holds every row once, newest first, over pages of rows of the same moment", async () => {
    await writeRows(db(), [...many(2500), row(9000, { batch_key: "another" })]);
    const bytes = await bytesOf(await writeExport(ask({ columns: "key,amount,customer" }), person));
    const lines = linesOf(bytes);
    expect(lines.map(([key]) => key)).toEqual(
      many(2500)
        .sort((one, other) => other.created_at - one.created_at || (one.id < other.id ? 1 : -1))
        .map(({ id }) => id),
    );
    expect(lines.reduce((sum, [, amount]) => sum + (toCents(amount ?? "") ?? 0), 0)).toBe(
      many(2500).reduce((sum, { net_cents }) => sum + net_cents, 0),
    );
    expect(await recordOf()).toMatchObject({
      user_id: person.id,
      user_name: person.name,
      query: `batch=${batch}`,
      format: "csv",
      columns: "key,amount,customer",
      state: "finished",
      rows_before: 2500,
      rows_after: 2500,
      rows_written: 2500,
      bytes: bytes.length,
    });
  });

  test("rows that are being written and are taken back are never read", async () => {
    const everything = sql<SqlBool>`1 = 1`;
    let reading: Promise<unknown[]> | undefined;
    const writing = db()
      .transaction()
      .execute(async (store) => {
        await writeRows(store, many(3));
        reading = Array.fromAsync(readPages(everything, ["id"]));
        throw new Error("taken back");
      });
    await expect(writing).rejects.toThrow("taken back");
    expect(await reading).toEqual([]);
  });

  onSqlite("other work has its turn after each page", async () => {
    await writeRows(db(), many(2500));
    let [turns, isRead] = [0, false];
    const takeTurn = () => {
      turns += 1;
      if (!isRead) setImmediate(takeTurn);
    };
    setImmediate(takeTurn);
    const pages = await Array.fromAsync(readPages(sql<SqlBool>`1 = 1`, ["id"]));
    isRead = true;
    expect(pages).toHaveLength(5);
    expect(turns).toBeGreaterThanOrEqual(5);
  });

  test("business days choose the rows, both included", async () => {
    const days = ["2026-11-18", "2026-11-19", "2026-11-20", "2026-11-21"];
    await writeRows(
      db(),
      days.map((business_day, place) => row(place, { business_day })),
    );
    const query = new URLSearchParams({
      format: "csv",
      from: "2026-11-19",
      until: "2026-11-20",
      columns: "day",
    });
    const written = await writeExport(query, person);
    expect(written).toMatchObject({ name: "transactions-2026-11-19-to-2026-11-20.csv" });
    expect(
      linesOf(await bytesOf(written))
        .flat()
        .sort(),
    ).toEqual(["2026-11-19", "2026-11-20"]);
  });

  test("a search chooses the rows, and is recorded as it is understood", async () => {
    await writeRows(db(), [
      ...many(3),
      row(50, { customer: '=SUM("A1")', cents: 99_999, net_cents: 99_999 }),
    ]);
    const query = new URLSearchParams({ format: "csv", q: "amount:>900.00", columns: "customer,amount" });
    const written = await writeExport(query, person);
    expect(linesOf(await bytesOf(written))).toEqual([[`'=SUM("A1")`, "999.99"]]);
    expect(await recordOf()).toMatchObject({ rows_written: 1, user_name: person.name });
    expect(new URLSearchParams((await recordOf()).query).get("q")).toBe("amount:>900");
    expect((await previewExport(query, person))?.about).toBe("amount:>900");
  });

  test("a search with a card number is refused and not recorded", async () => {
    const query = new URLSearchParams({ format: "csv", q: "4000 1000 1111 2224" });
    await expect(writeExport(query, person)).rejects.toThrow(/card number/i);
    expect(await db().selectFrom("exports").selectAll().execute()).toEqual([]);
  });

  test("a batch is named by its number where the gateway listed it", async () => {
    await db()
      .insertInto("history_batches")
      .values({ batch_key: batch, sequence: "2184", opened_at: null, closed_at: null })
      .execute();
    await writeRows(db(), many(1));
    expect(linesOf(await bytesOf(await writeExport(ask({ columns: "batch,batch_key" }), person)))).toEqual([
      ["2184", batch],
    ]);
  });

  test("a batch without a number leaves that column empty", async () => {
    await writeRows(db(), many(1));
    expect(linesOf(await bytesOf(await writeExport(ask({ columns: "batch,batch_key" }), person)))).toEqual([
      ["", batch],
    ]);
  });

  test("a list that changed while it was written says so in its last row and in the record", async () => {
    await writeRows(db(), many(1500));
    const written = await writeExport(ask({ columns: "key" }), person);
    if (written.kind !== "file" || !(written.body instanceof ReadableStream)) throw new Error("no stream");
    const reader = written.body.getReader();
    const chunks = [];
    for (const _ of ["the names", "a page", "another"]) chunks.push((await reader.read()).value);
    await writeRows(db(), [row(99_999)]);
    for (let read = await reader.read(); !read.done; read = await reader.read()) chunks.push(read.value);
    const lines = linesOf(Buffer.concat(chunks));
    expect(lines.at(-1)).toEqual([
      "Changed while this file was written: 1500 rows before, 1501 after. Export it again.",
    ]);
    expect(await recordOf()).toMatchObject({ state: "changed", rows_before: 1500, rows_after: 1501 });
  });

  onSqlite("an export that is broken off is recorded as that, with what left", async () => {
    await writeRows(db(), many(5000));
    const written = await writeExport(ask({}), person);
    if (written.kind !== "file" || !(written.body instanceof ReadableStream)) throw new Error("no stream");
    const reader = written.body.getReader();
    await reader.read();
    await reader.cancel();
    await vi.waitFor(async () =>
      expect(await recordOf()).toMatchObject({ state: "broken", rows_after: null }),
    );
  });

  test("a daily summary is one file, recorded with its rows", async () => {
    await writeRows(db(), many(10));
    const written = await writeExport(ask({ format: "quickbooks-csv" }), person);
    expect(written).toMatchObject({ name: `batch-${batch}-quickbooks-csv.csv` });
    expect(linesOf(await bytesOf(written))).toEqual([
      ["11/19/2026", expect.stringMatching(/^Card sales \w{8}$/), "90.45"],
      ["11/19/2026", expect.stringMatching(/^Card tax \w{8}$/), "10.00"],
    ]);
    expect(await recordOf()).toMatchObject({ state: "finished", rows_written: 10, columns: null });
  });

  test("sums of a day have one reference for one selection, and another for another", async () => {
    await db()
      .insertInto("history_batches")
      .values([
        { batch_key: batch, sequence: "24", opened_at: null, closed_at: 1 },
        { batch_key: "later", sequence: "29", opened_at: null, closed_at: null },
      ])
      .execute();
    await writeRows(db(), [row(1, { tax_cents: null }), row(2, { tax_cents: null, batch_key: "later" })]);
    const referenceOf = async (query: Record<string, string>) => {
      const asked = new URLSearchParams({ format: "ofx", ...query });
      const text = (await bytesOf(await writeExport(asked, person))).toString();
      expect((await previewExport(asked, person))?.sample).toContain(/<FITID>[^<]+/.exec(text)?.[0]);
      return /<FITID>([^<]+)/.exec(text)?.[1];
    };
    const wholeDay = "2026-11-19-USD-card-sales";
    for (const query of [
      { q: "" },
      { q: "day:2026-11-19" },
      { q: "-day:2026-11-18 since 2026-11-01" },
      { from: "2026-11-01", until: "2026-11-30" },
    ])
      expect(await referenceOf(query)).toBe(wholeDay);
    const first = await referenceOf({ q: "batch:24" });
    expect(first).toMatch(/^2026-11-19-USD-card-sales-[a-z0-9]{8}$/);
    for (const query of [{ batch }, { q: `batch:${batch} day:2026-11-19` }, { q: "batch:24,24" }])
      expect(await referenceOf(query)).toBe(first);
    const later = await referenceOf({ q: "batch:29" });
    expect(later).not.toBe(first);
    expect(await referenceOf({ q: "batch:open" })).toBe(later);
    const both = await referenceOf({ q: "tender:card amount:>5" });
    expect(await referenceOf({ q: "amount:>5.00 tender:card" })).toBe(both);
    expect(new Set([wholeDay, first, later, both]).size).toBe(4);
  });

  test("several currencies are files of their own in an archive", async () => {
    await writeRows(db(), [row(1), row(2, { currency: "978" })]);
    const written = await writeExport(ask({ format: "xero" }), person);
    expect(written).toMatchObject({ name: `batch-${batch}-xero.zip`, type: "application/zip" });
    const bytes = await bytesOf(written);
    expect(bytes.subarray(0, 4)).toEqual(Buffer.from("PK\x03\x04"));
    expect(bytes.toString("latin1").match(/xero(-EUR)?\.csv/g)).toHaveLength(4);
    const preview = await previewExport(ask({ format: "xero" }), person);
    expect(preview?.isArchive).toBe(true);
    expect(preview?.sample).toMatch(/xero-EUR\.csv[\s\S]*xero\.csv/);
  });

  test("nothing is recorded for an address that doesn't name the transactions or the format", async () => {
    for (const query of [
      "batch=b",
      "format=csv",
      "format=csv&from=2026-02-30&until=2026-03-01",
      "format=toString&batch=b",
    ])
      expect(await writeExport(new URLSearchParams(query), person)).toMatchObject({ status: 400 });
    expect(await db().selectFrom("exports").selectAll().execute()).toEqual([]);
  });

  test("a record is shown to the person who took it, and an id that was used gets another", async () => {
    const facts = { query: "", format: "csv", columns: null, user: person } as const;
    const id = "0123456789abcdef";
    expect(await beginExport({ ...facts, id })).toBe(id);
    expect(await beginExport({ ...facts, id })).not.toBe(id);
    expect(await findExport(id, person.id)).toMatchObject({ state: "running" });
    expect(await findExport(id, "another")).toBeNull();
  });

  test("the preview shows the first rows and how large the file is", async () => {
    await writeRows(db(), many(1200));
    const query = ask({ columns: "time,invoice,amount" });
    const preview = await previewExport(query, person);
    const bytes = await bytesOf(await writeExport(query, person));
    expect(preview).toMatchObject({ rows: 1200, about: `Batch ${batch}`, person: person.name });
    expect(preview?.sample.split("\n")).toEqual(
      bytes.toString("utf8").replace("\uFEFF", "").split("\r\n").slice(0, 3),
    );
    expect(Math.abs((preview?.bytes ?? 0) - bytes.length)).toBeLessThan(bytes.length / 50);
    expect((await previewExport(ask({ format: "hledger" }), person))?.sample).toMatch(
      /^commodity 1000.00 USD\n/,
    );
  });
});
