import type { Batch } from "#lib/gateway/schemas/batch.ts";
import type { Transaction, TransactionDetail } from "#lib/gateway/schemas/transaction.ts";
import type { AttemptRow } from "#server/db/tables/payments/attempts.ts";
import type { Move } from "../attempts/attempts.ts";
import type { BatchLookup, LookupNotes } from "./notes.ts";
import type { Recorded } from "./weigh-evidence.ts";

/** What lookups need from outside: the gateway's reads, the rows of attempts, a clock. Everything else in this folder is rules. */
export type LookupContext = {
  gateway: SearchGateway;
  records: LookupRecords;
  /** Epoch ms. */
  clock(): number;
  /** How long a money command may take before its answer counts as lost. */
  timeoutMs: number;
  /** The zone of the gateway's moments. */
  timeZone: string;
};

/** `absent`: this gateway has no such endpoint or object. `unavailable`: it could not be read, which proves nothing. */
export type Answer<Value> =
  | { kind: "answered"; value: Value }
  | { kind: "absent" }
  | { kind: "unavailable"; reason: string };

export type Page = { limit: number; offset: number };
export type Listed<Item> = { data: Item[]; limit?: number | undefined; total?: number | undefined };

/** The gateway, read only but for `saveCard`, which may be repeated without harm. Lists are newest first. */
export type SearchGateway = {
  listTransactions(page: Page): Promise<Answer<Listed<TransactionDetail>>>;
  listBatches(page: Page): Promise<Answer<Listed<Batch>>>;
  listBatchTransactions(key: string, page: Page): Promise<Answer<Listed<TransactionDetail>>>;
  getBatch(key: string): Promise<Answer<Batch>>;
  getTransaction(key: string): Promise<Answer<TransactionDetail>>;
  /** Has it save the card of a payment: again it is the same card, under the same token. */
  saveCard(key: string): Promise<Answer<Transaction>>;
};

/** An attempt whose reference was met at the gateway. */
export type Known = Recorded & Pick<AttemptRow, "sent_at">;

/** Attempts as lookups use them; every call is one committed step. */
export type LookupRecords = {
  /** Attempts whose next lookup is due, oldest first: unknown ones, and those that a person has decided. */
  due(now: number): Promise<AttemptRow[]>;
  byReference(references: readonly string[]): Promise<Known[]>;
  /** Keys of the transactions that the gateway answered with, for commands sent in this span. */
  answeredKeys(from: number, to: number): Promise<string[]>;
  /** Which of these transactions are known to be an attempt's own. */
  madeKeys(keys: readonly string[]): Promise<string[]>;
  /** Returns the ids of those that moved. */
  move(moves: readonly Move[]): Promise<string[]>;
  /** Stores what was seen of an attempt whose answer is still awaited. */
  noteSighting(id: string, transaction: TransactionDetail): Promise<void>;
  /** `nextLookupAt` null: no further lookup could find more. */
  saveLookup(row: AttemptRow, notes: LookupNotes, nextLookupAt: number | null): Promise<void>;
  /** Whether something else was done, or may have been, to the payment that this attempt acted on. */
  isFollowed(row: AttemptRow): Promise<boolean>;
  /** Whether the card of this attempt was saved by another one since it was sent. */
  isSavedSince(row: AttemptRow): Promise<boolean>;
  /** How far the gateway's list was behind when it was least so (ms); undefined before it has shown one of ours. */
  listLag(): Promise<number | undefined>;
  noteListLag(ms: number): Promise<void>;
  batchLookups(keys: readonly string[]): Promise<BatchLookup[]>;
  saveBatchLookup(search: BatchLookup): Promise<void>;
};

/** What lookups came to. */
export type Lookups = {
  settled: number;
  /** How many were due. */
  due: number;
  /** False when the gateway could not be read: no lookup counts, and they are repeated soon. */
  isReached: boolean;
};
