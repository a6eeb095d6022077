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

/** Lines of one outcome and the money they name, whatever its direction. */
export type OutcomeTotal = { count: number; cents: number };

/** A file and its group as the console shows them: what there is of both, and how much of the results is at hand. */
export type BulkWatch = {
  /** Undefined while the file has none: it was not sent, or its answer was lost. */
  group: BulkGroup | undefined;
  /** Undefined when the group was uploaded by something else. */
  file: BulkFile | undefined;
  results:
    | { kind: "running" }
    | { kind: "walking"; read: number; total: number | undefined; waits: string | undefined }
    | {
        kind: "done";
        total: number;
        batches: BatchTotal[];
        outcomes: Record<Exclude<ResultFilter, "all">, OutcomeTotal>;
      };
  /** When a new reading is worth its request; undefined once nothing changes any more. */
  askAgainMs: number | undefined;
  /** Why the reading is no newer, in words. */
  waits: string | undefined;
};
