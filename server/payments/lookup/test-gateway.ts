import type { CommandName } from "#lib/gateway/commands.ts";
import type { Transaction, TransactionDetail } from "#lib/gateway/schemas/transaction.ts";
import { momentIn } from "#lib/time.ts";
import type { Answer, Listed, Page, SearchGateway } from "./context.ts";
import { evidenceSource } from "./evidence-source.ts";

type Kept = TransactionDetail & { key: string; kind: string; at: number };
type KeptBatch = { key: string; sequence: string; opened: number; closed?: number };

/**
 * For tests only: a gateway in memory that keeps transactions and batches, and can be anything a gateway may be: without
 * the list, with a list that leaves something out, with short pages, with a clock of its own, out of reach.
 */
export class MemoryGateway implements SearchGateway {
  lists = true;
  /** Kinds of transactions (see `listedAs`) that its list leaves out. */
  leavesOut: readonly string[] = [];
  /** How far its list is behind. */
  lagMs = 0;
  maxPerPage = 1000;
  isUp = true;
  /** How far its clock is ahead of ours. */
  aheadMs = 0;
  /** Newest first. */
  transactions: Kept[] = [];
  /** Newest first. */
  batches: KeptBatch[] = [];
  requests = {
    listTransactions: 0,
    listBatches: 0,
    listBatchTransactions: 0,
    getBatch: 0,
    getTransaction: 0,
    saveCard: 0,
  };
  /** What it answers to saving the card of a payment; undefined where it knows no such payment. */
  saved: Transaction | undefined;
  readonly #clock: () => number;
  readonly #before: () => void;

  constructor(clock: () => number, before: () => void = () => {}) {
    this.#clock = clock;
    this.#before = before;
  }

  /** Carries out a payment. Declined ones are kept too, in no batch. */
  pay(
    { command, tender }: { command: CommandName; tender: "card" | "token" | "check" | "cash" },
    { comments, kind, declined = false }: { comments: string | undefined; kind: string; declined?: boolean },
  ): Kept {
    const isInBatch = !declined && evidenceSource({ command, tender }) === "batch";
    const batch = isInBatch ? this.#openBatch() : undefined;
    const made: Kept = {
      key: `t${this.transactions.length + 1}`,
      kind,
      at: this.#clock(),
      comments,
      created: this.#moment(this.#clock()),
      amount: "42.50",
      result_code: declined ? "D" : "A",
      trantype_code: tender === "check" ? "K" : command === "authonly" ? "A" : "S",
      status_code: "P",
      batch: batch && { key: batch.key, sequence: batch.sequence },
    };
    this.transactions.unshift(made);
    return made;
  }

  change(key: string, change: Partial<TransactionDetail>): void {
    const found = this.transactions.find((one) => one.key === key);
    if (found) Object.assign(found, change);
  }

  closeBatch(): void {
    const open = this.batches.find(({ closed }) => closed === undefined);
    if (open) open.closed = this.#clock();
  }

  async listTransactions(page: Page): Promise<Answer<Listed<TransactionDetail>>> {
    const refusal = this.#ask("listTransactions") ?? (this.lists ? undefined : ({ kind: "absent" } as const));
    const until = this.#clock() - this.lagMs;
    const shown = this.transactions.filter(({ kind, at }) => !this.leavesOut.includes(kind) && at <= until);
    return refusal ?? this.#list(shown, page);
  }

  async listBatches(page: Page) {
    const shown = this.batches.map(({ key, sequence, opened, closed }) => ({
      key,
      sequence,
      opened: this.#moment(opened),
      ...(closed !== undefined && { closed: this.#moment(closed) }),
    }));
    return this.#ask("listBatches") ?? this.#list(shown, page);
  }

  async listBatchTransactions(key: string, page: Page): Promise<Answer<Listed<TransactionDetail>>> {
    const held = this.transactions.filter(({ batch }) => batch?.key === key);
    return this.#ask("listBatchTransactions") ?? this.#list(held, page);
  }

  async getBatch(key: string) {
    const value = { key, scheduled: "2026-11-20 21:40:00" };
    return this.#ask("getBatch") ?? ({ kind: "answered", value } as const);
  }

  async getTransaction(key: string): Promise<Answer<TransactionDetail>> {
    const refusal = this.#ask("getTransaction");
    const value = this.transactions.find((one) => one.key === key);
    return refusal ?? (value ? { kind: "answered", value: { ...value } } : { kind: "absent" });
  }

  async saveCard(): Promise<Answer<Transaction>> {
    const refusal = this.#ask("saveCard");
    return refusal ?? (this.saved ? { kind: "answered", value: this.saved } : { kind: "absent" });
  }

  #ask(name: keyof MemoryGateway["requests"]) {
    this.#before();
    this.requests[name] += 1;
    return this.isUp ? undefined : ({ kind: "unavailable", reason: "refused" } as const);
  }

  #list<Item>(items: readonly Item[], { limit, offset }: Page): Answer<Listed<Item>> {
    const given = Math.min(limit, this.maxPerPage);
    const data = items.slice(offset, offset + given);
    return { kind: "answered", value: { data, limit: given, total: items.length } };
  }

  #openBatch(): KeptBatch {
    const open = this.batches.find(({ closed }) => closed === undefined);
    if (open) return open;
    const sequence = String(this.batches.length + 1);
    const opened = { key: `b${sequence}`, sequence, opened: this.#clock() };
    this.batches.unshift(opened);
    return opened;
  }

  #moment(at: number): string {
    return momentIn("America/Los_Angeles", at + this.aheadMs);
  }
}
