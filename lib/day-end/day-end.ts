import type { AttentionItem } from "../books/attention-item.ts";
import type { CheckCoverage, Coverage } from "../books/coverage.ts";
import type { Integrity } from "../books/integrity.ts";
import type { RecordGap } from "../books/record-count.ts";
import type { Tender } from "../gateway/commands.ts";
import type { ReconciliationState } from "../reconciliation/states.ts";

/** The end of a business day: what is left to do, its figures, and who signed them. Amounts are cents, times epoch ms. */
export type DayEnd = {
  /** "2026-11-20" */
  day: string;
  today: string;
  /** Of the first payment that the console knows. */
  firstDay: string | undefined;
  dayStart: string;
  now: number;
  checks: DayEndTask[];
  /** Of closed batches: only those that are read to their end can be compared. */
  batches: Pick<Coverage, "isOn" | "isComplete" | "readBatches" | "batches" | "openReadAt" | "hasOpenBatch">;
  /** Closed batches whose signature isn't asked for yet, since they were not compared. */
  uncompared: number;
  /** Whether a returned check would be known. */
  returns: CheckCoverage;
  figures: DayFigures;
  details: DayDetails;
  /** SHA-256 of the figures, as hex: it changes with any payment of the day that counts. */
  fingerprint: string;
  /** The newest first. Only the newest can be current. */
  signatures: DaySignature[];
  /** Z reports and signed days that were written and are not in the store. */
  gaps: RecordGap[];
};

/** What must be zero before going home, in the order of its checks. */
export const taskKinds = [
  "unknown",
  "orders",
  "notices",
  "authorizations",
  "batches",
  "drawers",
  "receipts",
  "events",
  "files",
] as const;
export type TaskKind = (typeof taskKinds)[number];
export type DayEndTask = { kind: TaskKind; items: AttentionItem[] };

export const countOpenItems = (checks: readonly DayEndTask[]): number =>
  checks.reduce((sum, { items }) => sum + items.length, 0);

/** Whether this money moved is unknown: the day's figures can't be signed. */
export const countUnknown = (checks: readonly DayEndTask[]): number =>
  checks.find(({ kind }) => kind === "unknown")?.items.length ?? 0;

export type DayFigures = {
  day: string;
  /** Those that brought or gave back money. */
  transactions: number;
  /** The merchant's own first. Different currencies are never added. */
  currencies: CurrencyFigures[];
  /** SHA-256 of every payment that counts with its amount, as hex. */
  rowsHash: string;
};

/** What closed on a day, and what is not as it should be. It is signed as it is then, and changes no signature. */
export type DayDetails = {
  drawers: DayDrawer[];
  batches: DayBatch[];
  /** What is left open, and deposits that differ. */
  exceptions: DayException[];
};

/** A shift of a cash drawer that was closed on the day. */
export type DayDrawer = {
  drawer: string;
  shift: number;
  closedBy: string;
  approvedBy: string | undefined;
  /** The number of its Z report. */
  report: number;
  expectedCents: number;
  countedCents: number;
};

/** A batch that closed on the day. Without sums where its totals are not read. */
export type DayBatch = {
  key: string;
  name: string;
  closedAt: number;
  sums: { currency: string; cents: number; count: number }[] | undefined;
  /** Undefined where it was not compared yet. */
  state: ReconciliationState | undefined;
};

export type DayException = { what: string; detail: string };

export type CountedSum = { count: number; cents: number };
export type CurrencyFigures = {
  /** Letters by ISO 4217. */
  currency: string;
  tenders: ({ tender: Tender } & CountedSum)[];
  /** Never negative. */
  refunds: CountedSum;
  /** Not in the net. */
  voids: CountedSum;
  netCents: number;
};

export type DaySignature = {
  /** Counts all signed days of this console. */
  number: number;
  /** 1 for the first signature of the day. */
  revision: number;
  by: string;
  at: number;
  note: string;
  figures: DayFigures;
  /** Of these figures. */
  fingerprint: string;
  /** What was left open, by check. */
  left: Record<TaskKind, number>;
  /** SHA-256 of the signed report's text, as hex. */
  hash: string;
  /** SHA-256 of its file, byte for byte, as hex. */
  fileHash: string;
  integrity: Integrity;
};

/** Whether there is something to sign: not on a day before every known payment. */
export const isSignable = ({ day, today, firstDay }: Pick<DayEnd, "day" | "today" | "firstDay">): boolean =>
  day === today || (firstDay !== undefined && firstDay <= day);

/** A typed note as it is signed. */
export const oneLine = (note: string): string => note.trim().replaceAll(/\s+/g, " ");

/** "41d8 9e2c 7b06 c5fa": the beginning of a hash, for eyes. */
export const shortHash = (hash: string): string => hash.slice(0, 16).replace(/(.{4})(?=.)/g, "$1 ");
