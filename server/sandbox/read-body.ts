import type { IncomingMessage } from "node:http";
import { Refusal } from "./refusal.ts";

/** The most a JSON body may hold, in bytes. */
export const BODY_LIMIT = 1_048_576;
/** A caller that sends more than this after being over the limit is cut off. */
const PATIENCE = 64 * BODY_LIMIT;

/** Reads a body as UTF-8 text. One over the limit is read to its end but not kept, so that the caller gets to see the answer. */
export async function readBody(incoming: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of incoming as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > PATIENCE) break;
    if (bytes <= BODY_LIMIT) chunks.push(chunk);
    else chunks.length = 0;
  }
  if (bytes > BODY_LIMIT) throw new Refusal("tooLarge");
  return Buffer.concat(chunks).toString("utf8");
}

/** Reads JSON that has to be an object; an array only where the path takes one. */
export function parseJson(text: string, { array = false } = {}): unknown {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new Refusal("malformed");
  }
  if (typeof value !== "object" || value === null || (Array.isArray(value) && !array))
    throw new Refusal("malformed");
  return value;
}
