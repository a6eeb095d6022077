import type { BatchKind } from "../batches/batch-sums.ts";
import type { Cause, CauseKind } from "./causes.ts";
import {
  countedCents,
  type GatewayEntry,
  type Header,
  type JournalEntry,
  netOf,
  type Sums,
  sumUp,
} from "./entries.ts";
import { type Matching, match } from "./match.ts";
import { compareSides, type Sides } from "./sides.ts";
import { findSubsets } from "./subsets.ts";

export type Comparison = Sides & {
  /** Of all currencies. */
  causes: Cause[];
  pairs: Matching["pairs"];
  /** What is only on one side, or on both without being certain to be the same. */
  unpaired: { gateway: GatewayEntry[]; journal: JournalEntry[] };
};

type Input = {
  /** The gateway adds the plain numbers of all currencies. */
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
 * Always, in each currency: the gateway's total = the journal's total + all causes + the remainder.
 */
export function reconcile({ header, gateway, isWhole, journal, closedAt }: Input): Comparison {
  const matching = match(gateway, journal);
  const ofHeader = compareHeader(header, gateway, isWhole);
  const causes = [
    ...ofHeader,
    ...matching.pairs.flatMap(comparePair),
    ...matching.gateway.map((entry) => ofGateway(elsewhereOf[entry.kind], entry, countedCents(entry))),
    ...matching.journal
      .filter(({ isHeld }) => !isHeld)
      .map((entry) => compareMissing(entry, isWhole, closedAt)),
    ...matching.ambiguous.map(compareAmbiguous),
  ];
  return {
    ...compareSides({ header, gateway, journal, causes }),
    causes,
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

/** The total against the transactions it is made of, in plain numbers, as the gateway adds them. */
function compareHeader(header: Header, gateway: readonly GatewayEntry[], isWhole: boolean): Cause[] {
  const transactions = sumUp(gateway);
  const missing = netOf(header) - netOf(transactions);
  if (missing === 0) return [];
  return isWhole
    ? compareLateVoids(header, gateway, transactions, missing)
    : [ofMany("notRead", [], missing)];
}

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
  const voids = gateway.filter(({ kind }) => kind === "voids");
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
  const of = (kind: CauseKind, cents = 0, { currency }: { currency?: string } = gateway): Cause[] => [
    {
      keys: [gateway.key],
      attemptIds: [journal.attemptId],
      at: gateway.at,
      kind,
      cents,
      ...(currency !== undefined && { currency }),
    },
  ];
  if (journal.certainty === "unknown") return of("answerLost", countedCents(gateway));
  if (gateway.currency !== journal.currency)
    return [
      ...of("otherCurrency", countedCents(gateway)),
      ...of("otherCurrency", 0 - countedCents(journal), journal),
    ];
  const cents = countedCents(gateway) - countedCents(journal);
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
    cents: kind === "unknown" ? 0 : 0 - countedCents(entry),
    keys: entry.key ? [entry.key] : [],
    attemptIds: [entry.attemptId],
    at: entry.at,
    ...(entry.currency !== undefined && { currency: entry.currency }),
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
  const currency = gateway[0]?.currency; // all of a group have the same
  return {
    kind: "ambiguous",
    cents: sumCounted(gateway) - sumCounted(certain),
    ...(currency !== undefined && { currency }),
    keys: gateway.map(({ key }) => key),
    attemptIds: journal.map(({ attemptId }) => attemptId),
    at: gateway[0]?.at,
  };
}

/** How long before or after the close a payment may count in the next batch. */
const closeMs = 120_000;

const isVoid = (kind: BatchKind) => kind === "voids";

const sumCounted = (entries: readonly (GatewayEntry | JournalEntry)[]) =>
  entries.reduce((sum, entry) => sum + countedCents(entry), 0);

const ofGateway = (kind: CauseKind, entry: GatewayEntry, cents: number): Cause => ({
  kind,
  cents,
  keys: [entry.key],
  attemptIds: [],
  at: entry.at,
  ...(entry.currency !== undefined && { currency: entry.currency }),
});

const ofMany = (kind: CauseKind, entries: readonly GatewayEntry[], cents: number): Cause => ({
  kind,
  cents,
  keys: entries.map(({ key }) => key),
  attemptIds: [],
  at: entries[0]?.at,
});
