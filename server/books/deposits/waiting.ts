import { daysFrom } from "#lib/business-day.ts";
import type { WaitingPortion } from "#lib/deposits/deposits-view.ts";
import type { FundingRules } from "#lib/deposits/funding-rules.ts";
import type { UnmatchedDeposit } from "#lib/deposits/may-pay.ts";
import { dueDay, keptFee, type Portion, portionId } from "#lib/deposits/portion.ts";
import { db } from "#server/db/db.ts";
import { listUnclaimed } from "./portions.ts";

/** Without a deposit yet, batches of this many days are listed; else those since the first deposit. */
const FIRST_DAYS = 14;

/**
 * What no deposit has paid yet, the oldest first; `unmatched` is by part of a batch. Batches from before the first deposit
 * here were never followed.
 */
export async function toWaiting(
  rules: FundingRules,
  today: string,
  unmatched: ReadonlyMap<string, UnmatchedDeposit>,
): Promise<WaitingPortion[]> {
  const portions = await listUnclaimed(await followedFrom(rules, today));
  return portions.map((portion) => {
    const id = portionId(portion);
    return {
      ...portion,
      id,
      ...dueOf(rules, portion, today),
      mayPay: unmatched.get(id),
      feeCents: keptFee(rules, portion),
    };
  });
}

/** The first closing day of batches whose deposits are followed. */
export async function followedFrom(rules: FundingRules, today: string): Promise<string> {
  const { first } = await db()
    .selectFrom("deposits")
    .select((eb) => eb.fn.min("day").as("first"))
    .executeTakeFirstOrThrow();
  return first ? daysFrom(first, -rules.cardDays - 1) : daysFrom(today, -FIRST_DAYS);
}

/** When a part is due at the bank, and whether that day is over. */
export function dueOf(rules: FundingRules, portion: Portion, today: string) {
  const due = dueDay(rules, portion);
  return { due, isLate: due !== undefined && due < today };
}
