import type { BulkGroup } from "../gateway/bulk.ts";
import type { Tender } from "../gateway/commands.ts";
import type { BulkFile } from "./bulk-file.ts";

/** What became of one line of a group. Nothing of a number but its last four digits. */
export type BulkResult = {
  /** Its place among the lines that ran, from 1. */
  position: number;
  /** Its row in the chosen file, where the file was sent from here. */
  row: number | undefined;
  transactionKey: string | undefined;
  /** A, P, D, E or V. */
  resultCode: string | undefined;
  tender: Tender;
  payer: string;
  cents: number | undefined;
  isRefund: boolean;
  batchKey: string | undefined;
  batchName: string | undefined;
  invoice: string | undefined;
  orderid: string | undefined;
  description: string | undefined;
  cardholder: string | undefined;
  error: string | undefined;
  created: string | undefined;
};

/** Which lines to show: those that went through, those turned down by the issuer, those at fault, or all. */
export const resultFilters = ["all", "approved", "declined", "errors"] as const;
export type ResultFilter = (typeof resultFilters)[number];

export function readResultFilter(text: string | null): ResultFilter {
  return resultFilters.find((filter) => filter === text) ?? "all";
}

export const codesOf: Record<ResultFilter, readonly string[]> = {
  all: [],
  approved: ["A", "P"],
  declined: ["D", "V"],
  errors: ["E"],
};

/** What a group put into one batch; without a batch are checks, cash and what did not go through. */
export type BatchTotal = {
  batchKey: string | undefined;
  batchName: string | undefined;
  count: number;
  salesCents: number;
  refundsCents: number;
};

export type ResultPage = { results: BulkResult[]; total: number; limit: number; offset: number };

/** A group as the console shows it: the file when it was sent from here, and how much of its results is at hand. */
export type BulkWatch = {
  group: BulkGroup;
  file: BulkFile | undefined;
  results:
    | { kind: "running" }
    | { kind: "walking"; read: number; total: number | undefined; waits: string | undefined }
    | { kind: "done"; total: number; batches: BatchTotal[] };
};
