import type { Coverage } from "../books/coverage.ts";
import type { IndexedOutcome } from "../books/indexed-transaction.ts";
import type { Tender } from "../gateway/commands.ts";
import type { Phase } from "../gateway/transaction-phase.ts";

/** A transaction as a search shows it. Amounts are cents, `createdAt` epoch ms; what is not known is missing. */
export type FoundTransaction = {
  id: string;
  /** Missing while the gateway's answer is. */
  key?: string;
  attemptId?: string;
  createdAt: number;
  batchKey?: string;
  batchNumber?: string;
  refnum?: string;
  authcode?: string;
  invoice?: string;
  orderid?: string;
  customer?: string;
  description?: string;
  lastFour?: string;
  brand?: string;
  tender: Tender;
  trantypeCode?: string;
  givesBack: boolean;
  phase: Phase;
  outcome: IndexedOutcome;
  reason?: string;
  cents?: number;
  /** What it adds to the merchant's money; negative for money back. */
  netCents: number;
  tipCents?: number;
  taxCents?: number;
  shippingCents?: number;
  refundedCents: number;
  currency?: string;
  /** The person of this console, else the clerk that the gateway names. */
  takenBy?: string;
  isElsewhere: boolean;
};

/** A page of results, newest first. The marks begin the page before and the page after. */
export type FoundPage = {
  rows: readonly FoundTransaction[];
  newer?: string;
  older?: string;
};

/** What a result adds up to in one currency, in cents. Voids and what was not approved are counted, not added. */
export type FoundSum = {
  currency: string;
  sales: { cents: number; count: number };
  refunds: { cents: number; count: number };
  netCents: number;
};

/** How many transactions match: exact up to 10,000 at least. */
export type FoundCount = { count: number; isMore: boolean };

/** Without a count where counting took too long, without sums where adding up did. */
export type FoundTotals = Partial<FoundCount> & { sums?: readonly FoundSum[] };

/** Fields whose values are offered beside a result. */
export const facetFields = ["status", "tender", "brand", "clerk", "outcome"] as const;
export type FacetField = (typeof facetFields)[number];

/** Values of a field with their counts, under all other conditions. `isCut`: counting took too long. */
export type Facet = {
  field: FacetField;
  values: readonly { value: string; label: string; count: number }[];
  isCut: boolean;
};

/** A condition that could be left out, and how many transactions match then. */
export type Loosening = FoundCount & { without: string; query: string };

/** The answer to a search: a page, and how much of the past was searched. */
export type SearchAnswer = {
  page: FoundPage;
  /** The search in a sentence. */
  explanation: string;
  coverage: Coverage;
  /** Epoch ms. */
  readAt: number;
};

export type SearchFigures = {
  totals: FoundTotals;
  facets: readonly Facet[];
  loosenings: readonly Loosening[];
};

/** A value of the store that begins with what was typed. */
export type FoundValue = { value: string; count: number };
