import type { BatchKind, KindSum } from "../batches/batch-sums.ts";
import type { Cause, CauseKind } from "./causes.ts";
import {
  type GatewayEntry,
  type Header,
  isExpected,
  type JournalEntry,
  netOf,
  ownCents,
  type Sums,
  signedCents,
  sumUp,
} from "./entries.ts";
import { type Matching, match } from "./match.ts";
import { findSubsets } from "./subsets.ts";

export type Comparison = {
  /** The gateway's own totals; undefined while the batch is open and reports none. */
  header: Header;
  /** Its transactions, summed up. */
  transactions: Sums;
  journal: Sums;
  causes: Cause[];
  /** What no cause explains, in cents: gateway less journal less all causes. */
  remainder: number;
  pairs: Matching["pairs"];
  /** What is only on one side, or on both without being certain to be the same. */
  unpaired: { gateway: GatewayEntry[]; journal: JournalEntry[] };
};

type Input = {
  header: Header;
  gateway: readonly GatewayEntry[];
  /** Whether the list of the batch was read to its end. */
  isWhole: boolean;
  journal: readonly JournalEntry[];
  /** When the batch closed; undefined while it is open. */
  closedAt: number | undefined;
};

/**
 * Compares a batch's totals with its transactions, and those with the journal: state with state, not event with event.
 * Always: the gateway's total = the journal's total + all causes + the remainder.
 */
export function reconcile({ header, gateway, isWhole, journal, closedAt }: Input): Comparison {
  const own = gateway.filter(({ currency }) => currency === undefined);
  const transactions = sumUp(own);
  const expected = sumUp(journal.filter(isExpected));
  const matching = match(gateway, journal);
  const causes = [
    ...compareHeader(header, gateway, transactions, isWhole),
    ...matching.pairs.flatMap(comparePair),
    ...matching.gateway
      // One in another currency is in the header's line.
      .filter(({ currency }) => currency === undefined)
      .map((entry) => ofGateway(elsewhereOf[entry.kind], entry, ownCents(entry))),
    ...matching.journal
      .filter(({ isHeld }) => !isHeld)
      .map((entry) => compareMissing(entry, isWhole, closedAt)),
    ...matching.ambiguous.map(compareAmbiguous),
  ];
  const explained = causes.reduce((sum, { cents }) => sum + cents, 0);
  return {
    header,
    transactions,
    journal: expected,
    causes,
    remainder: netOf(header) - netOf(expected) - explained,
    pairs: matching.pairs,
    unpaired: {
      gateway: [...matching.gateway, ...matching.ambiguous.flatMap((group) => group.gateway)],
      journal: [...matching.journal, ...matching.ambiguous.flatMap((group) => group.journal)],
    },
  };
}

/** What the gateway has and the journal does not. Money that went out needs a person's reason. */
const elsewhereOf = {
  sales: "elsewhere",
  refunds: "paidOutElsewhere",
  voids: "voidOfElsewhere",
} as const satisfies Record<BatchKind, CauseKind>;

/** The total against the transactions it is made of. */
function compareHeader(
  header: Header,
  gateway: readonly GatewayEntry[],
  transactions: Sums,
  isWhole: boolean,
): Cause[] {
  const foreign = gateway.filter(({ currency }) => currency !== undefined);
  const inOther = foreign.length === 0 ? [] : [ofMany("otherCurrency", foreign, sumSigned(foreign))];
  const missing = netOf(header) - netOf(transactions) - sumSigned(foreign);
  if (!isWhole) return missing === 0 ? inOther : [...inOther, ofMany("notRead", [], missing)];
  if (missing === 0) return inOther;
  return [...inOther, ...compareLateVoids(without(header, sumUp(foreign)), gateway, transactions, missing)];
}

/** Totals in the merchant's own currency. */
const without = (header: Header, other: Sums): Header => ({
  sales: less(header.sales, other.sales),
  refunds: less(header.refunds, other.refunds),
  voids: less(header.voids, other.voids),
});
const less = (one: KindSum, other: KindSum): KindSum => ({
  cents: one.cents - other.cents,
  count: one.count - other.count,
});

/** Sales that the total still has and the list shows as voids: only where exactly one set of voids explains it. */
function compareLateVoids(
  header: Header,
  gateway: readonly GatewayEntry[],
  transactions: Sums,
  missing: number,
): Cause[] {
  const count = header.sales.count - transactions.sales.count;
  const isLate =
    count > 0 &&
    transactions.voids.count - header.voids.count === count &&
    header.sales.cents - transactions.sales.cents === missing &&
    transactions.voids.cents - header.voids.cents === missing;
  if (!isLate) return [];
  const voids = gateway.filter(({ kind, currency }) => kind === "voids" && currency === undefined);
  const sets = findSubsets(
    voids.map(({ cents }) => cents),
    missing,
    count,
  );
  const [set] = sets;
  if (sets.length !== 1 || !set)
    return [{ ...ofMany("ambiguous", voids, missing), detail: "voidedAfterTotal" }];
  return set.map((place) => {
    const entry = voids[place] as GatewayEntry; // a place in `voids`
    return ofGateway("voidedAfterTotal", entry, entry.cents);
  });
}

function comparePair({ gateway, journal }: Matching["pairs"][number]): Cause[] {
  const of = (kind: CauseKind, cents = 0): Cause[] => [
    { keys: [gateway.key], attemptIds: [journal.attemptId], at: gateway.at, kind, cents },
  ];
  if (journal.certainty === "unknown") return of("answerLost", ownCents(gateway));
  const cents = ownCents(gateway) - ownCents(journal);
  if (cents !== 0) return of(differenceOf(gateway, journal), cents);
  if (gateway.isReturned) return of("returned");
  if (journal.askedCents !== undefined && journal.askedCents !== journal.cents) return of("partial");
  if (journal.heldCents !== undefined && journal.heldCents !== journal.cents) return of("capturedForLess");
  return [];
}

function differenceOf(gateway: GatewayEntry, journal: JournalEntry): CauseKind {
  if (journal.isHeld) return "capturedElsewhere";
  const wasVoided = isVoid(gateway.kind);
  if (wasVoided !== isVoid(journal.kind)) return wasVoided ? "voidedElsewhere" : "restoredElsewhere";
  return "changedElsewhere";
}

/** A payment of ours that the batch does not show. */
function compareMissing(entry: JournalEntry, isWhole: boolean, closedAt: number | undefined): Cause {
  const of = (kind: CauseKind, detail?: string): Cause => ({
    kind,
    cents: kind === "unknown" ? 0 : 0 - ownCents(entry),
    keys: entry.key ? [entry.key] : [],
    attemptIds: [entry.attemptId],
    at: entry.at,
    ...(detail !== undefined && { detail }),
  });
  if (entry.certainty === "unknown") return of("unknown");
  if (entry.elsewhere) {
    const isAtClose = closedAt !== undefined && Math.abs(entry.at - closedAt) <= closeMs;
    return of(isAtClose ? "clockEdge" : "otherBatch", entry.elsewhere.batchName);
  }
  if (!isWhole) return of("notRead");
  return of(entry.certainty === "decided" ? "decidedNotShown" : "missing");
}

/** Everything of a group whose payments can't be distinguished: the gateway's side less the journal's. */
function compareAmbiguous({ gateway, journal }: Matching["ambiguous"][number]): Cause {
  const certain = journal.filter(({ certainty }) => certainty !== "unknown");
  return {
    kind: "ambiguous",
    cents: sumOwn(gateway) - sumOwn(certain),
    keys: gateway.map(({ key }) => key),
    attemptIds: journal.map(({ attemptId }) => attemptId),
    at: gateway[0]?.at,
  };
}

/** How long before or after the close a payment may count in the next batch. */
const closeMs = 120_000;

const isVoid = (kind: BatchKind) => kind === "voids";

const sumOwn = (entries: readonly (GatewayEntry | JournalEntry)[]) =>
  entries.reduce((sum, entry) => sum + ownCents(entry), 0);

const sumSigned = (entries: readonly { kind: BatchKind; cents: number }[]) =>
  entries.reduce((sum, entry) => sum + signedCents(entry), 0);

const ofGateway = (kind: CauseKind, entry: GatewayEntry, cents: number): Cause => ({
  kind,
  cents,
  keys: [entry.key],
  attemptIds: [],
  at: entry.at,
});

const ofMany = (kind: CauseKind, entries: readonly GatewayEntry[], cents: number): Cause => ({
  kind,
  cents,
  keys: entries.map(({ key }) => key),
  attemptIds: [],
  at: entries[0]?.at,
});
