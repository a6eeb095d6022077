import { daysFrom } from "#lib/business-day.ts";
import type { WaitingPortion } from "#lib/deposits/deposits-view.ts";
import type { FundingRules } from "#lib/deposits/funding-rules.ts";
import type { UnmatchedDeposit } from "#lib/deposits/may-pay.ts";
import { dueDay, keptFee, type Portion, portionId } from "#lib/deposits/portion.ts";
import { db } from "#server/db/db.ts";
import { listUnclaimed } from "./portions.ts";

/** How deposits are waited for. */
export type Following = {
  rules: FundingRules;
  today: string;
  /** The first closing day of batches whose deposits are followed. */
  from: string;
  /** Without any deposit, nobody matches them here: nothing is late then. */
  hasDeposits: boolean;
  /** By part of a batch, what may pay it. */
  unmatched: ReadonlyMap<string, UnmatchedDeposit>;
};

/** Without a deposit yet, batches of this many days are listed; else those since the first deposit. */
const FIRST_DAYS = 14;

export async function readFollowing(
  rules: FundingRules,
  today: string,
  unmatched: Following["unmatched"],
): Promise<Following> {
  const { first } = await db()
    .selectFrom("deposits")
    .select((eb) => eb.fn.min("day").as("first"))
    .executeTakeFirstOrThrow();
  const from = first ? daysFrom(first, -rules.cardDays - 1) : daysFrom(today, -FIRST_DAYS);
  return { rules, today, from, hasDeposits: first !== null, unmatched };
}

/** What no deposit has paid yet, the oldest first. Batches from before the first deposit here were never followed. */
export async function listWaiting(following: Following): Promise<WaitingPortion[]> {
  const portions = await listUnclaimed(following.from);
  return portions.map((portion) => ({
    ...portion,
    id: portionId(portion),
    ...waitOf(following, portion),
    feeCents: keptFee(following.rules, portion),
  }));
}

/** When a part is due at the bank, whether that day is over, and what may have paid it already. */
export function waitOf({ rules, today, hasDeposits, unmatched }: Following, portion: Portion) {
  const due = dueDay(rules, portion);
  const isLate = hasDeposits && due !== undefined && due < today;
  return { due, isLate, mayPay: unmatched.get(portionId(portion)) };
}
