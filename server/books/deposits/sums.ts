import { sql } from "kysely";
import type { DepositCounts, DepositFilters, DepositSums } from "#lib/deposits/deposits-view.ts";
import { type Adjustment, type MatchPurpose, sumOf } from "#lib/deposits/match/match.ts";
import { ownCurrency } from "#lib/gateway/currencies.ts";
import { db } from "#server/db/db.ts";

/**
 * Counts and sums of the deposits on the chosen days, in any state, the merchant's own currency first; `chosen` are those
 * of the chosen state alone.
 */
export async function sumDeposits({
  state,
  from,
  to,
}: DepositFilters): Promise<{ counts: DepositCounts; sums: DepositSums[] }> {
  let query = db()
    .selectFrom("deposits")
    .leftJoin("deposit_matches", "deposit_matches.id", "deposits.match_id")
    .select((eb) => [
      "deposits.currency",
      "deposit_matches.purpose",
      eb.fn.countAll<number>().as("count"),
      // As a float, exact up to 2^53 cents: a sum of integers beyond it is an error in SQLite.
      eb.fn.sum<number>(eb.cast("deposits.cents", "double precision")).as("cents"),
    ])
    .groupBy(["deposits.currency", "deposit_matches.purpose"]);
  if (from) query = query.where("deposits.day", ">=", from);
  if (to) query = query.where("deposits.day", "<=", to);
  const rows = (await query.execute()).map((row) => ({ ...row, cents: safeCents(row.cents) }));
  const fees = await sumKeptFees({ from, to });
  const countOf = (...purposes: (MatchPurpose | null)[]) =>
    rows.filter(({ purpose }) => purposes.includes(purpose)).reduce((sum, { count }) => sum + count, 0);
  const counts = {
    all: countOf(...purposesIn.all),
    open: countOf(...purposesIn.open),
    matched: countOf(...purposesIn.matched),
    leftOut: countOf(...purposesIn["left-out"]),
  };
  const currencies = [...new Set([ownCurrency, ...rows.map(({ currency }) => currency).sort()])];
  const sums = currencies.map((currency): DepositSums => {
    const sumFor = (...purposes: (MatchPurpose | null)[]) => {
      const own = rows.filter((row) => row.currency === currency && purposes.includes(row.purpose));
      return { cents: safeCents(sumOf(own)), count: own.reduce((sum, { count }) => sum + count, 0) };
    };
    const ownLines = sumFor("fee");
    const kept = fees.get(currency) ?? { cents: 0, count: 0 };
    return {
      currency,
      matched: sumFor("batches"),
      fees: { cents: safeCents(ownLines.cents + kept.cents), count: ownLines.count + kept.count },
      leftOut: sumFor("left-out"),
      open: sumFor(null),
      total: sumFor(...purposesIn.all),
      chosen: sumFor(...purposesIn[state ?? "all"]),
    };
  });
  return { counts, sums };
}

/** What deposits are matched for in each state; null: they are open. */
export const purposesIn = {
  all: ["batches", "fee", "left-out", null],
  open: [null],
  matched: ["batches", "fee"],
  "left-out": ["left-out"],
} as const satisfies Record<NonNullable<DepositFilters["state"]> | "all", readonly (MatchPurpose | null)[]>;

/** A sum beyond 90 trillion is shown as the largest amount that can be: the page stays usable to remove what made it. */
const safeCents = (cents: number) =>
  Math.max(-Number.MAX_SAFE_INTEGER, Math.min(Number.MAX_SAFE_INTEGER, cents));

/** Fees that the processor kept from matched deposits, by currency. */
async function sumKeptFees({ from, to }: Pick<DepositFilters, "from" | "to">) {
  let query = db()
    .selectFrom("deposits")
    .innerJoin("deposit_matches", "deposit_matches.id", "deposits.match_id")
    .select(["deposits.currency", "deposit_matches.adjustments"])
    .where("deposit_matches.adjustments", "like", sql.lit('%"fee"%'));
  if (from) query = query.where("deposits.day", ">=", from);
  if (to) query = query.where("deposits.day", "<=", to);
  const sums = new Map<string, { cents: number; count: number }>();
  for (const { currency, adjustments } of await query.execute()) {
    const list = JSON.parse(adjustments) as Adjustment[]; // written by claim.ts
    const cents = sumOf(list.filter(({ kind }) => kind === "fee"));
    const known = sums.get(currency) ?? { cents: 0, count: 0 };
    sums.set(currency, { cents: safeCents(known.cents + cents), count: known.count + 1 });
  }
  return sums;
}
