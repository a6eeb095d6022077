import { createHash, randomBytes } from "node:crypto";
import { type EndpointName, endpoints } from "#lib/gateway/endpoints.ts";
import { authorization } from "#lib/gateway/signature.ts";
import { env } from "#server/env.ts";
import { log } from "#server/log.ts";
import { admit, type Lane } from "./budget.ts";
import { type Exchange, exchange } from "./exchange.ts";
import type { MoneyOutcome, ReadOutcome } from "./outcome.ts";
import { notePulse } from "./pulse.ts";
import { readMoneyAnswer, readReply } from "./read-answer.ts";

/** The one exit to the gateway. Every call is signed with a seed of its own; key and PIN never leave this file's stack. */

const readTimeoutMs = 15_000;

/**
 * Sends a money command once. Another host is tried only while nothing has left this machine.
 * `body` is the whole request as the contract has it, `command` included; it is never logged.
 */
export async function sendMoney(body: { command: string } & Record<string, unknown>): Promise<MoneyOutcome> {
  const { gateway, gatewayTimeoutMs } = env();
  let last: Exchange = { kind: "unsent", reason: "unreachable" };
  for (const base of gateway.urls) {
    last = await call(base, {
      method: "POST",
      path: endpoints.processTransaction.path,
      body: JSON.stringify(body),
      timeoutMs: gatewayTimeoutMs,
      freshConnection: true,
      what: body.command,
    });
    if (last.kind !== "unsent") break;
  }
  return readMoneyAnswer(last);
}

export type ReadRequest = {
  segments?: Record<string, string>;
  query?: Record<string, string | number | undefined>;
  body?: Record<string, unknown>;
  lane: Lane;
};

/** Reads from (or sends a receipt by) the gateway. Equal reads under way are one request; hosts are tried in turn. */
export function read<Name extends Exclude<EndpointName, "processTransaction">>(
  name: Name,
  request: ReadRequest,
): Promise<ReadOutcome<Name>> {
  const { method } = endpoints[name];
  const path = toPath(endpoints[name].path, request);
  if (method !== "GET") return readNow(name, path, request);
  const running = readsUnderWay.get(path);
  // The map is keyed by the whole path, and a path belongs to one endpoint.
  if (running) return running as Promise<ReadOutcome<Name>>;
  const started = readNow(name, path, request).finally(() => readsUnderWay.delete(path));
  readsUnderWay.set(path, started);
  return started;
}

const readsUnderWay = new Map<string, Promise<unknown>>();

async function readNow<Name extends Exclude<EndpointName, "processTransaction">>(
  name: Name,
  path: string,
  request: ReadRequest,
): Promise<ReadOutcome<Name>> {
  const admission = await admit(request.lane);
  if (!admission.admitted) return { kind: "unavailable", reason: admission.reason };
  const { urls } = env().gateway;
  let last: Exchange = { kind: "unsent", reason: "unreachable" };
  for (const base of urls) {
    last = await call(base, {
      method: endpoints[name].method,
      path,
      ...(request.body && { body: JSON.stringify(request.body) }),
      timeoutMs: readTimeoutMs,
      freshConnection: false,
      what: name,
    });
    if (last.kind === "reply" && last.status < 500) break;
  }
  // readReply parses with this very endpoint's schema.
  return readReply(last, endpoints[name].reply) as ReadOutcome<Name>;
}

type Call = {
  method: "GET" | "POST";
  path: string;
  body?: string;
  timeoutMs: number;
  freshConnection: boolean;
  what: string;
};

async function call(base: URL, { path, what, ...rest }: Call): Promise<Exchange> {
  const { apiKey, apiPin } = env().gateway;
  const seed = randomBytes(12).toString("base64url");
  const result = await exchange({
    ...rest,
    url: new URL(`${base.href.replace(/\/$/, "")}${path}`),
    authorization: authorization(apiKey, apiPin, seed, sha256Hex),
  });
  const replied = result.kind === "reply";
  log.info(
    {
      host: base.host,
      what,
      outcome: result.kind,
      ...(replied ? { status: result.status, ms: result.tookMs } : { reason: result.reason }),
    },
    "gateway",
  );
  await notePulse({
    rateLimit: replied ? result.rateLimit : undefined,
    // A card's own wait would make the gateway look slow: only reads tell its speed.
    latencyMs: replied && !rest.freshConnection ? result.tookMs : undefined,
    reachable: replied && result.status < 500,
  }).catch((error: unknown) => log.error({ err: error }, "the gateway's pulse could not be noted"));
  return result;
}

function toPath(template: string, { segments = {}, query = {} }: ReadRequest): string {
  const path = template.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(segments[name] ?? ""));
  const pairs = Object.entries(query).flatMap(([name, value]) =>
    value === undefined || value === "" ? [] : [[name, String(value)]],
  );
  return pairs.length > 0 ? `${path}?${new URLSearchParams(pairs)}` : path;
}

const sha256Hex = (text: string) => createHash("sha256").update(text).digest("hex");
