import type { BatchKind, KindSum } from "../batches/batch-sums.ts";
import type { Tender } from "../gateway/commands.ts";

/** What reconciliation compares. Amounts are cents, never negative, each in the currency of its entry; times are epoch ms. */

/** A batch's totals as the gateway reports them: the total is sales less refunds. */
export type Header = Record<BatchKind, KindSum>;

/** What both sides know of a payment, for matching and for the breakdowns. */
type Facts = {
  /** Where it counts, by its state: a voided sale is a void. */
  kind: BatchKind;
  cents: number;
  tender: Tender;
  brand: string | undefined;
  lastFour: string | undefined;
  authcode: string | undefined;
  at: number;
  /** Its letters ("EUR"), set where it is not the merchant's own. Amounts of different currencies are never added. */
  currency?: string;
};

/** A transaction of the batch as the gateway lists it. */
export type GatewayEntry = Facts & {
  key: string;
  refnum: string | undefined;
  /** References of ours in its comments. */
  references: readonly string[];
  /** A check that was returned: the money is not there any more. */
  isReturned?: boolean;
  /** Who took it, as the gateway names them: for what this console did not take. */
  clerk?: string;
};

/**
 * A payment of this console, folded with everything done to it since into the state it should be in. `decided`: a person
 * settled it without the gateway's word. `unknown`: its answer is lost, so nothing is expected of it.
 */
export type JournalEntry = Facts & {
  attemptId: string;
  key: string | undefined;
  refnum: string | undefined;
  reference: string;
  certainty: "answered" | "decided" | "unknown";
  clerk: string;
  /** What was asked for, where only a part was approved. */
  askedCents?: number;
  /** What was held, where less or more was captured. */
  heldCents?: number;
  /** Only held, or taken out of its batch: it adds nothing until it is captured. */
  isHeld?: boolean;
  /** Where the gateway shows it, if not in this batch. */
  elsewhere?: { batchKey: string | undefined; batchName: string };
};

/** Adds to the merchant's money: voids and what has no effect add nothing. */
const signedCents = ({ kind, cents }: { kind: BatchKind; cents: number }): number =>
  kind === "sales" ? cents : kind === "refunds" ? -cents : 0;

/** What it adds in its own currency; what is only held adds nothing. */
export const countedCents = (entry: GatewayEntry | JournalEntry): number =>
  "isHeld" in entry && entry.isHeld ? 0 : signedCents(entry);

/** Whether the journal expects it in the batch. */
export const isExpected = ({ certainty, isHeld }: JournalEntry): boolean =>
  certainty !== "unknown" && !isHeld;

export type Sums = Record<BatchKind, KindSum>;

export function sumUp(entries: readonly { kind: BatchKind; cents: number }[]): Sums {
  const sums: Sums = {
    sales: { cents: 0, count: 0 },
    refunds: { cents: 0, count: 0 },
    voids: { cents: 0, count: 0 },
  };
  for (const { kind, cents } of entries) {
    sums[kind].cents += cents;
    sums[kind].count += 1;
  }
  return sums;
}

/** The sums of each currency; the key of the merchant's own is undefined. */
export function sumByCurrency(
  entries: readonly { kind: BatchKind; cents: number; currency?: string }[],
): Map<string | undefined, Sums> {
  const groups = Map.groupBy(entries, ({ currency }) => currency);
  return new Map([...groups].map(([currency, some]) => [currency, sumUp(some)]));
}

/** Sales less refunds, in cents. */
export const netOf = ({ sales, refunds }: Sums): number => sales.cents - refunds.cents;
