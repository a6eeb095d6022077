import { request as requestHttp } from "node:http";
import { request as requestHttps } from "node:https";
import { buffer } from "node:stream/consumers";
import { brotliDecompressSync, gunzipSync, inflateSync } from "node:zlib";
import { isThisMachine } from "../http/client-address.ts";
import type { RawRequest } from "./mask/mask-exchange.ts";
import { SessionError } from "./session-file.ts";

export type UpstreamReply = {
  status: number;
  statusText: string;
  headers: Record<string, string>;
  body: Buffer;
};

/** Reads `--upstream`. Throws SessionError unless it is https, or http on this machine. */
export function readUpstream(text: string): URL {
  const url = URL.parse(text);
  if (!url || !/^https?:$/.test(url.protocol))
    throw new SessionError("--upstream must be an address such as https://gateway.example/api/v2.");
  if (url.username || url.password || url.search || url.hash)
    throw new SessionError("--upstream must hold no user, password, query or fragment.");
  if (url.pathname === "/")
    throw new SessionError(
      "--upstream must end in the endpoint key of the gateway, such as https://gateway.example/api/v2.",
    );
  if (url.protocol === "http:" && !isThisMachine(url.hostname))
    throw new SessionError(
      "--upstream must begin with https://: plain http:// is for a gateway on this machine.",
    );
  return url;
}

/** The headers of a reply that are passed on and kept. `location` is not among them: nothing may follow a redirect. */
const keptHeaders = ["content-type", "x-rate-limit", "retry-after"] as const;
/** How long the gateway may be silent: its slowest test card takes 60 seconds. */
const SILENCE_MS = 120_000;

/** Sends a request once to the gateway; follows no redirect. Rejects when no complete answer came. */
export async function forward(upstream: URL, raw: RawRequest): Promise<UpstreamReply> {
  const send = upstream.protocol === "https:" ? requestHttps : requestHttp;
  const { authorization, "content-type": type, "user-agent": agent } = raw.headers;
  const headers = Object.fromEntries(
    Object.entries({ authorization, "content-type": type, "user-agent": agent }).filter(([, value]) => value),
  );
  const { promise, resolve, reject } = Promise.withResolvers<UpstreamReply>();
  const outgoing = send(
    `${upstream.origin}${upstream.pathname.replace(/\/$/, "")}${raw.path}`,
    {
      method: raw.method,
      headers: {
        ...headers,
        "accept-encoding": "identity",
        ...(raw.body.length > 0 && { "content-length": raw.body.length }),
      },
      // A kept-alive connection may be closed just when a request is sent on it.
      agent: false,
      timeout: SILENCE_MS,
    },
    async (incoming) => {
      try {
        const body = decompress(await buffer(incoming), incoming.headers["content-encoding"]);
        const kept = keptHeaders.flatMap((name) => {
          const value = incoming.headers[name];
          return value === undefined ? [] : [[name, String(value)] as const];
        });
        const { statusCode: status = 502, statusMessage: statusText = "" } = incoming;
        resolve({ status, statusText, headers: Object.fromEntries(kept), body });
      } catch (error) {
        reject(error);
      }
    },
  );
  outgoing.on("timeout", () => outgoing.destroy(new Error("silent for too long")));
  outgoing.on("error", reject);
  outgoing.end(raw.body);
  return await promise;
}

function decompress(body: Buffer, encoding: string | undefined): Buffer {
  if (encoding === "gzip") return gunzipSync(body);
  if (encoding === "deflate") return inflateSync(body);
  return encoding === "br" ? brotliDecompressSync(body) : body;
}
