import type { Batch } from "#lib/gateway/batch.ts";
import type { TransactionDetail } from "#lib/gateway/transaction.ts";
import type { AttemptRow, Move } from "../store.ts";
import type { BatchSearch, SearchNotes } from "./notes.ts";
import type { Recorded } from "./weigh.ts";

/** What the search needs from outside: the gateway's reads, the journal's rows, a clock. Everything else in this folder is rules. */
export type SearchContext = {
  gateway: SearchGateway;
  records: SearchRecords;
  /** Epoch ms. */
  clock(): number;
  /** How long a money command may take before its answer counts as lost. */
  timeoutMs: number;
  /** The zone of the gateway's moments. */
  timeZone: string;
};

/** `absent`: this gateway has no such thing. `unavailable`: it could not be asked, which tells nothing. */
export type Answer<Value> =
  | { kind: "answered"; value: Value }
  | { kind: "absent" }
  | { kind: "unavailable"; reason: string };

export type Page = { limit: number; offset: number };
export type Listed<Item> = { data: Item[]; limit?: number | undefined; total?: number | undefined };

/** The gateway, read only. Lists are newest first. */
export type SearchGateway = {
  listTransactions(page: Page): Promise<Answer<Listed<TransactionDetail>>>;
  listBatches(page: Page): Promise<Answer<Listed<Batch>>>;
  listBatchTransactions(key: string, page: Page): Promise<Answer<Listed<TransactionDetail>>>;
  getBatch(key: string): Promise<Answer<Batch>>;
  getTransaction(key: string): Promise<Answer<TransactionDetail>>;
};

/** An attempt whose reference was met at the gateway. */
export type Known = Recorded & Pick<AttemptRow, "sent_at">;

/** The journal as the search uses it; every call is one committed step. */
export type SearchRecords = {
  /** Attempts whose next look has come, the oldest first: unknown ones, and those that a person has decided. */
  due(now: number): Promise<AttemptRow[]>;
  byReference(references: readonly string[]): Promise<Known[]>;
  /** Keys of the transactions that the gateway itself told us of, of commands sent in this span. */
  answeredKeys(from: number, to: number): Promise<string[]>;
  /** Which of these transactions are known to be an attempt's own. */
  madeKeys(keys: readonly string[]): Promise<string[]>;
  /** Returns the ids of those that moved. */
  move(moves: readonly Move[]): Promise<string[]>;
  /** Keeps what was seen of an attempt whose answer is still awaited. */
  noteSighting(id: string, transaction: TransactionDetail): Promise<void>;
  /** `nextLookAt` null: nothing that could be looked at would tell more. */
  noteLook(row: AttemptRow, notes: SearchNotes, nextLookAt: number | null): Promise<void>;
  /** Whether something else was done, or may have been, to the payment that this attempt acted on. */
  isFollowed(row: AttemptRow): Promise<boolean>;
  /** How far the gateway's list was behind when it was least so (ms); undefined before it has shown one of ours. */
  listLag(): Promise<number | undefined>;
  noteListLag(ms: number): Promise<void>;
  batchSearches(keys: readonly string[]): Promise<BatchSearch[]>;
  saveBatchSearch(search: BatchSearch): Promise<void>;
};
