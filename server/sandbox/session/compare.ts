import { setTimeout as sleep } from "node:timers/promises";
import { requestErrors } from "#lib/gateway/errors.ts";
import { decode } from "../http/read-target.ts";
import type { UpstreamReply } from "./forward.ts";
import { type FreshRequest, type FreshSandbox, startFreshSandbox } from "./fresh-sandbox.ts";
import { createHandles, type Handles } from "./handles.ts";
import { type Difference, titleOf } from "./match.ts";
import { parseJson } from "./parse-json.ts";
import { replyDifferences } from "./reply-differences.ts";
import {
  type Exchange,
  type RecordedReply,
  type RecordedRequest,
  type Session,
  SessionError,
} from "./session-file.ts";
import { mapTexts } from "./volatile.ts";

export type Compared = {
  title: string;
  differences: Difference[];
  /** Why it was not compared. */
  skipped?: string;
  /** Why it could not be compared. */
  failed?: SessionError;
};

/** Runs a session against an empty sandbox, one request after the other, and compares each reply with the recorded one. */
export async function compareSession(session: Session, ignored: ReadonlySet<string>): Promise<Compared[]> {
  const sandbox = await startFreshSandbox(session);
  const handles = createHandles();
  const compared: Compared[] = [];
  try {
    for (const exchange of session.exchanges)
      compared.push(
        await compareExchange(sandbox, exchange, handles, ignored).catch((error: unknown) =>
          failedOf(exchange, error),
        ),
      );
  } finally {
    await sandbox.stop();
  }
  return compared;
}

/** One line must not end the comparison of the others. */
function failedOf({ n, request }: Exchange, error: unknown): Compared {
  const title = titleOf(n, request);
  return { title, differences: [], failed: new SessionError(`${title}: cannot be compared (${error})`) };
}

async function compareExchange(
  sandbox: FreshSandbox,
  { n, request, reply }: Exchange,
  handles: Handles,
  ignored: ReadonlySet<string>,
): Promise<Compared> {
  const title = titleOf(n, request);
  if (isLost(request, reply)) return { title, differences: [], skipped: "its body was not recorded" };
  const got = await sandbox.send(toRequest(request, reply, handles));
  if (!reply) return { title, differences: [], skipped: "the recorded gateway did not answer" };
  let differences = differencesOf(reply, got, handles, ignored);
  // A bulk file runs on its own; what the recording shows may come a little later here.
  const isBulk = request.method === "GET" && request.path.startsWith("/bulk_transactions/");
  for (let tries = 0; isBulk && differences.length > 0 && tries < BULK_TRIES; tries++) {
    await sleep(BULK_PAUSE_MS);
    const later = await sandbox.send(toRequest(request, reply, handles));
    differences = differencesOf(reply, later, handles, isRunning(reply) ? running(ignored) : ignored);
  }
  return { title, differences };
}

/** Whether the gateway could read what the recording could not. Malformed JSON is malformed to both. */
const isLost = ({ body, path }: RecordedRequest, reply: Exchange["reply"]) =>
  body !== undefined &&
  "unreadable" in body &&
  (path === "/bulk_transactions" || (reply !== null && reply.status < 400));

const BULK_TRIES = 20;
const BULK_PAUSE_MS = 100;

/** While a file runs, its counts are a matter of time. */
const running = (ignored: ReadonlySet<string>) =>
  new Set([...ignored, "status", "remaining", "approved", "declined", "errors", "total", "(status)"]);
const isRunning = ({ body }: RecordedReply) =>
  "json" in body && /"status":"(?:Running|Pending|Paused)"/.test(JSON.stringify(body.json));

function differencesOf(
  recorded: RecordedReply,
  answer: UpstreamReply | undefined,
  handles: Handles,
  ignored: ReadonlySet<string>,
): Difference[] {
  if (!answer) return [{ field: "(reply)", recorded: `${recorded.status}`, got: "no answer" }];
  const got = toReply(answer);
  const differences = replyDifferences(recorded, got, handles, ignored);
  if ("json" in recorded.body && "json" in got.body) handles.learn(recorded.body.json, got.body.json);
  return differences;
}

function toReply({ status, statusText, headers, body }: UpstreamReply): RecordedReply {
  const text = body.toString("utf8");
  const json = parseJson(text);
  return { status, statusText, headers, body: json === undefined ? { text } : { json } };
}

/** The recorded request with the keys that this run handed out, and signed as well as the recorded one was. */
function toRequest(request: RecordedRequest, reply: Exchange["reply"], handles: Handles): FreshRequest {
  const { method, signature } = request;
  const [where = "", query] = request.path.split("?");
  const path = where
    .split("/")
    .map((segment) => encodeURIComponent(handles.inRequest(decode(segment), "")))
    .join("/");
  const replace = (text: string, field: string) => handles.inRequest(text, field);
  const body = request.body && (mapTexts(request.body, replace) as NonNullable<RecordedRequest["body"]>);
  if (body && "file" in body) body.file.text = handles.inText(body.file.text);
  return {
    method,
    path: query === undefined ? path : `${path}?${query}`,
    ...(body && { body }),
    signed: signature === "given" ? (wasRefused(reply) ? "wrongly" : "well") : toSigned[signature],
  };
}

const toSigned = { malformed: "malformed", none: "not" } as const;

function wasRefused(reply: Exchange["reply"]): boolean {
  if (reply?.status !== 401 || !("json" in reply.body)) return false;
  const { errorcode } = (reply.body.json ?? {}) as { errorcode?: unknown }; // every field is unknown
  return errorcode === requestErrors.wrongHash.code;
}

/** The lines of a table with a line for each field that differs, and a last one that counts. */
export function formatComparison(compared: readonly Compared[]): string[] {
  const differing = compared.filter(({ differences }) => differences.length > 0);
  const skipped = compared.filter((one) => one.skipped);
  const rows = differing.flatMap(({ title, differences }) =>
    differences.map(({ field, recorded, got }) => [title, field, recorded, got].map(shorten)),
  );
  const heading = ["request", "field", "recorded", "sandbox"];
  const widths = heading.map((name, place) =>
    Math.max(name.length, ...rows.map((row) => row[place]?.length ?? 0)),
  );
  const line = (row: readonly string[]) =>
    row
      .map((cell, place) => cell.padEnd(widths[place] ?? 0))
      .join("  ")
      .trimEnd();
  const table =
    rows.length > 0
      ? [line(heading), line(widths.map((width) => "-".repeat(width))), ...rows.map(line), ""]
      : [];
  return [
    ...table,
    ...skipped.map(({ title, skipped: why }) => `${title}: not compared, ${why}`),
    ...compared.flatMap(({ failed }) => failed?.message ?? []),
    `${compared.length} requests, ${differing.length} with differences, ${rows.length} differences.`,
  ];
}

const shorten = (text: string) => (text.length > 60 ? `${text.slice(0, 57)}...` : text);
