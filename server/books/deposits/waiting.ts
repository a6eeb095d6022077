import { daysFrom } from "#lib/business-day.ts";
import type { EarlierPortions, FollowsFrom, WaitingPortion } from "#lib/deposits/deposits-view.ts";
import type { FundingRules } from "#lib/deposits/funding-rules.ts";
import type { UnmatchedDeposit } from "#lib/deposits/may-pay.ts";
import { dueDay, keptFee, type Portion, portionId } from "#lib/deposits/portion.ts";
import { db } from "#server/db/db.ts";
import { listUnclaimed, sumUnclaimedBefore } from "./portions.ts";

/** How deposits are waited for. */
export type Following = FollowsFrom & {
  rules: FundingRules;
  today: string;
  /** By part of a batch, what may pay it. */
  unmatched: ReadonlyMap<string, UnmatchedDeposit>;
};

/** Without a deposit yet, what was due within as many days is listed. */
const FIRST_DAYS = 14;

/** No batch closes longer before its due day: the longest days of the rules, with weekends and holidays. */
const FARTHEST_DAYS = 35;

/** What is due from the day of the first bank line on is followed: what was due before may have come before that. */
export async function readFollowing(
  rules: FundingRules,
  today: string,
  unmatched: Following["unmatched"],
): Promise<Following> {
  const { first } = await db()
    .selectFrom("deposits")
    .select((eb) => eb.fn.min("day").as("first"))
    .executeTakeFirstOrThrow();
  // Without any deposit, nobody matches them here: nothing is late then.
  return {
    rules,
    today,
    from: first ?? daysFrom(today, -FIRST_DAYS),
    hasDeposits: first !== null,
    unmatched,
  };
}

/** What no deposit has paid yet, the oldest first. */
export async function listWaiting(following: Following): Promise<WaitingPortion[]> {
  return (await listBoth(following)).filter(({ isFollowed }) => isFollowed);
}

/** What no deposit has paid yet, and separately what was due before deposits are followed. */
export async function listWaitingAndEarlier(
  following: Following,
): Promise<{ waiting: WaitingPortion[]; earlier: EarlierPortions }> {
  const both = await listBoth(following);
  const waiting = both.filter(({ isFollowed }) => isFollowed);
  const portions = both.filter(({ isFollowed }) => !isFollowed);
  const counted = portions
    .filter(({ part }) => part !== "cash")
    .map(({ currency, cents }) => ({ currency, cents, count: 1 }));
  const sums = new Map<string, { currency: string; cents: number; count: number }>();
  for (const { currency, cents, count } of [...counted, ...(await sumUnclaimedBefore(earliest(following)))]) {
    const sum = sums.get(currency) ?? { currency, cents: 0, count: 0 };
    sums.set(currency, { currency, cents: sum.cents + cents, count: sum.count + count });
  }
  return { waiting, earlier: { from: following.from, sums: [...sums.values()], portions } };
}

const earliest = ({ from }: Following) => daysFrom(from, -FARTHEST_DAYS);

async function listBoth(following: Following) {
  const portions = await listUnclaimed(earliest(following));
  return portions.map((portion) => ({
    ...portion,
    id: portionId(portion),
    ...waitOf(following, portion),
    feeCents: keptFee(following.rules, portion),
  }));
}

/** When a part is due at the bank, whether that day is over, what may have paid it already, and whether it is followed. */
export function waitOf({ rules, today, from, hasDeposits, unmatched }: Following, portion: Portion) {
  const due = dueDay(rules, portion);
  const isLate = hasDeposits && due !== undefined && due < today;
  const mayPay = unmatched.get(portionId(portion));
  // Cash is never due; it is listed beside the cards of its batch.
  const isFollowed =
    mayPay !== undefined || (due ?? dueDay(rules, { ...portion, part: "cards" }) ?? "") >= from;
  return { due, isLate, mayPay, isFollowed };
}
