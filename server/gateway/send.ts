import { createHash, randomBytes } from "node:crypto";
import { authorization } from "#lib/gateway/signature.ts";
import { env } from "#server/env.ts";
import { log } from "#server/log.ts";
import type { Slot } from "./budget/broker.ts";
import type { Lane } from "./budget/state.ts";
import type { Caller } from "./caller.ts";
import { type Exchange, exchange } from "./exchange.ts";
import { noteUse } from "./use.ts";

/** A request that may go: what it is, for whom, and its place in the shared limit. */
export type Letter = {
  method: "GET" | "POST";
  path: string;
  body?: string;
  timeoutMs: number;
  lane: Lane;
  /** For the log and the accounts: the command, or the endpoint's name. */
  what: string;
  caller: Caller;
  /** How long it stood in line. */
  lineMs: number;
};

/**
 * Signs a letter with a seed of its own and sends it to one host, once. The limit and the host's record learn from how
 * it went, without keeping the answer waiting. `isReadable` says whether a whole answer is one of the gateway's.
 */
export async function send(
  base: URL,
  letter: Letter,
  slot: Slot,
  isReadable: (reply: Extract<Exchange, { kind: "reply" }>) => boolean,
): Promise<Exchange> {
  const { apiKey, apiPin } = env().gateway;
  const seed = randomBytes(12).toString("base64url");
  const startedAt = performance.now();
  const result = await exchange({
    method: letter.method,
    timeoutMs: letter.timeoutMs,
    freshConnection: letter.lane === "money",
    url: new URL(`${base.href.replace(/\/$/, "")}${letter.path}`),
    authorization: authorization(apiKey, apiPin, seed, sha256Hex),
    ...(letter.body !== undefined && { body: letter.body }),
  });
  const tookMs = Math.round(performance.now() - startedAt);
  const learn = () => learnFrom(result, { base, letter, slot, isReadable, tookMs });
  // A payment's plain answer goes on before anything is learned from it: a customer waits for it.
  if (letter.lane === "money" && result.kind === "reply" && result.status === 200) setImmediate(learn);
  else learn();
  return result;
}

type Sent = {
  base: URL;
  letter: Letter;
  slot: Slot;
  isReadable: Parameters<typeof send>[3];
  tookMs: number;
};

/** Tells the log, the limit and the accounts how a letter fared. */
function learnFrom(result: Exchange, { base, letter, slot, isReadable, tookMs }: Sent): void {
  const replied = result.kind === "reply";
  const readable = replied && isReadable(result);
  const failed = !readable || result.status >= 500 || result.status === 429;
  const { what, lane, caller, lineMs } = letter;
  log.info(
    {
      host: base.host,
      what,
      lane,
      outcome: result.kind,
      ...(replied ? { status: result.status } : { reason: result.reason }),
      ms: tookMs,
      lineMs: Math.round(lineMs),
    },
    "gateway",
  );
  slot
    .note({ host: base.host, what, exchange: result, readable, isMoney: lane === "money" })
    .catch((error: unknown) => log.error({ err: error }, "the shared limit could not learn from an answer"));
  if (result.kind !== "unsent") noteUse({ caller, lane, what, failed, answerMs: tookMs, lineMs });
}

const sha256Hex = (text: string) => createHash("sha256").update(text).digest("hex");
