import { type SqlBool, sql } from "kysely";
import { fieldsOf, readExportColumns } from "#lib/exports/columns.ts";
import type { ExportPreview } from "#lib/exports/export-record.ts";
import { type ExportFormat, isJournal, type JournalFormat, readExportFormat } from "#lib/exports/formats.ts";
import { summarizeDays, summaryNeeds } from "#lib/exports/journal/daily-summary.ts";
import { toJournalFiles } from "#lib/exports/journal/journal-files.ts";
import { toTransactionsCsv } from "#lib/exports/transactions-csv.ts";
import { db } from "#server/db/db.ts";
import { env } from "#server/env.ts";
import { RefusedBodyError } from "#server/read-body.ts";
import { withinTime } from "#server/sql/within-time.ts";
import { readCoverage } from "../index/coverage.ts";
import { indexAttempts } from "../index/index-attempts.ts";
import type { Asking } from "../search/common-terms.ts";
import { tooLong } from "../search/find-transactions.ts";
import { countRows, type RowFilter, readObjects, readPages, rowsAtOnce } from "./read-pages.ts";
import { type ExportSource, readSource } from "./source.ts";

/** What an export of this address would hold; undefined where it names none. */
export async function previewExport(
  query: URLSearchParams,
  user: { name: string },
): Promise<ExportPreview | undefined> {
  const format = readExportFormat(query.get("format"));
  if (!format) return undefined;
  await indexAttempts();
  const read = await withinTime(db(), longestMs, (store, inTime) =>
    sampleSource(query, format, { store, inTime }),
  );
  if (!read) throw new RefusedBodyError(400, tooLong);
  if (read === "none") return undefined;
  const { rows, about, sample } = read;
  return {
    rows,
    about,
    sample: sample.text,
    ...(sample.isArchive && { isArchive: true }),
    bytes: format === "xlsx" ? undefined : sample.toBytes(rows),
    person: user.name,
    coverage: query.has("batch") ? undefined : await readCoverage(),
    at: Date.now(),
  };
}

async function sampleSource(query: URLSearchParams, format: ExportFormat, asking: Asking) {
  const source = await readSource(query, asking);
  if (!source) return "none";
  const filter = sql<SqlBool>`(${asking.inTime} and ${source.filter})`;
  const sample = isJournal(format)
    ? await sampleJournal(filter, format, source)
    : await sampleLines(filter, readExportColumns((query.get("columns") ?? "").split(",")));
  return { rows: await countRows(source.filter, asking), about: source.about, sample };
}

/** While a person waits; on SQLite everyone does. */
const longestMs = 2000;

type Sample = { text: string; isArchive?: boolean; toBytes: (rows: number) => number | undefined };

async function sampleLines(
  filter: RowFilter,
  columns: ReturnType<typeof readExportColumns>,
): Promise<Sample> {
  const pages = firstOf(readPages(filter, fieldsOf(columns), sampledRows), 1);
  let [text, read] = ["", 0];
  for await (const chunk of toTransactionsCsv(counted(pages), columns, env().gatewayTimeZone)) text += chunk;
  async function* counted<Row>(all: AsyncIterable<Row[]>) {
    for await (const page of all) {
      read += page.length;
      yield page;
    }
  }
  const [head = "", ...lines] = text.split("\r\n");
  const bytes = Buffer.byteLength(lines.join("\r\n"));
  return {
    text: firstLines(text.replace("\uFEFF", ""), 3),
    toBytes: (rows) => Buffer.byteLength(head) + Math.round(read === 0 ? 0 : (bytes * rows) / read),
  };
}

async function sampleJournal(
  filter: RowFilter,
  format: JournalFormat,
  { name: source, mark }: ExportSource,
): Promise<Sample> {
  const name = `${source}-${format}`;
  const lines = await summarizeDays(firstOf(readObjects(filter, summaryNeeds), maxPages));
  const files = toJournalFiles(lines, { format, name, mark, named: env().journalAccounts, at: Date.now() });
  const bytes = files.reduce((sum, { text }) => sum + Buffer.byteLength(text), 0);
  const [only] = files;
  const isArchive = files.length > 1;
  const each = Math.max(6, Math.floor(journalLines / files.length));
  return {
    text: isArchive
      ? files
          .slice(0, 4)
          .map(({ name, text }) => `${name}\n${firstLines(text, each)}`)
          .join("\n\n")
      : firstLines(only?.text ?? "", journalLines),
    isArchive,
    toBytes: (rows) => (rows <= maxPages * rowsAtOnce ? bytes : undefined),
  };
}

const firstLines = (text: string, most: number) => text.trimEnd().split(/\r?\n/).slice(0, most).join("\n");

async function* firstOf<Item>(items: AsyncIterable<Item>, most: number): AsyncGenerator<Item> {
  let taken = 0;
  for await (const item of items) {
    yield item;
    taken += 1;
    if (taken === most) return;
  }
}

/** Enough to see the first day below the accounts. */
const journalLines = 24;
const sampledRows = 50;
/** More are not read while a person waits. */
const maxPages = 40;
