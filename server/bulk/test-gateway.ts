import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { newReference } from "#server/journal/reference.ts";
import type { BulkFileRow } from "./files.ts";

/** For tests only: a gateway that knows bulk groups and counts what it was asked. */
export class BulkGateway {
  groups = new Map<string, Record<string, unknown>>();
  /** The key of the group that runs. */
  current: string | undefined;
  lines: Record<string, unknown>[] = [];
  /** The list of transactions; undefined where this gateway has none. */
  transactions: Record<string, unknown>[] | undefined = [];
  /** The transactions of the open batch. */
  batch: Record<string, unknown>[] = [];
  /** The transactions of other batches, by the batch's key. */
  batches = new Map<string, Record<string, unknown>[]>();
  asked: string[] = [];
  down = false;
  limit = "1 of 45/min; 1 of 5000/day";
  #server: Server = createServer((request, response) => {
    const url = new URL(request.url ?? "/", "http://gateway");
    const list = this.#listAt(url.pathname);
    if (list) return void response.end(JSON.stringify(list));
    const path = url.pathname.replace("/api/v2/bulk_transactions/", "");
    this.asked.push(path);
    response.setHeader("X-Rate-Limit", this.limit);
    if (this.down) return void response.writeHead(503).end();
    const [key = "", part] = path.split("/");
    const group = this.groups.get(key === "current" ? (this.current ?? "") : key);
    if (!group)
      return void response.writeHead(404).end(JSON.stringify({ error: "not found", errorcode: 20012 }));
    if (part === "transactions") {
      const offset = Number(url.searchParams.get("offset") ?? 0);
      const data = this.lines.slice(offset, offset + Number(url.searchParams.get("limit") ?? 20));
      return void response.end(JSON.stringify({ type: "list", total: this.lines.length, offset, data }));
    }
    response.end(JSON.stringify(part ? { status: "success" } : group));
  });

  async start(): Promise<void> {
    await new Promise<void>((done) => this.#server.listen(0, "127.0.0.1", done));
    const { port } = this.#server.address() as AddressInfo; // listening on a port, so an AddressInfo
    process.env.GATEWAY_URL = `http://127.0.0.1:${port}/api/v2`;
    process.env.GATEWAY_API_KEY = "test-key";
    process.env.GATEWAY_API_PIN = "test-pin";
    process.env.AUTH_SECRET = "a".repeat(40);
  }

  #listAt(path: string) {
    const data =
      {
        "/api/v2/transactions": this.transactions,
        "/api/v2/batches/current/transactions": this.batch,
      }[path] ?? this.batches.get(/^\/api\/v2\/batches\/(\w+)\/transactions$/.exec(path)?.[1] ?? "");
    return data && { type: "list", total: data.length, data };
  }

  stop(): void {
    this.#server.closeAllConnections();
    this.#server.close();
  }

  reset(): void {
    Object.assign(this, {
      groups: new Map(),
      current: undefined,
      lines: [],
      transactions: [],
      batch: [],
      batches: new Map(),
      asked: [],
      down: false,
      limit: "1 of 45/min; 1 of 5000/day",
    });
  }

  /** A group of ten lines of which some are done; the samples of the contract show counts as text. */
  show(key: string, status: string, done: number, filename = "payments.csv"): void {
    const counts = { transactions: "10", remaining: String(10 - done), approved: String(done) };
    this.groups.set(key, { bulk_key: key, filename, status, ...counts, declined: "0", errors: "0" });
    this.current = status === "Running" || status === "Paused" ? key : undefined;
  }
}

/** A file of ten sales of 12.50 that Ada prepared and Ben released. */
export function fileRow(change: Partial<BulkFileRow> = {}): BulkFileRow {
  return {
    id: crypto.randomUUID(),
    reference: newReference(),
    name: "payments.csv",
    size: 900,
    sha256: "ab".repeat(32),
    rows: 10,
    good: 10,
    left_out: 0,
    mended: 0,
    totals: JSON.stringify([{ command: "sale", tender: "card", count: 10, cents: 12_500, withoutAmount: 0 }]),
    cents: 12_500,
    plan: JSON.stringify({ encoding: "utf-8", separator: ",", mapping: [] }),
    state: "sent",
    prepared_by_id: "ada",
    prepared_by: "Ada Okafor",
    prepared_at: Date.now(),
    needs_second: 0,
    released_by_id: "ben",
    released_by: "Ben Alvarez",
    released_at: Date.now(),
    process_id: null,
    end_left: null,
    sent_at: Date.now(),
    settled_at: null,
    bulk_key: null,
    upload: null,
    group_seen: null,
    group_read_at: null,
    problem: null,
    next_look_at: null,
    search: null,
    rows_digest: null,
    edits_digest: null,
    review: JSON.stringify({ edits: [], payouts: { count: 0, listed: [] } }),
    counter_payments: null,
    ...change,
  };
}
