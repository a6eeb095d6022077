import type { CheckReturn } from "../attempt.ts";
import type { CommandName, Tender } from "../gateway/commands.ts";

/** News about money that stays under Attention until somebody has acknowledged it. Times are epoch ms. */
export type Notice = NoticeFacts & {
  id: string;
  foundAt: number;
  transactionKey: string | undefined;
  batchKey: string | undefined;
  attemptId: string | undefined;
  acknowledged: { by: string; at: number } | undefined;
};

export type NoticeFacts = ContradictionFacts | BulkNoticeFacts | ReturnFacts;
export type BulkNoticeFacts = BulkContradictionFacts | BulkDifferenceFacts;

/** The gateway's records show the opposite of what was recorded here. */
export type ContradictionFacts = {
  kind: "contradiction";
  reference: string;
  command: CommandName;
  tender: Tender;
  payer: string;
  /** As `amountCents` of `Attempt`. */
  amountCents: number | undefined;
  /** As the gateway names it; undefined for the merchant's own. */
  currency?: string | undefined;
  takenBy: string;
  /** What was recorded here, and by whom if a person decided it. */
  recorded: { moved: boolean; by?: string; at?: number };
  /** What the gateway's records show. */
  moved: boolean;
  /** Where and how it was found, as a sentence. */
  message: string;
};

/** The gateway has a bulk file that a person recorded as not arrived. */
export type BulkContradictionFacts = {
  kind: "bulkContradiction";
  reference: string;
  fileId: string;
  fileName: string;
  rows: number;
  amountCents: number;
  /** Who prepared it. */
  takenBy: string;
  recorded: { by: string; at: number };
  /** The gateway has its rows, but another file may have brought them. */
  isDoubt?: true;
  /** How it was found, as a sentence. */
  message: string;
};

/** Rows of a completed bulk file have no outcome, or payments that it made are not in their batch. */
export type BulkDifferenceFacts = {
  kind: "bulkDifference";
  reference: string;
  fileId: string;
  fileName: string;
  /** Undefined where its rows are in several currencies. */
  amountCents: number | undefined;
  /** Who prepared it. */
  takenBy: string;
  /** What is missing, in sentences. */
  message: string;
};

/** A check that the bank returned or refused after it was accepted. */
export type ReturnFacts = {
  kind: "return";
  outcome: CheckReturn["outcome"];
  /** It was to give money back to the customer. */
  isRefund: boolean;
  /** The bank's code or note, such as "R01". */
  reason: string | undefined;
  payer: string;
  amountCents: number | undefined;
  /** As the gateway names it; undefined for the merchant's own. */
  currency?: string | undefined;
  /** Who took it through this console. */
  takenBy: string | undefined;
  /** Of one that a bulk file of this console sent. */
  bulk?: BulkTaking;
  /** It may be from a bulk file of this console: not every result of these is known. */
  mayBeBulk?: boolean;
};

/** The row of a bulk file that took a payment. */
export type BulkTaking = {
  fileId: string;
  fileName: string;
  reference: string;
  /** In the chosen file, where it is known. */
  row: number | undefined;
  preparedBy: string;
  approvedBy: string | undefined;
};

export type NoticeKind = Notice["kind"];

/** Whose payment it is about, or which file. */
export const subjectOf = (notice: NoticeFacts): string =>
  isOfBulkFile(notice) ? notice.fileName : notice.payer;

export const isOfBulkFile = <Facts extends NoticeFacts>(
  notice: Facts,
): notice is Extract<Facts, BulkNoticeFacts> =>
  notice.kind === "bulkContradiction" || notice.kind === "bulkDifference";

/** What its amount is in, as the gateway names it. The rows of a bulk file name amounts in the merchant's own. */
export const currencyOfNotice = (notice: NoticeFacts): string | undefined =>
  isOfBulkFile(notice) ? undefined : notice.currency;
