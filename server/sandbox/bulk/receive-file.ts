import type { IncomingMessage } from "node:http";
import { PassThrough } from "node:stream";
import { pipeline } from "node:stream/promises";
import { Busboy, type BusboyHeaders } from "@fastify/busboy";
import { BODY_LIMIT } from "../http/read-body.ts";
import { RefusalError } from "../refusal.ts";

/** The most a bulk file may hold, in bytes: 1 GiB. */
const FILE_LIMIT = 1024 * BODY_LIMIT;
/** How much more than that is read and discarded, so that the caller receives the answer. */
const PATIENCE = 64 * BODY_LIMIT;

export type ReceivedFile = { filename: string; bytes: AsyncIterable<Buffer> };

/**
 * Streams the file in a field of a multipart request to `read`, which sees its end only once the whole request has ended:
 * an upload interrupted after its last row does not run. Resolves with the result of `read`. Throws RefusalError (no
 * file, too large, interrupted).
 */
export async function receiveFile<Result>(
  incoming: IncomingMessage,
  field: string,
  read: (file: ReceivedFile) => Promise<Result>,
): Promise<Result> {
  if (Number(incoming.headers["content-length"]) > FILE_LIMIT + PATIENCE) throw new RefusalError("tooLarge");
  const parser = openParser(incoming, field);
  const ended = Promise.withResolvers<void>();
  let reading: Promise<Result> | undefined;
  let bytes: PassThrough | undefined;
  parser.on("file", (name, file, filename) => {
    // Each may break off, and an error event without a listener ends the process.
    file.on("error", () => undefined);
    if (name !== field || reading) {
      file.resume();
      return;
    }
    const kept = file.pipe(new PassThrough());
    bytes = kept;
    // `read` may not have started when the upload is interrupted.
    kept.on("error", () => undefined);
    reading = read({ filename: filename ?? "", bytes: withinLimit(kept, ended.promise) });
    // The rest is discarded, so that the caller receives the error.
    reading.catch(() => file.unpipe(kept).resume());
  });
  ended.promise.catch(() => undefined);
  try {
    await pipeline(incoming, cutOffTooLong, parser);
    ended.resolve();
  } catch (error) {
    const refusal =
      error instanceof RefusalError ? error : new RefusalError(bytes ? "bulkFormat" : "bulkNoFile");
    ended.reject(refusal);
    bytes?.destroy(refusal);
    await reading?.catch(() => undefined);
    throw refusal;
  }
  if (!reading) throw new RefusalError("bulkNoFile");
  return await reading;
}

function openParser({ headers }: IncomingMessage, field: string) {
  try {
    return new Busboy({
      // Without a content type it throws, which is caught here.
      headers: headers as BusboyHeaders,
      limits: { fields: 100, fieldSize: BODY_LIMIT, headerPairs: 100 },
      isPartAFile: (name, type, filename) =>
        name === field || filename !== undefined || type === "application/octet-stream",
    });
  } catch {
    throw new RefusalError("bulkNoFile");
  }
}

async function* cutOffTooLong(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let bytes = 0;
  for await (const chunk of chunks) {
    bytes += chunk.length;
    if (bytes > FILE_LIMIT + PATIENCE) throw new RefusalError("tooLarge");
    yield chunk;
  }
}

async function* withinLimit(file: AsyncIterable<Buffer>, ended: Promise<void>): AsyncGenerator<Buffer> {
  let bytes = 0;
  for await (const chunk of file) {
    bytes += chunk.length;
    if (bytes > FILE_LIMIT) throw new RefusalError("tooLarge");
    yield chunk;
  }
  await ended;
}
