import { ReadableStream } from "node:stream/web";
import { type ExportColumnName, fieldsOf, readExportColumns } from "#lib/exports/columns.ts";
import { exportFormats, isJournal, type JournalFormat, readExportFormat } from "#lib/exports/formats.ts";
import { type SummaryLine, summarizeDays, summaryNeeds } from "#lib/exports/journal/daily-summary.ts";
import { toJournalFiles } from "#lib/exports/journal/journal-files.ts";
import { toTransactionsCsv } from "#lib/exports/transactions-csv.ts";
import type { Actor } from "#server/auth/actor.ts";
import { env } from "#server/env.ts";
import { indexAttempts } from "../index/index-attempts.ts";
import { beginExport, endExport, noteRowsBefore } from "./export-records.ts";
import { countRows, readObjects, readPages } from "./read-pages.ts";
import { type ExportSource, readSource } from "./source.ts";
import { toZip } from "./zip.ts";

/** `name` with its ending. A file that changed while it was summed up has no body. */
export type WrittenExport =
  | { kind: "file"; name: string; type: string; body: ReadableStream<Uint8Array> | Uint8Array }
  | { kind: "refused"; status: 400 | 409; message: string };

/**
 * Writes what the address asks for and records it under the person's name: `format`, `columns` by name, what
 * `readSource` reads, and the `id` of the record. Transactions leave as they are read; their last row says so where rows
 * came or went meanwhile. A daily summary is refused then.
 */
export async function writeExport(query: URLSearchParams, user: Actor): Promise<WrittenExport> {
  const source = await readSource(query);
  const format = readExportFormat(query.get("format"));
  if (!source || !format)
    return {
      kind: "refused",
      status: 400,
      message: "This address doesn't name the transactions or the format.",
    };
  await indexAttempts();
  const columns = readExportColumns((query.get("columns") ?? "").split(","));
  const id = await beginExport({
    id: readId(query.get("id")),
    user,
    query: source.query,
    format,
    columns: isJournal(format) ? null : columns.join(","),
  });
  const run: Run = { id, source, before: null, written: 0, bytes: 0, after: null };
  return isJournal(format) ? writeJournal(run, format) : writeLines(run, format, columns);
}

/** An export under way. */
type Run = {
  id: string;
  source: ExportSource;
  before: number | null;
  after: number | null;
  written: number;
  bytes: number;
};

const isSame = ({ before, after, written }: Run) => before === after && before === written;
const readId = (id: string | null) => (id !== null && /^[\w-]{16,64}$/.test(id) ? id : undefined);

async function writeLines(
  run: Run,
  format: "csv" | "xlsx",
  names: readonly ExportColumnName[],
): Promise<WrittenExport> {
  const { gatewayTimeZone } = env();
  const pages = counted(run, readPages(run.source.filter, fieldsOf(names)));
  const close = () => countAgain(run);
  const chunks =
    format === "csv"
      ? toBytes(toTransactionsCsv(pages, names, gatewayTimeZone, close))
      : (await import("#lib/exports/transactions-xlsx.ts")).toTransactionsXlsx(
          pages,
          names,
          gatewayTimeZone,
          close,
        );
  return {
    kind: "file",
    name: `${run.source.name}.${exportFormats[format].file}`,
    type: types[exportFormats[format].file],
    body: ReadableStream.from(recorded(run, chunks)),
  };
}

/** The first page doesn't wait for the count of a million rows. */
async function* counted<Row>(run: Run, pages: AsyncIterable<Row[]>): AsyncGenerator<Row[]> {
  for await (const rows of pages) {
    run.written += rows.length;
    yield rows;
    if (run.before === null) await countBefore(run);
  }
  if (run.before === null) await countBefore(run);
}

async function countBefore(run: Run): Promise<void> {
  run.before = await countRows(run.source.filter);
  await noteRowsBefore(run.id, run.before);
}

async function countAgain(run: Run): Promise<string | undefined> {
  run.after = await countRows(run.source.filter);
  return isSame(run) ? undefined : changedNote(run);
}

const changedNote = ({ before, after }: Run) =>
  `Changed while this file was written: ${before} rows before, ${after} after. Export it again.`;

async function* toBytes(texts: AsyncIterable<string>): AsyncGenerator<Uint8Array> {
  const encoder = new TextEncoder();
  for await (const text of texts) yield encoder.encode(text);
}

/** Ends the record before the last byte has left, also where the person or an error breaks it off. */
async function* recorded(run: Run, chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let isWhole = false;
  try {
    for await (const chunk of chunks) {
      run.bytes += chunk.length;
      yield chunk;
    }
    isWhole = true;
  } finally {
    await end(run, isWhole ? (isSame(run) ? "finished" : "changed") : "broken");
  }
}

const end = ({ id, after, written, bytes }: Run, state: "finished" | "changed" | "broken") =>
  endExport(id, { state, rows_after: after, rows_written: written, bytes });

async function writeJournal(run: Run, format: JournalFormat): Promise<WrittenExport> {
  let state: "finished" | "changed" | "broken" = "broken";
  try {
    const lines = await summarizeDays(counted(run, readObjects(run.source.filter, summaryNeeds)));
    const message = await countAgain(run);
    state = message === undefined ? "finished" : "changed";
    if (message !== undefined) return { kind: "refused", status: 409, message };
    const file = toDownload(run.source, format, lines);
    run.bytes = file.body.length;
    return { kind: "file", ...file };
  } finally {
    await end(run, state);
  }
}

function toDownload(source: ExportSource, format: JournalFormat, lines: readonly SummaryLine[]) {
  const at = Date.now();
  const name = `${source.name}-${format}`;
  const { mark } = source;
  const files = toJournalFiles(lines, { format, name, mark, named: env().journalAccounts, at }).map(
    (file) => ({
      name: file.name,
      bytes: new TextEncoder().encode(file.text),
    }),
  );
  const [only] = files;
  return files.length === 1 && only
    ? { name: only.name, type: types[exportFormats[format].file], body: only.bytes }
    : { name: `${name}.zip`, type: "application/zip", body: new Uint8Array(toZip(files, new Date(at))) };
}

const types = {
  csv: "text/csv; charset=utf-8",
  xlsx: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
  iif: "text/plain; charset=utf-8",
  ofx: "application/x-ofx",
  journal: "text/plain; charset=utf-8",
} as const;
