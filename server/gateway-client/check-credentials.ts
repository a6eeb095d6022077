import { randomBytes } from "node:crypto";
import { endpoints } from "#lib/gateway/endpoints.ts";
import { authorization } from "#lib/gateway/signature.ts";
import type { ConnectionTest } from "#lib/gateway-check.ts";
import { sha256Hex } from "#server/sha256.ts";
import { toCheck } from "./check-connection.ts";
import { exchange } from "./exchange.ts";
import { readReply } from "./read-answer.ts";

/** What is read with the keys instead of the list. */
export type KnownItem = { name: "getBatch" | "getTransaction"; key: string };

/** Tests keys that this process does not use: one request to each host until one answers, outside of the shared limit. */
export async function checkCredentials({
  urls,
  apiKey,
  apiPin,
  known,
}: {
  urls: readonly URL[];
  apiKey: string;
  apiPin: string;
  known?: KnownItem;
}): Promise<ConnectionTest> {
  let last: ConnectionTest = { kind: "unreachable", reason: "unreachable" };
  const { path, reply } = endpoints[known?.name ?? "listBatches"];
  const asked = known ? path.replace(/\{\w+\}/, encodeURIComponent(known.key)) : `${path}?limit=1`;
  for (const base of urls) {
    const answer = await exchange({
      method: "GET",
      timeoutMs: TIMEOUT_MS,
      usesFreshConnection: true,
      url: new URL(`${base.href.replace(/\/$/, "")}${asked}`),
      authorization: authorization(apiKey, apiPin, randomBytes(12).toString("base64url"), sha256Hex),
    });
    last = toCheck(readReply(answer, reply, { credential: [apiKey, apiPin] }));
    if (last.kind !== "unreachable") break;
  }
  return last;
}

const TIMEOUT_MS = 10_000;
