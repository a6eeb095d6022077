import type { IncomingMessage } from "node:http";
import { RefusalError } from "../refusal.ts";

/** The largest JSON body, in bytes. */
export const BODY_LIMIT = 1_048_576;
/** A caller that sends more than this is disconnected. */
const PATIENCE = 64 * BODY_LIMIT;

/** Reads a body as UTF-8 text. A larger one is read to its end and discarded, so that the caller receives the answer. */
export function readBody(incoming: IncomingMessage): Promise<string> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let bytes = 0;
    incoming.on("data", (chunk: Buffer) => {
      bytes += chunk.length;
      if (bytes <= BODY_LIMIT) chunks.push(chunk);
      else chunks.length = 0;
      if (bytes > PATIENCE) {
        incoming.pause();
        reject(new RefusalError("tooLarge"));
      }
    });
    incoming.on("end", () => {
      if (bytes > BODY_LIMIT) reject(new RefusalError("tooLarge"));
      else resolve((chunks.length === 1 ? chunks[0] : Buffer.concat(chunks))?.toString("utf8") ?? "");
    });
    // The caller has hung up.
    incoming.on("error", () => reject(new RefusalError("unreadable")));
  });
}

/** Parses JSON that must be an object, or an array where the endpoint accepts one. */
export function parseJson(text: string, { array = false } = {}): unknown {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new RefusalError("malformed");
  }
  if (typeof value !== "object" || value === null || (Array.isArray(value) && !array))
    throw new RefusalError("malformed");
  return value;
}
