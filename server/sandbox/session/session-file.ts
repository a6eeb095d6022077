import { constants, type FileHandle, open, readFile } from "node:fs/promises";
import { z } from "zod";
import { parseJson } from "./parse-json.ts";

/** A session file: JSON lines, the first a header, each later one an exchange in the order of its answer. */
const header = z.object({
  session: z.literal(1),
  upstream: z.string(),
  recordedAt: z.string(),
  /** What was replaced, for a reader. */
  masked: z.string(),
});

/** What HTTP can send. */
const headerText = z.string().regex(/^[\t\x20-\x7e\x80-\xff]*$/);

const sentBody = z.union([
  z.object({ json: z.unknown() }),
  /** A multipart upload: one file in a form field. */
  z.object({ file: z.object({ field: z.string(), filename: z.string(), text: z.string() }) }),
  /** Not kept, since it could not be read and so not be masked. */
  z.object({ unreadable: z.number() }),
]);

const exchange = z.object({
  /** The place of the request in the session, from 1. */
  n: z.int().positive(),
  at: z.string(),
  request: z.object({
    method: z.string(),
    /** Below the endpoint key, with the query. */
    path: z.string().startsWith("/"),
    /** Whether the request had a signature; the signature itself is not kept. */
    signature: z.enum(["given", "malformed", "none"]),
    body: sentBody.optional(),
  }),
  /** null: the gateway did not answer. */
  reply: z
    .object({
      status: z.int().min(200).max(999),
      statusText: headerText,
      /** Lower case; only those of `keptHeaders`. */
      headers: z.record(z.string().regex(/^[a-z-]+$/), headerText),
      body: z.union([z.object({ json: z.unknown() }), z.object({ text: z.string() })]),
    })
    .nullable(),
});

export type Exchange = z.infer<typeof exchange>;
export type RecordedRequest = Exchange["request"];
export type RecordedReply = NonNullable<Exchange["reply"]>;
export type SentBody = z.infer<typeof sentBody>;
export type SessionHeader = z.infer<typeof header>;
export type Session = {
  header: SessionHeader;
  exchanges: Exchange[];
  /** Whether an exchange that was written in part was left out. */
  isCut: boolean;
  /** The lines, from 1, that are no exchanges and were left out. */
  unread: number[];
};

/** One readable sentence about what stopped a tool. */
export class SessionError extends Error {
  override readonly name = "SessionError";
}

export type SessionWriter = { append(line: Exchange): Promise<void>; close(): Promise<void> };

/** Creates a session file that only its owner can read. Throws SessionError when the file exists or cannot be made. */
export async function createSession(path: string, first: SessionHeader): Promise<SessionWriter> {
  const file = await open(path, constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL, 0o600).catch(
    (error: NodeJS.ErrnoException) => {
      throw new SessionError(
        error.code === "EEXIST"
          ? `${path} exists already. Give another name with --file.`
          : `${path} cannot be written (${error.code}).`,
      );
    },
  );
  let size = 0;
  let last: Promise<void> = Promise.resolve();
  const write = async (value: unknown) => {
    const bytes = Buffer.from(`${JSON.stringify(value)}\n`);
    try {
      await writeAll(file, bytes, size);
      await file.datasync();
      size += bytes.length;
    } catch (error) {
      // A line that was written in part must not run into the next one.
      await file.truncate(size).catch(() => undefined);
      throw error;
    }
  };
  const append = (value: unknown) => {
    const done = last.then(() => write(value));
    last = done.catch(() => undefined);
    return done;
  };
  await append(first);
  return { append, close: () => last.then(() => file.close()) };
}

async function writeAll(file: FileHandle, bytes: Buffer, position: number): Promise<void> {
  for (let done = 0; done < bytes.length; ) {
    const { bytesWritten } = await file.write(bytes, done, bytes.length - done, position + done);
    done += bytesWritten;
  }
}

/** Reads a session. Lines that are no exchanges are left out, as a last one that a kill cut off. Throws SessionError. */
export async function readSession(path: string): Promise<Session> {
  const text = await readFile(path, "utf8").catch((error: NodeJS.ErrnoException) => {
    throw new SessionError(`${path} cannot be read (${error.code}).`);
  });
  const [first = "", ...rest] = text.split("\n");
  const read = header.safeParse(parseJson(first));
  if (!read.success) throw new SessionError(`${path} is not a session file: its first line is not a header.`);
  // After the last line's end there is nothing; an editor may have left that end out.
  const last = rest.pop() ?? "";
  const isCut = last !== "" && !readExchange(last);
  if (last !== "" && !isCut) rest.push(last);
  const lines = rest.map((line, place) => ({ place: place + 2, exchange: readExchange(line) }));
  return {
    header: read.data,
    exchanges: lines.flatMap((line) => line.exchange ?? []).sort((a, b) => a.n - b.n),
    isCut,
    unread: lines.flatMap((line) => (line.exchange ? [] : line.place)),
  };
}

/** Undefined too when it is nested deeper than any recording is: what walks through it would not come back. */
function readExchange(line: string): Exchange | undefined {
  const value = parseJson(line);
  return isShallow(value, DEEPEST) ? exchange.safeParse(value).data : undefined;
}

const DEEPEST = 100;

const isShallow = (value: unknown, levels: number): boolean =>
  typeof value !== "object" ||
  value === null ||
  (levels > 0 && Object.values(value).every((inner) => isShallow(inner, levels - 1)));
