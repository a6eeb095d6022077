import type { BatchKind, CurrencySums } from "../batches/batch-sums.ts";
import { approvedCodes } from "../gateway/codes/result-codes.ts";
import type { Tender } from "../gateway/commands.ts";
import type { BulkGroup } from "../gateway/schemas/bulk.ts";
import type { Phase } from "../gateway/transaction-phase.ts";
import type { CurrentState } from "../payments/transaction-labels.ts";
import type { BulkFile } from "./file/bulk-file.ts";

/** What became of one row of a group. Nothing of a number but its last four digits. */
export type BulkResult = {
  /** Its place among the rows that ran, from 1. */
  position: number;
  /** Its row in the chosen file, where the file was sent from here. */
  row: number | undefined;
  transactionKey: string | undefined;
  /** A, P, D, E or V. */
  resultCode: string | undefined;
  tender: Tender;
  paymentMethod: string;
  cents: number | undefined;
  /** As the gateway names it; undefined for the merchant's own. A row takes that of the payment it acts on. */
  currency: string | undefined;
  /** Where its payment counts in a batch. */
  kind: BatchKind;
  /** What it did, in short: "Sale", "Authorization", and by its command where it changed an earlier payment: "Void". */
  type: string | undefined;
  /** The state of its payment when the results were read; undefined of results read by an older version. */
  phase: Phase | undefined;
  /** What became of its payment since, as far as it is known; undefined while it is as answered. */
  since?: LaterState | undefined;
  /** The gateway answered with an earlier payment of the same card and amount; nothing was charged. */
  isDuplicate: boolean;
  batchKey: string | undefined;
  batchName: string | undefined;
  invoice: string | undefined;
  orderid: string | undefined;
  description: string | undefined;
  cardholder: string | undefined;
  error: string | undefined;
  created: string | undefined;
};

/** Which rows to show: those that went through, duplicates, those turned down by the issuer, those with errors, or all. */
export const resultFilters = ["all", "approved", "duplicates", "declined", "errors"] as const;
export type ResultFilter = (typeof resultFilters)[number];

export function readResultFilter(text: string | null): ResultFilter {
  return resultFilters.find((filter) => filter === text) ?? "all";
}

/** The result codes of an outcome; a duplicate counts as one with any code, since the code is the original's. */
export const codesOf: Record<Exclude<ResultFilter, "all" | "duplicates">, readonly string[]> = {
  approved: approvedCodes,
  declined: ["D", "V"],
  errors: ["E"],
};

/** What a group put into one batch; without a batch are checks and cash. Duplicates and authorizations are not in it. */
export type BatchTotal = {
  batchKey: string | undefined;
  batchName: string | undefined;
  count: number;
  sums: CurrencySums[];
  /** What the batch itself holds of these payments; undefined until it was read. */
  held: BatchHeld | undefined;
  /** The batch was closed when it was read: it won't change any more. */
  isFinal: boolean;
  /** Why it could not be read, as a sentence. */
  problem: string | undefined;
};

/** Each payment of a group as its batch shows it. */
export type BatchHeld = {
  sums: CurrencySums[];
  /** The batch doesn't list them. */
  missing: SomePayments;
  /** Voided, or with another amount, than when the file ran. */
  voided: SomePayments;
  changed: SomePayments;
  /** Authorizations of the group that the batch holds, captured since. Missing in what an older version compared. */
  captured?: LaterChange[];
};

/** Payments by their keys: the first ones of many, of which pages name fewer. */
export type SomePayments = { count: number; keys: string[] };
export const maxPaymentsKept = 500;
export const maxPaymentsNamed = 5;

/** What became of an approved payment after its file ran. */
export type LaterState = CurrentState | "captured";
export type LaterChange = {
  key: string;
  now: LaterState;
  /** As the file ran it only held its amount on a card. */
  wasAuthorized: boolean;
  /** What it named then, and what was collected of an authorization since, where that is known. */
  cents: number | undefined;
  capturedCents?: number | undefined;
  currency: string | undefined;
};

/** Whether a batch holds every payment that the group put there; undefined while that was not compared. */
export const agreesWithBatch = ({ held }: BatchTotal): boolean | undefined =>
  held && held.missing.count === 0;

/** Whether payments of the group were voided, changed or captured since it ran. */
export const changedSince = ({ held }: BatchTotal): boolean =>
  held !== undefined && held.voided.count + held.changed.count + (held.captured?.length ?? 0) > 0;

export type ResultPage = { results: BulkResult[]; total: number; limit: number; offset: number };

/** Lines of one outcome and the money they name, by currency, in both directions. */
export type OutcomeTotal = {
  count: number;
  sums: { currency: string; cents: number }[];
  /** Rows of which the gateway reports no amount. */
  withoutAmount: number;
};
export type Outcomes = Record<Exclude<ResultFilter, "all">, OutcomeTotal> & {
  /** The approved rows by what became of their payment. Nothing of an authorization or a void is collected. */
  approvedAs: Record<ApprovedKind, OutcomeTotal>;
  /** Approved rows of which only a part was approved. */
  inPart: number;
};

export const approvedKinds = ["sales", "refunds", "authorized", "voids"] as const;
export type ApprovedKind = (typeof approvedKinds)[number];

/** A file and its group as the console shows them: what there is of both, and how much of the results is at hand. */
export type BulkWatch = {
  /** Undefined while the file has none: it was not sent, or its answer was lost. */
  group: BulkGroup | undefined;
  /** Undefined when the group was uploaded by something else. */
  file: BulkFile | undefined;
  results:
    | { kind: "running" }
    | { kind: "syncing"; read: number; total: number | undefined; waits: string | undefined }
    | {
        kind: "done";
        total: number;
        batches: BatchTotal[];
        /** Payments that only hold an amount on a card: no batch and no total has them. */
        authorized: OutcomeTotal;
        /** What became of its approved payments since, in a batch or in none. */
        since: LaterChange[];
        outcomes: Outcomes;
        /** Batches are still being read. */
        isComparing: boolean;
      };
  /** When a new reading is worth its request; undefined once nothing changes any more. */
  refetchIntervalMs: number | undefined;
  /** Why the reading is no newer, in words. */
  waits: string | undefined;
};
