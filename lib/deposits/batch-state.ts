import type { BatchDeposits, BatchPart } from "./deposits-view.ts";

/** What of a closed batch reached the bank, in one line of a list. Days are "2026-11-20". */
export type BatchDepositState =
  | { kind: "unread" | "nothing" }
  | { kind: "waiting"; since: string; due: string | undefined; isLate: boolean }
  /** The bank line of this day waits to be matched and may pay it. */
  | { kind: "toMatch"; day: string }
  | { kind: "short"; sums: { currency: string; cents: number }[] }
  | { kind: "deposited"; day: string };

/**
 * The worst of its parts: late, short, to match, waiting, deposited. Cash is banked by hand and never waited for, nor is what
 * isn't followed.
 */
export function toDepositState(deposits: BatchDeposits): BatchDepositState | undefined {
  if (deposits.kind !== "known") return deposits.kind === "unread" ? { kind: "unread" } : undefined;
  const paid = deposits.parts.filter(({ deposit }) => deposit);
  const waiting = deposits.parts.filter(({ deposit, part }) => !deposit && part !== "cash");
  const followed = waiting.filter(({ isFollowed }) => isFollowed);
  const [toMatch] = followed.flatMap(({ mayPay }) => mayPay?.day ?? []).sort();
  const wait = toWait(followed.filter(({ mayPay }) => !mayPay));
  if (wait?.isLate) return wait;
  const sums = shortSums(paid);
  if (sums.length > 0) return { kind: "short", sums };
  if (toMatch !== undefined) return { kind: "toMatch", day: toMatch };
  if (wait) return wait;
  const day = paid
    .flatMap(({ deposit }) => (deposit ? [deposit.day] : []))
    .sort()
    .at(-1);
  if (day !== undefined) return { kind: "deposited", day };
  return waiting.length > 0 ? undefined : { kind: "nothing" };
}

function toWait(parts: readonly BatchPart[]) {
  const [first] = parts;
  if (!first) return undefined;
  const [due] = parts.flatMap((part) => part.due ?? []).sort();
  return {
    kind: "waiting" as const,
    since: first.closedDay,
    due,
    isLate: parts.some(({ isLate }) => isLate),
  };
}

/** One deposit may pay several parts of the batch: it is short once. */
function shortSums(parts: readonly BatchPart[]) {
  const short = new Map<string, { currency: string; cents: number }>();
  for (const { deposit, currency } of parts)
    if (deposit && deposit.shortCents > 0) short.set(deposit.id, { currency, cents: deposit.shortCents });
  const byCurrency = Map.groupBy(short.values(), ({ currency }) => currency);
  return [...byCurrency].map(([currency, list]) => ({
    currency,
    cents: list.reduce((sum, { cents }) => sum + cents, 0),
  }));
}
