import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/**
 * For tests only: a gateway that misbehaves on order and counts what reached it. What it "charges" it lists,
 * so that evidence can be found the way it is found at a real one.
 */
export class FakeGateway {
  /** What the next requests of `POST /transactions` meet. */
  behaviour: Behaviour = "approve";
  /** Whether `GET /transactions` answers, which not every gateway does. */
  lists = true;
  /** Whether a batch is open: without one nothing is in it. */
  batch = true;
  /** True while whatever it is asked ends in a fault of its own. */
  down = false;
  /** How often a transaction was read by its key. */
  reads = 0;
  /** What the next transactions hold beside the usual. */
  extra: Record<string, unknown> = {};
  /** The beginning of its transactions' keys; a test that shares its store with others gives its own. */
  prefix = "1nf";
  /** What `X-Rate-Limit` tells; without it there is no limit. */
  rateLimit: string | undefined;
  posts: Record<string, unknown>[] = [];
  transactions: Record<string, unknown>[] = [];
  #server: Server = createServer((request, response) => void this.#answer(request, response));

  async start(): Promise<string> {
    await new Promise<void>((resolve) => this.#server.listen(0, "127.0.0.1", resolve));
    const { port } = this.#server.address() as AddressInfo; // listening on a port, so an AddressInfo
    return `http://127.0.0.1:${port}/api/v2`;
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  reset(): void {
    Object.assign(this, {
      behaviour: "approve",
      lists: true,
      batch: true,
      down: false,
      reads: 0,
      extra: {},
      rateLimit: undefined,
      posts: [],
      transactions: [],
    });
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (this.rateLimit) response.setHeader("x-rate-limit", this.rateLimit);
    const path = (request.url ?? "").replace(/^\/api\/v2/, "").replace(/\?.*/, "");
    if (this.down) return void response.writeHead(503).end("busy");
    if (request.method === "POST") return this.#process(await readJson(request), response);
    if (path === "/transactions" && this.lists) return send(response, this.#list());
    if (path === "/batches")
      return send(response, { type: "list", total: this.batch ? 1 : 0, data: this.batch ? [openBatch] : [] });
    if (path === "/batches/1t1open") return send(response, { ...openBatch, status: "open" });
    if (path === "/batches/current" && this.batch) return send(response, { type: "batch", key: "1t1open" });
    if (path === "/batches/1t1open/transactions") return send(response, this.#list());
    if (path === "/batches/current/transactions" && this.batch)
      return send(response, this.#list(new URL(request.url ?? "", "http://gateway").searchParams));
    this.reads += 1;
    const found = this.transactions.find(({ key }) => path === `/transactions/${key}`);
    send(
      response,
      found ?? { error: "Unable to locate the requested object.", errorcode: 47 },
      found ? 200 : 404,
    );
  }

  #list(page = new URLSearchParams()) {
    const limit = Number(page.get("limit") ?? 100);
    const offset = Number(page.get("offset") ?? 0);
    return {
      type: "list",
      limit: String(limit),
      offset,
      total: String(this.transactions.length),
      data: page.has("limit") ? this.transactions.slice(offset, offset + limit) : this.transactions,
    };
  }

  #process(body: Record<string, unknown>, response: ServerResponse): void {
    this.posts.push(body);
    if (faults[this.behaviour].charges)
      this.transactions.unshift({ ...toTransaction(body, this.posts.length, this.prefix), ...this.extra });
    faults[this.behaviour].answer(response, this.transactions[0] ?? {});
  }
}

const openBatch = { type: "batch", key: "1t1open", sequence: "1", opened: "2026-11-20 09:00:00" };

export type Behaviour = keyof typeof faults;

type Fault = {
  charges: boolean;
  answer(response: ServerResponse, transaction: Record<string, unknown>): void;
};

const refusal = {
  error: "A field is missing or of the wrong form.",
  errorcode: 21004,
  fields: { amount: "is required" },
};

/** Every way a money command can come back, and whether the money moved all the same. */
export const faults = {
  approve: {
    charges: true,
    answer: (response, transaction) => send(response, { ...transaction, is_duplicate: "N" }),
  },
  decline: {
    charges: false,
    answer: (response) =>
      send(response, {
        type: "transaction",
        key: "1nfd",
        result_code: "D",
        result: "Declined",
        error: "Card Declined",
        error_code: "10127",
      }),
  },
  "refuse-field": { charges: false, answer: (response) => send(response, refusal, 400) },
  "too-many": {
    charges: false,
    answer: (response) => send(response, { error: "API Rate Limit Exceed", errorcode: 155 }, 429),
  },
  unauthorized: {
    charges: false,
    answer: (response) => send(response, { error: "Specified source key not found.", errorcode: 23 }, 401),
  },
  "reset-before": { charges: false, answer: (response) => response.destroy() },
  "reset-after-commit": { charges: true, answer: (response) => response.destroy() },
  silence: { charges: true, answer: () => undefined },
  half: {
    charges: true,
    answer: (response, transaction) => void response.end(JSON.stringify(transaction).slice(0, 20)),
  },
  "wrong-length": {
    charges: true,
    answer: (response) =>
      void response.writeHead(200, { "content-length": "9999" }).write("{", () => response.destroy()),
  },
  empty: { charges: true, answer: (response) => void response.end() },
  html: {
    charges: true,
    answer: (response) => void response.setHeader("content-type", "text/html").end("<h1>Bad gateway</h1>"),
  },
  "html-404": {
    charges: false,
    answer: (response) => void response.writeHead(404).end("<h1>Not found</h1>"),
  },
  "fault-500": {
    charges: true,
    answer: (response) => send(response, { error: "Internal", errorcode: 1 }, 500),
  },
  "fault-503": { charges: false, answer: (response) => void response.writeHead(503).end("busy") },
} as const satisfies Record<string, Fault>;

function toTransaction(
  body: Record<string, unknown>,
  count: number,
  prefix: string,
): Record<string, unknown> {
  const { creditcard: _, check: __, command, ...rest } = body;
  return {
    ...rest,
    type: "transaction",
    key: `${prefix}${count}`,
    refnum: String(3108427690 + count),
    result_code: "A",
    result: "Approved",
    authcode: "004512",
    trantype_code: "S",
    status_code: "P",
    status: "Authorized (Pending Settlement)",
  };
}

function send(response: ServerResponse, body: unknown, status = 200): void {
  response.writeHead(status, { "content-type": "application/json" });
  response.end(JSON.stringify(body));
}

async function readJson(request: IncomingMessage): Promise<Record<string, unknown>> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  return JSON.parse(Buffer.concat(chunks).toString("utf8") || "{}");
}
