import { isOfApi, readTarget, type Target } from "./read-target.ts";

/** The head of a request that has come in whole. */
export type PlainHead = {
  method: string;
  target: Target;
  authorization: string | undefined;
  /** As it came, up to where the body begins. */
  bytes: Buffer;
  /** Of head and body. */
  length: number;
};

/**
 * Reads the head of a request as API clients write it: `GET` or `POST` below `/api/`, HTTP/1.1, a length or no body, and
 * all of it there. Undefined for anything else, whether it is unusual, not whole or wrong; none of it is judged here.
 * `last`, the one before on its connection, is not read again when it comes again.
 */
export function readPlainHead(chunk: Buffer, last: PlainHead | undefined): PlainHead | undefined {
  const head = last && startsWith(chunk, last.bytes) ? last : readHead(chunk);
  return head && head.length <= chunk.length ? head : undefined;
}

function startsWith(chunk: Buffer, bytes: Buffer): boolean {
  return chunk.length >= bytes.length && chunk.compare(bytes, 0, bytes.length, 0, bytes.length) === 0;
}

function readHead(chunk: Buffer): PlainHead | undefined {
  const text = chunk.toString("latin1", 0, Math.min(chunk.length, HEAD_LIMIT));
  const start = startLine.exec(text);
  if (!start) return undefined;
  const [{ length }, method = "", url] = start;
  const end = text.indexOf("\r\n\r\n", length - 2);
  if (end === -1) return undefined;
  const fields = readFields(text.slice(length, end + 2));
  const target = fields && readTarget(url, fields.host);
  if (!target || !isOfApi(target)) return undefined;
  const { authorization, "content-length": bodyLength = 0 } = fields;
  // A copy: of a chunk, what a card came in is not to be kept.
  const bytes = Buffer.from(chunk.subarray(0, end + 4));
  return { method, target, authorization, bytes, length: bytes.length + Number(bodyLength) };
}

/** What Node's own server takes of a head as well, in bytes. */
const HEAD_LIMIT = 16_384;
const startLine = /^(GET|POST) (\/[!-~]+) HTTP\/1\.1\r\n/;

type Fields = { host?: string; authorization?: string; "content-length"?: string };

/** The fields we know; undefined where one is not as it should be, comes twice, or changes how the request is read. */
function readFields(text: string): Fields | undefined {
  if (!wellFormed.test(text)) return undefined;
  const fields: Fields = {};
  for (let from = 0; from < text.length; ) {
    const colon = text.indexOf(":", from);
    const end = text.indexOf("\r\n", colon);
    const name = text.slice(from, colon).toLowerCase();
    const value = text.slice(colon + 1, end).trim();
    if (unusual.get(name)?.test(value)) return undefined;
    if (name === "host" || name === "authorization" || name === "content-length") {
      if (fields[name] !== undefined) return undefined;
      fields[name] = value;
    }
    from = end + 2;
  }
  return fields;
}

const wellFormed = /^(?:[\w!#$%&'*+.^`|~-]+:[\t -~]*\r\n)*$/;

/** Values with which a request is no longer plain. */
const unusual: ReadonlyMap<string, RegExp> = new Map([
  ["content-length", /^(?!\d{1,7}$)/],
  ["content-type", /^multipart/i],
  ["connection", /^(?!keep-alive$)/i],
  ["transfer-encoding", /^/],
  ["expect", /^/],
  ["upgrade", /^/],
]);
