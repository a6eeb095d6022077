import type { IncomingMessage } from "node:http";
import { Refusal } from "../refusal.ts";

/** The most a JSON body may hold, in bytes. */
export const BODY_LIMIT = 1_048_576;
/** A caller that sends more than this after being over the limit is cut off. */
const PATIENCE = 64 * BODY_LIMIT;

/** Reads a body as UTF-8 text. One over the limit is read to its end but not kept, so that the caller gets to see the answer. */
export function readBody(incoming: IncomingMessage): Promise<string> {
  // By events, since iterating over a stream costs as much as the rest of reading a request.
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let bytes = 0;
    incoming.on("data", (chunk: Buffer) => {
      bytes += chunk.length;
      if (bytes <= BODY_LIMIT) chunks.push(chunk);
      else chunks.length = 0;
      if (bytes > PATIENCE) {
        incoming.pause();
        reject(new Refusal("tooLarge"));
      }
    });
    incoming.on("end", () => {
      if (bytes > BODY_LIMIT) reject(new Refusal("tooLarge"));
      else resolve((chunks.length === 1 ? chunks[0] : Buffer.concat(chunks))?.toString("utf8") ?? "");
    });
    incoming.on("error", reject);
  });
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
