import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type { RawRequest } from "./mask/mask-exchange.ts";
import { type RecordedReply, SessionError } from "./session-file.ts";

export type ToolServer = {
  /** Ends in /api/v2. */
  url: string;
  /** Lets requests in progress finish. */
  stop(): Promise<void>;
};

/** The largest request that is recorded or replayed, in bytes: 64 MiB. */
const BODY_LIMIT = 64 * 1024 * 1024;

/** Serves `/api/{endpoint key}/…` on this machine. `answer` gets what is below the endpoint key. Throws SessionError. */
export async function startToolServer(
  port: number,
  answer: (request: RawRequest, outgoing: ServerResponse) => Promise<void>,
): Promise<ToolServer> {
  const server = createServer(async (incoming, outgoing) => {
    try {
      const request = await readRequest(incoming);
      if (request) await answer(request, outgoing);
      else send(outgoing, ownError(413, "The request is too large to be recorded, or not below /api/."));
    } catch {
      outgoing.destroy();
    }
  });
  server.listen(port, "127.0.0.1");
  try {
    await once(server, "listening");
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException; // an error of Node has a code
    throw new SessionError(`Port ${port} cannot be used (${code}): give another with --port.`);
  }
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/api/v2`, // listening on a port, so an AddressInfo
    stop: async () => {
      const closed = once(server, "close");
      server.close();
      server.closeIdleConnections();
      await closed;
    },
  };
}

async function readRequest(incoming: IncomingMessage): Promise<RawRequest | undefined> {
  const path = /^\/api\/[^/?]+(\/.*)$/.exec(incoming.url ?? "")?.[1];
  const chunks: Buffer[] = [];
  let bytes = 0;
  // a stream without an encoding gives bytes
  for await (const chunk of incoming as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes <= BODY_LIMIT) chunks.push(chunk);
  }
  if (path === undefined || bytes > BODY_LIMIT) return undefined;
  return { method: incoming.method ?? "GET", path, headers: incoming.headers, body: Buffer.concat(chunks) };
}

type Sent = Pick<RecordedReply, "status" | "statusText" | "headers"> & { body: Buffer };

/** Sends a reply and closes the connection. */
export function send(outgoing: ServerResponse, { status, statusText, headers, body }: Sent): void {
  if (outgoing.destroyed) return;
  outgoing.writeHead(status, statusText, { ...headers, "content-length": body.length, connection: "close" });
  outgoing.end(body);
}

/** An error of the tool itself, in the contract's shape. */
export const ownError = (status: number, text: string): Sent => ({
  status,
  statusText: "",
  headers: { "content-type": "application/json" },
  body: Buffer.from(JSON.stringify({ error: text, errorcode: 1 })),
});
