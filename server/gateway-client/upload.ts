import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { type ClientRequest, request as httpRequest, type IncomingMessage } from "node:http";
import { request as httpsRequest } from "node:https";
import { endpoints } from "#lib/gateway/endpoints.ts";
import { requestErrors } from "#lib/gateway/errors.ts";
import type { BulkUpload } from "#lib/gateway/schemas/bulk.ts";
import { authorization } from "#lib/gateway/signature.ts";
import { env } from "#server/env.ts";
import { log } from "#server/log.ts";
import { sha256Hex } from "#server/sha256.ts";
import type { Caller } from "./caller.ts";
import { type Exchange, readExchange, unsentReason } from "./exchange.ts";
import { hostsToTry } from "./hosts-to-try.ts";
import type { GatewayError } from "./outcome.ts";
import { limiter } from "./rate-limit/limiter.ts";
import { readReply } from "./read-answer.ts";
import { traceExchange } from "./trace-exchange.ts";
import { noteUse } from "./use.ts";

/** What became of a bulk file. `refused` and `unsent` mean that the gateway has no group of it. */
export type UploadOutcome =
  | { kind: "answered"; upload: BulkUpload; tookMs: number }
  | { kind: "refused"; error: GatewayError }
  | { kind: "unsent"; reason: string }
  | { kind: "unknown"; reason: string };

/**
 * Uploads a bulk file as its lines come, once its turn has come; nothing of it is held (contract: Bulk transactions).
 * Another host is tried only before the first line was asked for. When `lines` throws, the upload breaks off before its
 * end, so that the gateway has no whole file, and what was thrown is thrown on.
 */
export async function uploadBulk(
  fileName: string,
  lines: AsyncIterable<string>,
  person: Caller,
): Promise<UploadOutcome> {
  const startedAt = performance.now();
  const admission = await limiter().ask({ priority: "money", caller: person, waitMs: env().gatewayQueueMs });
  if (!admission.admitted) return { kind: "unsent", reason: admission.why };
  const queuedMs = performance.now() - startedAt;
  const upload = new Upload(fileName);
  let last: Exchange = { kind: "unsent", reason: "unreachable" };
  for (const host of await hostsToTry()) {
    last = await upload.sendTo(host, lines);
    if (last.kind !== "unsent" || upload.hasBegun) break;
  }
  if (last.kind === "unsent" && !upload.hasBegun) await admission.permit.release();
  const tookMs = Math.round(performance.now() - startedAt);
  const failed = last.kind !== "reply" || last.status >= 400;
  log.info({ what: "uploadBulk", outcome: last.kind, ms: tookMs, whole: upload.isWhole }, "gateway");
  noteUse({ caller: person, priority: "money", what: "uploadBulk", failed, answerMs: tookMs, queuedMs });
  await admission.permit.note({
    host: upload.host,
    what: "uploadBulk",
    exchange: last,
    readable: last.kind === "reply",
    isMoney: true,
  });
  if (upload.problem) throw upload.problem;
  return toOutcome(last, upload.isWhole, tookMs);
}

function toOutcome(last: Exchange, isWhole: boolean, tookMs: number): UploadOutcome {
  if (last.kind === "unsent") return last;
  // Without its end there is no file that the gateway could run.
  if (last.kind === "lost") return { kind: isWhole ? "unknown" : "unsent", reason: last.reason };
  const answer = readReply(last, endpoints.uploadBulk.reply);
  switch (answer.kind) {
    case "answered":
      return answer.value.bulk_key
        ? { kind: "answered", upload: answer.value, tookMs }
        : { kind: "unknown", reason: "unreadable" };
    case "refused":
      if (last.status === 429) return { kind: "unsent", reason: "late" };
      return last.status < 500 && isAboutFile(answer.error.code)
        ? { kind: "refused", error: answer.error }
        : { kind: isWhole ? "unknown" : "unsent", reason: "server-error" };
    case "unavailable":
      return { kind: isWhole ? "unknown" : "unsent", reason: answer.reason };
  }
}

/** A request that could not be read as one may have lost its last bytes on the way, behind a file that arrived. */
const isAboutFile = (code: number | undefined) =>
  code !== undefined && code !== requestErrors.unreadable.code;

/** One file on its way. */
class Upload {
  /** Lines have been taken: they cannot be taken again for another host. */
  hasBegun = false;
  /** The end was given on: from here on the gateway may have it all. */
  isWhole = false;
  /** What the lines threw. */
  problem: unknown;
  host = "";
  readonly #boundary = `----bulk${randomBytes(18).toString("hex")}`;
  readonly #fileName: string;

  constructor(fileName: string) {
    this.#fileName = fileName;
  }

  sendTo(base: URL, lines: AsyncIterable<string>): Promise<Exchange> {
    this.host = base.host;
    const url = new URL(`${base.href.replace(/\/$/, "")}${endpoints.uploadBulk.path}`);
    const { apiKey, apiPin } = env().gateway;
    const seed = randomBytes(12).toString("base64url");
    const header = authorization(apiKey, apiPin, seed, sha256Hex);
    const startedAt = performance.now();
    const asked = { method: "POST", what: "uploadBulk", priority: "money", queuedMs: 0 } as const;
    const send = () =>
      new Promise<Exchange>((resolve) => {
        const outgoing = (url.protocol === "https:" ? httpsRequest : httpRequest)(url, {
          method: "POST",
          agent: false,
          headers: {
            accept: "application/json",
            authorization: header,
            "content-type": `multipart/form-data; boundary=${this.#boundary}`,
            "user-agent": "merchant-console",
          },
        });
        let connected = false;
        let answerTimer: NodeJS.Timeout | undefined;
        const settle = (exchange: Exchange) => {
          clearTimeout(answerTimer);
          resolve(exchange);
          if (exchange.kind !== "reply") outgoing.destroy();
        };
        const timeOut = () =>
          settle(
            connected ? { kind: "lost", reason: "timeout" } : { kind: "unsent", reason: "connect-timeout" },
          );
        // The rows may take their time; none may come for this long.
        outgoing.setTimeout(env().gatewayTimeoutMs, timeOut);
        // All of the answer, which may come drop by drop.
        const limitAnswer = () => {
          answerTimer ??= setTimeout(timeOut, env().gatewayTimeoutMs);
        };
        outgoing.on("finish", limitAnswer);
        outgoing.on("response", limitAnswer);
        outgoing.on("error", (error) =>
          settle(
            connected ? { kind: "lost", reason: "reset" } : { kind: "unsent", reason: unsentReason(error) },
          ),
        );
        outgoing.on(
          "response",
          (incoming: IncomingMessage) => void readExchange(incoming, startedAt, header).then(settle),
        );
        outgoing.on("socket", (socket) =>
          socket.once(url.protocol === "https:" ? "secureConnect" : "connect", () => {
            connected = true;
            this.#pour(outgoing, lines).catch((problem: unknown) => {
              this.problem = outgoing.destroyed ? undefined : problem;
              settle({ kind: "lost", reason: "reset" });
            });
          }),
        );
        // Sends the headers now: the connection must be open before the first row is read.
        outgoing.flushHeaders();
      });
    return traceExchange(base, asked, send);
  }

  async #pour(outgoing: ClientRequest, lines: AsyncIterable<string>): Promise<void> {
    const name = this.#fileName.replace(/["\\\r\n]/g, "_");
    outgoing.write(
      `--${this.#boundary}\r\nContent-Disposition: form-data; name="${endpoints.uploadBulk.file}"; filename="${name}"\r\nContent-Type: text/csv\r\n\r\n`,
    );
    this.hasBegun = true;
    for await (const text of lines) {
      // An answer before the end is a refusal: the rest isn't read.
      if (outgoing.destroyed || outgoing.writableFinished) return;
      if (text !== "" && !writeOnce(outgoing, text))
        await Promise.race([once(outgoing, "drain"), once(outgoing, "close")]);
    }
    this.isWhole = true;
    outgoing.end(`\r\n--${this.#boundary}--\r\n`);
  }
}

/** The bytes are overwritten once they have left. False when the connection wants a pause. */
function writeOnce(outgoing: ClientRequest, text: string): boolean {
  const bytes = Buffer.from(text);
  return outgoing.write(bytes, () => bytes.fill(0));
}
