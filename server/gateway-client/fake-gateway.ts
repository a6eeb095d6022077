import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { type Behavior, faults, send } from "./fake-faults.ts";

/**
 * For tests only: the one scripted gateway. It fails on demand and counts what reached it. What it "charges" it also
 * lists, so that evidence is found the way it is at a real gateway. Bulk groups are shown with `showGroup`.
 */
export class FakeGateway {
  /** How the next requests of `POST /transactions` are answered. */
  behavior: Behavior = "approve";
  /** Whether `GET /transactions` answers, which not every gateway does. */
  lists = true;
  /** Whether a batch is open. */
  batch = true;
  /** Its sums, which the gateway may leave out. */
  openSums: { total_amount?: string; total_count?: number } = {};
  /** The transactions of the open batch; undefined when they are those of the list. */
  openBatch: Record<string, unknown>[] | undefined;
  /** The transactions of other batches, by the batch's key. */
  batches = new Map<string, Record<string, unknown>[]>();
  /** Their own totals, by the batch's key. */
  closedBatches = new Map<string, Record<string, unknown>>();
  /** Bulk groups by key. */
  groups = new Map<string, Record<string, unknown>>();
  /** The key of the bulk group that runs. */
  currentGroup: string | undefined;
  /** The results of each bulk group. */
  bulkResults: Record<string, unknown>[] = [];
  /** What was asked about bulk groups: paths below `/bulk_transactions/`. */
  bulkRequests: string[] = [];
  /** While true, every request is answered with 503. */
  down = false;
  /** While set, every request is answered as by a firewall before the gateway: 429 with this `Retry-After`, in seconds. */
  blockedForSeconds: number | undefined;
  /** A path that alone answers 503. */
  unreadable: string | undefined;
  /** How often a transaction was read by its key. */
  reads = 0;
  /** Runs once, before the next such reading is answered. */
  beforeRead: (() => Promise<unknown>) | undefined;
  /** How often it was asked to close the open batch, which ends as `behavior` says. */
  closes = 0;
  /** What the next transactions hold beside the usual. */
  extra: Record<string, unknown> = {};
  /** How the keys of its transactions begin; a test that shares its store with others sets its own. */
  prefix = "1nf";
  /** The value of `X-Rate-Limit`; without it there is no limit. */
  rateLimit: string | undefined;
  posts: Record<string, unknown>[] = [];
  /** The header of the last POST. */
  authorization = "";
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
      behavior: "approve",
      lists: true,
      batch: true,
      openSums: {},
      openBatch: undefined,
      batches: new Map(),
      closedBatches: new Map(),
      groups: new Map(),
      currentGroup: undefined,
      bulkResults: [],
      bulkRequests: [],
      down: false,
      blockedForSeconds: undefined,
      unreadable: undefined,
      reads: 0,
      closes: 0,
      extra: {},
      rateLimit: undefined,
      posts: [],
      transactions: [],
    });
  }

  /** Shows a group of ten rows of which some are done; like the contract's samples, it gives counts as text. */
  showGroup(key: string, status: string, done: number, filename = "payments.csv"): void {
    const counts = { transactions: "10", remaining: String(10 - done), approved: String(done) };
    this.groups.set(key, { bulk_key: key, filename, status, ...counts, declined: "0", errors: "0" });
    this.currentGroup = status === "Running" || status === "Paused" ? key : undefined;
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (this.rateLimit) response.setHeader("x-rate-limit", this.rateLimit);
    const path = (request.url ?? "").replace(/^\/api\/v2/, "").replace(/\?.*/, "");
    if (this.blockedForSeconds !== undefined)
      return void response
        .writeHead(429, { "retry-after": String(this.blockedForSeconds) })
        .end("<h1>Slow down</h1>");
    if (this.down || path === this.unreadable) return void response.writeHead(503).end("busy");
    const page = new URL(request.url ?? "", "http://gateway").searchParams;
    const [, bulk] = /^\/bulk_transactions\/(.+)$/.exec(path) ?? [];
    if (bulk) return this.#bulk(bulk, page, response);
    if (path === "/batches/current/close") return this.#close(response);
    if (request.method === "POST") {
      this.authorization = request.headers.authorization ?? "";
      return this.#process(await readJson(request), response);
    }
    if (path === "/transactions" && this.lists) return send(response, this.#list());
    const closed = this.batches.get(/^\/batches\/(\w+)\/transactions$/.exec(path)?.[1] ?? "");
    if (closed) return send(response, listOf(closed));
    const totals = this.closedBatches.get(/^\/batches\/(\w+)$/.exec(path)?.[1] ?? "");
    if (totals) return send(response, totals);
    if (path === "/batches")
      return send(response, { type: "list", total: this.batch ? 1 : 0, data: this.batch ? [openBatch] : [] });
    if (path === "/batches/1t1open")
      return send(response, { ...openBatch, status: this.closes > 0 && !this.batch ? "closing" : "open" });
    if (path === "/batches/current" && this.batch)
      return send(response, { type: "batch", key: "1t1open", ...this.openSums });
    if (path === "/batches/1t1open/transactions") return send(response, this.#list());
    if (path === "/batches/current/transactions" && this.batch)
      return send(response, this.openBatch ? listOf(this.openBatch, page) : this.#list(page));
    this.reads += 1;
    const before = this.beforeRead;
    this.beforeRead = undefined;
    await before?.();
    const found = this.transactions.find(({ key, refnum }) => [key, refnum].includes(path.split("/").at(-1)));
    send(
      response,
      found ?? { error: "Unable to locate the requested object.", errorcode: 47 },
      found ? 200 : 404,
    );
  }

  #list(page?: URLSearchParams) {
    return listOf(this.transactions, page);
  }

  #bulk(path: string, page: URLSearchParams, response: ServerResponse): void {
    this.bulkRequests.push(path);
    const [key = "", part] = path.split("/");
    const group = this.groups.get(key === "current" ? (this.currentGroup ?? "") : key);
    if (!group) send(response, { error: "not found", errorcode: 20012 }, 404);
    else if (part === "transactions") send(response, listOf(this.bulkResults, page));
    else send(response, part ? { status: "success" } : group);
  }

  #close(response: ServerResponse): void {
    this.closes += 1;
    const fault = faults[this.behavior];
    if (fault.charges) this.batch = false;
    fault.answer(response, { ...openBatch, status: "closing" }, { authorization: "", body: {} });
  }

  #process(body: Record<string, unknown>, response: ServerResponse): void {
    this.posts.push(body);
    if (faults[this.behavior].charges && body.command !== undefined)
      this.transactions.unshift({ ...toTransaction(body, this.posts.length, this.prefix), ...this.extra });
    const undone = this.transactions.find(({ key }) => key === body.trankey);
    if (body.command === "unvoid" && undone?.trantype_code === "Z") undone.trantype_code = "C";
    const sent = { authorization: this.authorization, body };
    const isSaving = body.trankey !== undefined && body.command === undefined;
    const answer = isSaving ? savedToken : body.toemail ? { status: "success" } : this.transactions[0];
    faults[this.behavior].answer(response, answer ?? {}, sent);
  }
}

/** A page of a list; all of it when no limit is asked for. */
function listOf(items: readonly Record<string, unknown>[], page = new URLSearchParams()) {
  const limit = Number(page.get("limit") ?? 100);
  const offset = Number(page.get("offset") ?? 0);
  return {
    type: "list",
    limit: String(limit),
    offset,
    total: String(items.length),
    data: page.has("limit") ? items.slice(offset, offset + limit) : items,
  };
}

/** The card of any of its payments (contract: POST /tokens). */
const savedToken = {
  type: "token",
  cardref: "5tz1-mq8r-47dk-2224",
  masked_card_number: "XXXXXXXXXXXX2224",
  card_type: "Visa",
};

const openBatch = { type: "batch", key: "1t1open", sequence: "1", opened: "2026-11-20 09:00:00" };

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

async function readJson(request: IncomingMessage): Promise<Record<string, unknown>> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  return JSON.parse(Buffer.concat(chunks).toString("utf8") || "{}");
}
