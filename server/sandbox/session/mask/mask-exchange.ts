import { isUtf8 } from "node:buffer";
import { Readable } from "node:stream";
import { Busboy, type BusboyHeaders } from "@fastify/busboy";
import { parse } from "csv-parse/sync";
import { isToken } from "#lib/gateway/card-number.ts";
import { bulkColumns } from "#lib/gateway/schemas/bulk.ts";
import { readTarget } from "../../http/read-target.ts";
import { parseJson } from "../parse-json.ts";
import type { RecordedReply, RecordedRequest, SentBody } from "../session-file.ts";
import { ruleOf } from "./field-rules.ts";
import { type Masker, UNREADABLE } from "./masker.ts";

export type RawRequest = {
  method: string;
  /** Below the endpoint key, with the query. */
  path: string;
  headers: NodeJS.Dict<string | string[]>;
  body: Buffer;
};

/** A request as a session file keeps it. */
export async function maskRequest(masker: Masker, raw: RawRequest): Promise<RecordedRequest> {
  const authorization = raw.headers.authorization;
  const signature = masker.learn(Array.isArray(authorization) ? authorization[0] : authorization);
  // For the body, which may repeat what the query is named for.
  maskPath(masker, raw.path);
  const body = raw.body.length > 0 ? await maskBody(masker, raw) : undefined;
  return { method: raw.method, path: maskPath(masker, raw.path), signature, ...(body && { body }) };
}

/** A reply as a session file keeps it. */
export function maskReply(
  masker: Masker,
  { status, statusText, headers, body }: Omit<RecordedReply, "body"> & { body: Buffer },
): RecordedReply {
  const json = parseJson(body.toString("utf8"));
  // First: the status text and the headers may repeat a part of it.
  const masked = json === undefined ? { text: maskText(masker, body) } : { json: masker.json(json) };
  return {
    status,
    statusText: masker.text(statusText),
    headers: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, masker.text(value)])),
    body: masked,
  };
}

/** UTF-8 or, as old pages are, Latin-1. No text has a zero byte; in UTF-16 every second one is. */
function maskText(masker: Masker, body: Buffer): string {
  if (body.includes(0)) return UNREADABLE;
  return masker.text(body.toString(isUtf8(body) ? "utf8" : "latin1"));
}

function maskPath(masker: Masker, path: string): string {
  const target = readTarget(path);
  if (!target) return "/[unreadable]";
  const [noun] = target.segments;
  const segments = target.segments.map((segment, place) =>
    String(masker.json(segment, noun === "tokens" && place === 1 && isToken(segment) ? "token" : "")),
  );
  const query = [...new URLSearchParams(target.query)].map(([name, value]) => [
    masker.text(name),
    String(masker.json(value, name)),
  ]);
  const search = query.length > 0 ? `?${new URLSearchParams(query)}` : "";
  return `/${segments.map(encodeURIComponent).join("/")}${search}`;
}

async function maskBody(masker: Masker, { headers, body }: RawRequest): Promise<SentBody> {
  if (/^multipart\/form-data/i.test(String(headers["content-type"]))) {
    const file = await readUpload(headers, body);
    const text = file && maskCsv(masker, file.bytes);
    if (!file || text === undefined) return { unreadable: body.length };
    return { file: { field: masker.text(file.field), filename: masker.text(file.filename), text } };
  }
  const json = parseJson(body.toString("utf8"));
  return json === undefined ? { unreadable: body.length } : { json: masker.json(json) };
}

type Upload = { field: string; filename: string; bytes: Buffer };

function readUpload(headers: RawRequest["headers"], body: Buffer): Promise<Upload | undefined> {
  return new Promise((resolve) => {
    let upload: Upload | undefined;
    const fail = () => resolve(undefined);
    try {
      const parser = new Busboy({ headers: headers as BusboyHeaders }); // throws where the content type is missing
      parser.on("file", (field, stream, filename) => {
        const chunks: Buffer[] = [];
        stream.on("data", (chunk: Buffer) => chunks.push(chunk));
        stream.on("error", fail);
        stream.on("end", () => {
          upload ??= { field, filename, bytes: Buffer.concat(chunks) };
        });
      });
      parser.on("finish", () => resolve(upload));
      parser.on("error", fail);
      Readable.from([body]).pipe(parser);
    } catch {
      fail();
    }
  });
}

/** Masks a bulk file cell by cell. Undefined when it is not CSV in UTF-8 with a header that names every column. */
function maskCsv(masker: Masker, bytes: Buffer): string | undefined {
  if (!isUtf8(bytes) || bytes.includes(0)) return undefined;
  const text = bytes.toString("utf8");
  const [first = ""] = text.trimStart().split(/[\r\n]/, 1);
  const delimiter = first.includes(",") ? "," : first.includes(";") ? ";" : first.includes("\t") ? "\t" : ",";
  let rows: string[][];
  try {
    rows = parse(text, { bom: true, relax_column_count: true, skip_empty_lines: true, delimiter });
  } catch {
    return undefined;
  }
  const [header = [], ...rest] = rows.map((row) => row.map((cell) => cell.trim()));
  if (header.length === 0 || !header.every(isColumn)) return undefined;
  const quote = (cell: string) =>
    /["\r\n]/.test(cell) || cell.includes(delimiter) ? `"${cell.replaceAll('"', '""')}"` : cell;
  return [header, ...masker.rows(header, rest)].map((row) => `${row.map(quote).join(delimiter)}\n`).join("");
}

/** Whether a cell of the first row is a column's name: nothing else says what is in the column. */
const isColumn = (cell: string) =>
  Object.hasOwn(bulkColumns, cell.toLowerCase()) || ruleOf(cell) !== undefined;
