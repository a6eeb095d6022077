import type { BatchKind } from "#lib/batches/batch-sums.ts";
import type { SumEntry } from "#lib/batches/transaction-sums.ts";
import { type BatchHeld, maxPaymentsKept, type SomePayments } from "#lib/bulk/bulk-results.ts";

/** A payment as its batch lists it. Not every gateway names amounts in lists. */
export type Listed = Pick<SumEntry, "kind" | "currency"> & { cents: number | undefined };
/** A payment as the group's results show it and, where the batch lists it, as the batch does. */
export type Pair = {
  key: string;
  kind: BatchKind;
  cents: number | null;
  /** 1 where it only held its amount on a card. */
  is_authorized: 0 | 1 | number;
  now: Listed | undefined;
};

/** What is not as the group's results show it. */
export function differencesOf(pairs: readonly Pair[]): Omit<BatchHeld, "sums"> {
  const collected = pairs.filter(({ is_authorized }) => is_authorized !== 1);
  const some = (isIn: (pair: Pair) => boolean): SomePayments => {
    const keys = collected.filter(isIn).map(({ key }) => key);
    return { count: keys.length, keys: keys.slice(0, maxPaymentsKept) };
  };
  const captured = pairs.filter(({ is_authorized, now }) => is_authorized === 1 && now?.kind === "sales");
  const isVoided = ({ kind, now }: Pair) => now?.kind === "voids" && kind !== "voids";
  return {
    missing: some(({ now }) => !now),
    voided: some(isVoided),
    changed: some((pair) => {
      const { kind, cents, now } = pair;
      if (now === undefined || isVoided(pair)) return false;
      return now.kind !== kind || (now.cents !== undefined && cents !== null && now.cents !== cents);
    }),
    captured: captured.slice(0, maxPaymentsKept).map(({ key, cents, now }) => ({
      key,
      now: "captured",
      wasAuthorized: true,
      cents: cents ?? undefined,
      capturedCents: now?.cents,
      currency: now?.currency,
    })),
  };
}
