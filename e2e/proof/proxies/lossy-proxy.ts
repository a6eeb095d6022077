import { once } from "node:events";
import { createServer, type IncomingMessage, request, type Server, type ServerResponse } from "node:http";

/** A proxy to the gateway that can lose requests and answers, go down, and hide optional endpoints. */
export type LossyProxy = {
  /** Ends in /api/v2. */
  url: string;
  /**
   * The fate of a money command: answered; its answer is lost after the gateway processed it, or delayed forever; or the
   * command itself is lost.
   */
  onMoney: (body: string) => "answered" | "answer-lost" | "held" | "request-lost";
  /** Whether reads get through. */
  isUp: boolean;
  /** Whether `GET /transactions`, an extension, is there. */
  lists: boolean;
  /** Requests for a page of a list that got through. */
  listings: number;
  /** Money commands that reached this proxy. */
  posts: number;
  stop(): Promise<void>;
};

/** Starts it on a free port before the gateway at this address. */
export async function startLossyProxy(gatewayUrl: string): Promise<LossyProxy> {
  const server = createServer((incoming, outgoing) => {
    handle(proxy, new URL(gatewayUrl).origin, incoming, outgoing).catch(() => outgoing.destroy());
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  const port = typeof address === "object" && address ? address.port : 0;
  const proxy: LossyProxy = {
    url: `http://127.0.0.1:${port}/api/v2`,
    onMoney: () => "answered",
    isUp: true,
    lists: true,
    listings: 0,
    posts: 0,
    stop: () => stop(server),
  };
  return proxy;
}

const list = /^\/api\/v2\/(transactions|batches|batches\/[^/]+\/transactions)(\?|$)/;

async function handle(
  proxy: LossyProxy,
  origin: string,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
) {
  const path = incoming.url ?? "/";
  const body = await readBody(incoming);
  const isMoney = incoming.method === "POST" && path === "/api/v2/transactions";
  if (isMoney) proxy.posts += 1;
  const fate = isMoney ? proxy.onMoney(body) : proxy.isUp ? "answered" : "request-lost";
  if (fate === "request-lost") return outgoing.destroy();
  if (incoming.method === "GET" && list.test(path)) {
    proxy.listings += 1;
    if (!proxy.lists && path.startsWith("/api/v2/transactions")) {
      outgoing.writeHead(404, { "content-type": "application/json" });
      return outgoing.end(JSON.stringify({ error: "Unknown path", errorcode: 21001 }));
    }
  }
  const answer = await forward(new URL(path, origin), incoming, body);
  if (fate === "answer-lost") return outgoing.destroy();
  if (fate === "held") return;
  outgoing.writeHead(answer.status, answer.headers);
  outgoing.end(answer.body);
}

function forward(url: URL, { method, headers }: IncomingMessage, body: string) {
  type Answer = { status: number; headers: IncomingMessage["headers"]; body: string };
  return new Promise<Answer>((resolve, reject) => {
    const sent = request(url, { method, headers }, (answer) => {
      readBody(answer).then(
        (text) => resolve({ status: answer.statusCode ?? 502, headers: answer.headers, body: text }),
        reject,
      );
    });
    sent.on("error", reject);
    sent.end(body);
  });
}

async function readBody(incoming: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(chunk);
  return Buffer.concat(chunks).toString("utf8");
}

async function stop(server: Server): Promise<void> {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
}
