import { createHash } from "node:crypto";
import { type KindSum, readPlainSums } from "#lib/batches/batch-sums.ts";
import type { Batch } from "#lib/gateway/schemas/batch.ts";
import { type BreakdownLine, breakDown, type Dimension, dimensions } from "#lib/reconciliation/breakdown.ts";
import { type Cause, causes as causeTable } from "#lib/reconciliation/causes.ts";
import type { GatewayEntry, JournalEntry, Sums } from "#lib/reconciliation/entries.ts";
import { netOf } from "#lib/reconciliation/entries.ts";
import { type Comparison, reconcile } from "#lib/reconciliation/reconcile.ts";
import {
  type CauseSum,
  type Figures,
  maxCauses,
  type ShownCause,
} from "#lib/reconciliation/reconciliation.ts";
import { momentIn, readMoment } from "#lib/time.ts";
import { sha256Hex } from "#server/sha256.ts";
import type { FoldedPayment } from "./fold-payment.ts";
import { listGatewaySide } from "./gateway-side.ts";
import { type BatchSpan, listBeyond, listJournalSide } from "./journal-side.ts";
import { nameRows } from "./name-rows.ts";

/** The claim of a payment on both sides, or on one. */
export type ClaimedRows = { keys: string[]; attemptIds: string[] };

export type ComparedBatch = {
  figures: Figures;
  /** Of everything that was compared: any later change of it gives another. */
  hash: string;
  /** What this batch claims for itself, once it is signed. */
  claimed: ClaimedRows;
};

/** Compares a batch with the journal, from the store alone. `isWhole`: it is closed and all its transactions are read. */
export async function compareBatch(
  batch: Batch & { key: string },
  { isWhole, readDueAt, timeZone }: { isWhole: boolean; readDueAt: number | undefined; timeZone: string },
): Promise<ComparedBatch> {
  const span: BatchSpan = {
    key: batch.key,
    openedAt: readMoment(timeZone, batch.opened),
    closedAt: readMoment(timeZone, batch.closed),
  };
  // PostgreSQL reads the second while the first is taken.
  const [gateway, beyond] = await Promise.all([listGatewaySide(batch.key, timeZone), listBeyond(span)]);
  const journal = await listJournalSide(span, gateway, beyond);
  const { total: plainTotal, ...header } = readPlainSums(batch) ?? nothing;
  const result = reconcile({ header, gateway, isWhole, journal, closedAt: span.closedAt });
  const { others } = result;
  const total = ownTotal(plainTotal, others);
  const shown = await toShownCauses(result.causes, journal, readDueAt);
  const hourOf = toHours(timeZone);
  const by = (dimension: Dimension) => [dimension, breakDown(dimension, result, hourOf)] as const;
  return {
    figures: {
      header: result.header,
      total,
      ...(others.length > 0 && { others, plainTotal }),
      transactions: result.transactions,
      journal: result.journal,
      isWhole,
      causes: shown,
      causeSums: sumByKind(result.causes),
      // The gateway's total need not be what its kinds add up to.
      remainder: result.remainder + plainTotal.cents - netOf(header),
      breakdown: Object.fromEntries(dimensions.map(by)) as Record<Dimension, BreakdownLine[]>, // has each of them
    },
    hash: hashOf({ header, total: plainTotal, isWhole, gateway, journal, pairs: result.pairs }),
    claimed: {
      keys: gateway.map(({ key }) => key),
      attemptIds: result.pairs.map(({ journal: { attemptId } }) => attemptId),
    },
  };
}

/** The hour of a moment. Zones change on a quarter of an hour only, so each quarter is formatted once. */
function toHours(timeZone: string): (at: number) => number {
  const known = new Map<number, number>();
  return (at) => {
    const quarter = Math.floor(at / 900_000);
    const hour = known.get(quarter) ?? Number(momentIn(timeZone, at).slice(11, 13));
    known.set(quarter, hour);
    return hour;
  };
}

const none = { cents: 0, count: 0 };
const nothing = { sales: none, refunds: none, voids: none, total: none };

/** The gateway's total without the transactions in other currencies. */
const ownTotal = (plain: KindSum, others: Comparison["others"]): KindSum => ({
  cents: others.reduce((sum, { header }) => sum - netOf(header), plain.cents),
  count: others.reduce((sum, { header }) => sum - countOfAll(header), plain.count),
});

const countOfAll = ({ sales, refunds, voids }: Sums) => sales.count + refunds.count + voids.count;

function sumByKind(causes: readonly Cause[]): CauseSum[] {
  const alike = Map.groupBy(causes, ({ kind, currency }) => `${kind} ${currency}`);
  return [...alike.values()].flatMap((group) => {
    const [first] = group;
    if (!first) return [];
    const { kind, currency } = first;
    const cents = group.reduce((sum, cause) => sum + cause.cents, 0);
    return [{ kind, cents, count: group.length, ...(currency !== undefined && { currency }) }];
  });
}

async function toShownCauses(
  causes: readonly Cause[],
  journal: readonly FoldedPayment[],
  readDueAt: number | undefined,
): Promise<ShownCause[]> {
  const byUrgency = causes.toSorted(
    (one, other) => rank(one) - rank(other) || (one.at ?? 0) - (other.at ?? 0),
  );
  const first = byUrgency.slice(0, maxCauses);
  const ids = new Set(first.map(({ attemptIds }) => attemptIds[0]));
  const payments = new Map(
    journal.filter(({ attemptId }) => ids.has(attemptId)).map((payment) => [payment.attemptId, payment]),
  );
  const names = await nameRows(first);
  return first.map((cause) => {
    const payment = payments.get(cause.attemptIds[0] ?? "");
    const { elsewhere } = payment ?? {};
    const dueAt = cause.kind === "notRead" ? readDueAt : payment?.dueAt;
    return {
      ...cause,
      id: idOf(cause),
      name: names(cause) ?? "",
      ...(elsewhere?.batchKey && { otherBatch: { key: elsewhere.batchKey, name: elsewhere.batchName } }),
      ...(causeTable[cause.kind].resolvedBy === "time" && dueAt !== undefined && { dueAt }),
    };
  });
}

/** What a person has to do something about comes first, information last. */
function rank({ kind }: Cause): number {
  const { resolvedBy } = causeTable[kind];
  if ("information" in causeTable[kind]) return 3;
  return resolvedBy === "person" ? 0 : resolvedBy === "time" ? 1 : 2;
}

function idOf({ kind, cents, currency, keys, attemptIds }: Cause): string {
  const named = currency === undefined ? [kind, cents] : [kind, cents, currency];
  return sha256Hex([...named, ...keys.toSorted(), ...attemptIds.toSorted()].join("\n")).slice(0, 32);
}

type Pair = Comparison["pairs"][number];

type Compared = Pick<Figures, "header" | "total" | "isWhole"> & {
  // Totals as the gateway reports them.
  gateway: readonly GatewayEntry[];
  journal: readonly JournalEntry[];
  pairs: readonly Pair[];
};

function hashOf({ header, total, isWhole, gateway, journal, pairs }: Compared): string {
  const kinds = [header.sales, header.refunds, header.voids, total];
  const head = ["reconciliation 1", isWhole, ...kinds.map(({ cents, count }) => `${cents} ${count}`)];
  const hash = createHash("sha256").update(head.join("\n"));
  for (const lines of sortedLines([...gateway, ...journal, ...pairs])) hash.update(`\n${lines.join("\n")}`);
  return hash.digest("hex");
}

/** The lines of all items in order, in parts: together, those of a large batch need more memory than the batch. */
function* sortedLines(items: readonly Hashed[]): Generator<string[]> {
  const step = Math.ceil(items.length / maxSamples);
  const samples = items
    .filter((_, place) => place % step === 0)
    .map(toLine)
    .sort();
  // Where each part but the first one starts.
  const starts = samples.filter((_, place) => place % samplesOfPart === samplesOfPart - 1);
  const parts = Array.from({ length: starts.length + 1 }, (): Hashed[] => []);
  for (const item of items) parts[countUntil(starts, toLine(item))]?.push(item);
  for (const part of parts) if (part.length > 0) yield part.map(toLine).sort();
}

const maxSamples = 4096;
const samplesOfPart = 16;

/** How many of these sorted texts are not after this one. */
function countUntil(sorted: readonly string[], text: string): number {
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((sorted[middle] ?? "") <= text) low = middle + 1;
    else high = middle;
  }
  return low;
}

type Hashed = GatewayEntry | JournalEntry | Pair;

/**
 * Field by field, so that a signature outlives what a later version adds to an entry; only what figures and causes follow
 * from, since a transaction that is read singly has more fields than in a list.
 */
function toLine(item: Hashed): string {
  if ("gateway" in item) return JSON.stringify([item.gateway.key, item.journal.attemptId]);
  if (!("attemptId" in item)) {
    const { key, kind, cents, currency, isReturned } = item;
    return JSON.stringify([key, kind, cents, currency, isReturned]);
  }
  const { attemptId, key, reference, kind, cents, currency, tender, clerk } = item;
  const { certainty, askedCents, heldCents, isHeld, elsewhere } = item;
  const facts = [certainty, askedCents, heldCents, isHeld, elsewhere?.batchKey];
  return JSON.stringify([attemptId, key, reference, kind, cents, currency, tender, clerk, ...facts]);
}
