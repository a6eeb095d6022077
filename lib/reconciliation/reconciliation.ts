import type { KindSum } from "../batches/batch-sums.ts";
import type { Integrity } from "../books/integrity.ts";
import type { BreakdownLine, Dimension } from "./breakdown.ts";
import { type Cause, type CauseKind, causes as causeTable } from "./causes.ts";
import type { Header, Sums } from "./entries.ts";
import type { Sides } from "./sides.ts";
import type { ReconciliationState } from "./states.ts";

/** A cause as a page shows it. */
export type ShownCause = Cause & {
  /** Stable for one difference and new when it changes: an explanation then no longer applies. */
  id: string;
  /** What its row is called: "Invoice 10441", "Visa ending 2224". */
  name: string;
  /** The batch that has it instead. */
  otherBatch?: { key: string; name: string };
  /** When the console looks again, epoch ms. */
  dueAt?: number;
};

/** What a currency's causes of a kind add up to. */
export type CauseSum = { kind: CauseKind; cents: number; count: number; currency?: string };

/** What is compared, in cents of the merchant's own currency. Stored as it is when it is signed. */
export type Figures = {
  header: Header;
  /** The gateway's own total. Its kinds should add up to it. */
  total: KindSum;
  transactions: Sums;
  journal: Sums;
  /** The other currencies that the batch or the journal has something in, each compared separately. */
  others?: Sides["others"];
  /** With others: the gateway's total as it reports it, which adds the numbers of all currencies. */
  plainTotal?: KindSum;
  isWhole: boolean;
  /** At most `maxCauses`, those that a person has to explain first; `causeSums` has all. */
  causes: ShownCause[];
  causeSums: CauseSum[];
  remainder: number;
  breakdown: Record<Dimension, BreakdownLine[]>;
};

export const maxCauses = 300;

/** A person's explanation of a difference; `number` counts those of it. */
export type Explanation = { causeId: string; text: string; by: string; at: number; number: number };

export type Signature = { by: string; at: number; note: string };

/** A run of the reconciliation of a batch. A change after it was signed opens another. */
export type Run = {
  number: number;
  hash: string;
  openedAt: number;
  /** When it was compared last with the same result. */
  checkedAt: number;
  signature?: Signature;
  /** Of a signed one. */
  integrity?: Integrity;
  /** Of a signed one: when something that it compared had changed. */
  supersededAt?: number;
};

/** Beside the batch: what happened while it was open and is in no batch. */
export type NotInBatch = {
  notApproved: number;
  authorized: CurrencySum[];
  unknown: number;
  checks: CurrencySum[];
  cash: CurrencySum[];
};

/** One for each currency, the merchant's own first; none where nothing is counted. */
export type CurrencySum = KindSum & { currency: string };

export type BatchReconciliation = {
  batchKey: string;
  batchName: string;
  /** Moments as the gateway writes them. */
  opened: string | undefined;
  closed: string | undefined;
  state: ReconciliationState;
  figures: Figures;
  /** How much of the batch is read; `total` is undefined before the first page. */
  reading: { read: number; total: number | undefined; dueAt: number | undefined; doneAt: number | undefined };
  /** Missing while the batch is not read to its end. */
  run: Run | undefined;
  /** Earlier signed runs, the newest first, with what changed since. */
  superseded: (Run & { changes: string[] })[];
  explanations: Explanation[];
  notInBatch: NotInBatch;
};

/** What a person explains when nothing else does: this remainder, not a later one. */
export const remainderId = (cents: number, currency?: string) =>
  ["remainder", cents, ...(currency === undefined ? [] : [currency])].join(" ");

/** What is left of each currency, the merchant's own first. */
export const remaindersOf = ({ remainder, others = [] }: Pick<Figures, "remainder" | "others">) => [
  { cents: remainder, currency: undefined },
  ...others.map((other) => ({ cents: other.remainder, currency: other.currency })),
];

/** The differences that a person has to explain, by their ids. */
export const idsToExplain = (figures: Pick<Figures, "causes" | "remainder" | "others">): string[] => [
  ...figures.causes.filter(({ kind }) => causeTable[kind].resolvedBy === "person").map(({ id }) => id),
  ...remaindersOf(figures).flatMap(({ cents, currency }) =>
    cents === 0 ? [] : [remainderId(cents, currency)],
  ),
];
