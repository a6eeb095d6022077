import { wholeNumber } from "../page.ts";
import { isDay } from "../time.ts";
import type { BankFormat, CsvReading, UnreadableRow } from "./file/bank-file.ts";
import type { FundingRules } from "./funding-rules.ts";
import type { Adjustment, MatchHow, MatchPurpose } from "./match/match.ts";
import type { UnmatchedDeposit } from "./may-pay.ts";
import type { Portion, PortionId } from "./portion.ts";

/** What the deposits page shows. Days are "2026-11-20", moments epoch ms, amounts cents. */

export type ShownPortion = Portion & { id: PortionId };

/** A portion that no deposit has paid yet. */
export type WaitingPortion = ShownPortion & {
  /** Undefined for cash. */
  due: string | undefined;
  isLate: boolean;
  /** The bank may have paid it already: this line waits to be matched. */
  mayPay: UnmatchedDeposit | undefined;
  /** The fee that the processor will keep, as far as it is known. */
  feeCents: number;
};

/** From which due day on deposits are waited for: that of the first bank line, or some days back without any. */
export type FollowsFrom = { from: string; hasDeposits: boolean };

/** What was due before deposits are followed, and no bank line here may pay: whether it came isn't known. */
export type EarlierPortions = {
  from: string;
  /** Without cash, by currency. */
  sums: { currency: string; cents: number; count: number }[];
  /** The latest of them, which can still be matched by hand. */
  portions: WaitingPortion[];
};

export type ShownMatch = {
  id: string;
  purpose: MatchPurpose;
  how: MatchHow;
  portions: ShownPortion[];
  adjustments: Adjustment[];
  note: string | undefined;
  /** Undefined for an automatic match. */
  by: string | undefined;
  at: number;
};

export type UndoneMatch = { id: string; how: MatchHow; by: string; at: number; reason: string };

export type ShownSolution = { portions: ShownPortion[]; feeCents: number };

export type ShownProposal =
  | {
      kind: "suggested";
      solution: ShownSolution;
      why: "exact" | "undone" | "fee" | "otherPayout" | "manyBatches" | "words";
    }
  | { kind: "ambiguous"; solutions: ShownSolution[]; rivals: { day: string; cents: number }[] }
  | { kind: "fee" }
  | {
      kind: "none";
      /** `differenceCents` is the deposit less the portions and their known fee. */
      closest: { portions: ShownPortion[]; feeCents: number; differenceCents: number } | undefined;
      /** A part of a batch of this amount that another deposit pays. */
      paid: { portion: ShownPortion; day: string } | undefined;
    };

export type ShownDeposit = {
  id: string;
  day: string;
  cents: number;
  currency: string;
  description: string;
  trace: string | undefined;
  account: string | undefined;
  /** The file's name; undefined for one entered by hand. */
  file: string | undefined;
  addedBy: string;
  addedAt: number;
  /** What explains it, or what may. */
  match: ShownMatch | undefined;
  proposal: ShownProposal | undefined;
  undone: UndoneMatch[];
};

/** Sums of one currency: different currencies are never added. */
export type DepositSums = {
  currency: string;
  matched: { cents: number; count: number };
  /** Of matched deposits and of bank lines of their own; negative. */
  fees: { cents: number; count: number };
  leftOut: { cents: number; count: number };
  open: { cents: number; count: number };
  total: { cents: number; count: number };
  /** With the state filter. */
  chosen: { cents: number; count: number };
};

export type DepositCounts = { all: number; open: number; matched: number; leftOut: number };

export type DepositsView = {
  deposits: ShownDeposit[];
  /** How many there are with this filter. */
  total: number;
  limit: number;
  offset: number;
  /** In the chosen days. */
  counts: DepositCounts;
  sums: DepositSums[];
  /** Open deposits in the chosen days by what may explain them; undefined while they are being compared. */
  suggested: number | undefined;
  waiting: WaitingPortion[];
  earlier: EarlierPortions;
  /** Whether any deposit was ever entered or imported, on any day: until then nothing is called late. */
  hasDeposits: boolean;
  /** Closed batches whose transactions are still being read: what they bring isn't known yet. */
  unread: number;
  /** Whether batches or checks are still to be read: until then everything that is waiting or not matched is so far. */
  isReading: boolean;
  rules: FundingRules;
  rulesBy: { by: string; at: number } | undefined;
  /** The latest ones, newest first. */
  imports: ShownImport[];
  /** Today in the merchant's zone. */
  today: string;
};

/** A bank file that was imported. */
export type ShownImport = {
  id: string;
  name: string;
  account: string | undefined;
  by: string;
  at: number;
  /** Its lines that are here, and how many of them are matched. */
  lines: number;
  matched: number;
  undone: { by: string; at: number } | undefined;
};

const depositStates = ["open", "matched", "left-out"] as const;
export type DepositFilters = {
  /** All without one. */
  state?: (typeof depositStates)[number] | undefined;
  from?: string | undefined;
  to?: string | undefined;
  offset: number;
};

/** Reads the filters from an address; what makes no sense is left out. */
export function readDepositFilters(query: URLSearchParams): DepositFilters {
  const day = (name: string) => {
    const text = query.get(name) ?? "";
    return isDay(text) ? text : undefined;
  };
  return {
    state: depositStates.find((state) => state === query.get("state")),
    from: day("from"),
    to: day("to"),
    offset: wholeNumber(query.get("offset"), 0, 1_000_000) ?? 0,
  };
}

export function toDepositSearch({ state, from, to, offset }: DepositFilters): string {
  const parts = { state, from, to, offset: offset > 0 ? String(offset) : undefined };
  return new URLSearchParams(
    Object.entries(parts).filter((entry): entry is [string, string] => entry[1] !== undefined),
  ).toString();
}

/** A line of a file before it is imported. `possible`: a deposit of this day and amount is here from another source. */
export type PreviewLine = {
  day: string;
  cents: number;
  currency: string;
  description: string;
  trace: string | undefined;
  state: "new" | "here" | "possible";
};

/** What an import would do. Nothing is stored yet. */
export type FilePreview =
  | { kind: "refused"; message: string; csv?: CsvReading | undefined }
  | {
      kind: "read";
      format: BankFormat;
      account: string | undefined;
      /** The first ones; the counts are of all. */
      lines: PreviewLine[];
      counts: Record<PreviewLine["state"], number>;
      unreadable: UnreadableRow[];
      unreadableCount: number;
      pending: number;
      /** What else of the file is left out, in sentences. */
      leftOut?: string[] | undefined;
      csv?: CsvReading | undefined;
      /** When this very file was imported before. */
      importedBefore: { by: string; at: number } | undefined;
    };

export type ImportResult =
  | { kind: "refused"; message: string }
  | {
      kind: "imported";
      added: number;
      here: number;
      possible: number;
      unreadable: number;
      matched: number | undefined;
    };

/** What reached the bank of a batch, by its parts. */
export type BatchDeposits =
  | { kind: "open" | "unread" }
  | { kind: "known"; parts: BatchPart[]; follows: FollowsFrom };

export type BatchPart = ShownPortion & {
  due: string | undefined;
  isLate: boolean;
  mayPay: UnmatchedDeposit | undefined;
  /** False where it was due before the first bank line here, so that it may have come without being known. */
  isFollowed: boolean;
  /** The deposit that pays it. `shortCents` is of the whole deposit, which may pay other batches too. */
  deposit: { id: string; day: string; cents: number; shortCents: number; others: number } | undefined;
};
