import type { Integrity } from "../books/integrity.ts";
import type { RecordGap } from "../books/record-count.ts";
import type { CashSums, MovementKind, UnknownCash } from "./cash-sums.ts";
import type { ZReport } from "./report.ts";

/**
 * A cash drawer's shift: opened with a float, counted blind, closed with a Z report. `counted`: it takes no more cash, and
 * waits to be compared and closed. Times are epoch ms; amounts are cents of the merchant's own currency.
 */
export type ShiftState = "open" | "counted" | "closed";

/** One shift in a list. */
export type Shift = {
  number: number;
  drawer: string;
  state: ShiftState;
  openedAt: number;
  openedBy: string;
  floatCents: number;
  countedAt: number | undefined;
  closedAt: number | undefined;
  closedBy: string | undefined;
  approvedBy: string | undefined;
  /** The number of its Z report, once it is closed. */
  report: number | undefined;
  countedCents: number | undefined;
  expectedCents: number | undefined;
  /** Counted less expected: negative when it is short. Once it is closed. */
  overShortCents: number | undefined;
  nextFloatCents: number | undefined;
};

/**
 * One event of a shift. `cents` is signed: negative when cash leaves the drawer. Missing for the counts of a shift that is not
 * closed, and for the payments of an open one where its expected amount has to stay hidden.
 */
export type ShiftEvent = {
  id: string;
  at: number;
  kind: "opened" | "sale" | "refund" | MovementKind | "count";
  by: string;
  /** As a person typed it: it is never translated. */
  reason?: string;
  approvedBy?: string;
  /** Of an opening with another float than the last shift left, in cents. */
  leftCents?: number;
  invoice?: string;
  cents: number | undefined;
  /** Of cash in another currency, as the gateway names it. It is not in the drawer's sums. */
  currency?: string;
  attemptId?: string;
  transactionKey?: string;
  /** Of a payment: its answer is awaited, its answer was lost, or no cash moved. */
  outcome?: "sending" | "unknown" | "none";
};

type StoredCount = { id: string; at: number; by: string; byId: string; cents: number };

/** What the count is compared with; only once it is stored. */
export type Comparison = {
  sums: CashSums;
  expectedCents: number;
  countedCents: number;
  overShortCents: number;
  counts: StoredCount[];
  unknown: UnknownCash[];
  /** Cash payments whose answer is awaited: the shift can't be closed yet. */
  sending: number;
  /** A drawer that is over or short by more takes a manager's approval. */
  toleranceCents: number;
  /** Why a manager has to approve it; none: the clerk closes it alone. */
  approval: ApprovalReason[];
  /** Whether it can be counted again: not once the drawer was opened for the next shift. */
  canRecount: boolean;
  /** What the next shift was opened with, if it was: no more was left for it. */
  laterFloatCents: number | undefined;
};

/** `tolerance`: the last count is over or short by more; `earlierCount`: an earlier one was. */
export type ApprovalReason = "tolerance" | "earlierCount" | "unknown";

/** A shift with what happened in it. Its sums are with the comparison: while it is open, the expected amount stays hidden. */
export type ShiftDetail = {
  shift: Shift;
  lines: ShiftEvent[];
  comparison: Comparison | undefined;
  /** What can still be paid out of an open drawer without a manager's approval. */
  payOutLeftCents: number | undefined;
  report: StoredReport | undefined;
};

/** `hash` is its MAC, or the plain hash of an earlier version. */
export type StoredReport = { figures: ZReport; hash: string; integrity: Integrity };

/** The cash drawer page of a workstation. */
export type DrawerPage = {
  /** All drawers of the store, with the shift that is open at each. */
  drawers: { name: string; open: Shift | undefined }[];
  /** The drawer of this workstation; missing while none of several was chosen. */
  drawer: string | undefined;
  /** Its open shift, or the last one that waits to be closed. */
  current: ShiftDetail | undefined;
  /** What the last shift of this drawer left for the next one. */
  left: { cents: number; by: string; at: number } | undefined;
  /** A float that differs from that by more takes a manager's approval. */
  toleranceCents: number;
  /** Cash that was taken or given back today while no shift was open, at any drawer. */
  outside: (ShiftEvent & { drawer: string | undefined })[];
  /** The newest first. */
  history: Shift[];
  /** The number to go on from, where there are older ones. */
  older: number | undefined;
  /** Whether cash is refused while no shift is open. */
  required: boolean;
  /** For who sees all shifts: Z reports that were written and are not in the store. */
  gap: RecordGap | undefined;
};
