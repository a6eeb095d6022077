import type { Attention } from "../books/attention-item.ts";
import type { CheckCoverage } from "../books/coverage.ts";
import type { IndexedOutcome } from "../books/indexed-transaction.ts";
import type { Tender } from "../gateway/commands.ts";
import type { Phase } from "../gateway/transaction-phase.ts";

/**
 * What the Today page shows, part by part. Amounts are cents, times epoch ms. A currency is as the gateway names it,
 * undefined for the merchant's own; amounts of different currencies are never added.
 */
export type TodayParts = {
  sales: TodaySales;
  tenders: TodayTenders;
  declines: TodayDeclines;
  latest: LatestPayment[];
  attention: Attention;
  coverage: TodayCoverage;
};
export type TodayPart = keyof TodayParts;

export type TodaySales = {
  /** The business day: "2026-11-20". */
  day: string;
  /** The day a week before `day`. */
  lastWeek: string;
  /** "00:00": the wall-clock time at which a business day begins. */
  dayStart: string;
  now: number;
  /** The merchant's own first. */
  currencies: CurrencySales[];
};

export type CurrencySales = {
  currency: string | undefined;
  today: SalesSum;
  /** Last week, up to the same minute of the day. */
  before: SalesSum;
  /** Net sales of the whole day last week. */
  beforeWholeCents: number;
  points: { today: SalesPoint[]; before: SalesPoint[] };
};

/** `sales` are payments that brought money, with their sum before refunds. `tried` are cards and checks that got an answer. */
export type SalesSum = {
  netCents: number;
  salesCents: number;
  sales: number;
  approved: number;
  tried: number;
};

/** Net sales of a quarter of an hour that begins so many minutes after the day's beginning, by the wall clock. */
export type SalesPoint = { minute: number; netCents: number };

export type TodayTenders = { currency: string | undefined; tender: Tender; sales: number; cents: number }[];

/** Of the last seven days, the most frequent first; what is rarer is counted in `others`. */
export type TodayDeclines = { reasons: { reason: string; count: number }[]; others: number; total: number };

export type LatestPayment = {
  id: string;
  transactionKey: string | undefined;
  attemptId: string | undefined;
  at: number;
  customer: string | undefined;
  tender: Tender;
  brand: string | undefined;
  lastFour: string | undefined;
  phase: Phase;
  outcome: IndexedOutcome;
  refundedCents: number;
  cents: number | undefined;
  netCents: number;
  isRefund: boolean;
  currency: string | undefined;
};

export type TodayCoverage = {
  transactions: number;
  /** When the open batch was last read. */
  openReadAt: number | undefined;
  hasOpenBatch: boolean;
  checks: CheckCoverage;
  unreadFiles: number;
  now: number;
  dayStart: string;
};
