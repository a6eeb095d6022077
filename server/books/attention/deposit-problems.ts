import type { AttentionItem } from "#lib/books/attention-item.ts";
import { daysFrom } from "#lib/business-day.ts";
import { type Adjustment, shortOf } from "#lib/deposits/match/match.ts";
import { portionLabel } from "#lib/deposits/portion.ts";
import { dayIn } from "#lib/time.ts";
import { db } from "#server/db/db.ts";
import { env } from "#server/env.ts";
import { propose } from "../deposits/proposals.ts";
import { readRules } from "../deposits/rules.ts";
import { toUnmatched } from "../deposits/unmatched.ts";
import { listWaiting, readFollowing } from "../deposits/waiting.ts";
import { within } from "../deposits/within.ts";
import { shownCurrency } from "../today/read-sales.ts";

/** The shortage of an older deposit was settled with the bank, or never will be. */
const namedDays = 30;
const maxShown = 50;
const proposingMs = 3_000;

/** Deposits that the bank paid short, then batches that it has not paid in time; the oldest first within each. */
export async function listDepositProblems(now: number): Promise<AttentionItem[]> {
  const today = dayIn(env().gatewayTimeZone, now);
  return [...(await listShort(daysFrom(today, -namedDays))), ...(await listLate(today))];
}

async function listShort(fromDay: string): Promise<AttentionItem[]> {
  const rows = await db()
    .selectFrom("deposits")
    .innerJoin("deposit_matches", "deposit_matches.id", "deposits.match_id")
    .select(["deposits.id", "deposits.day", "deposits.description", "deposits.currency", "adjustments"])
    .where("deposits.day", ">=", fromDay)
    .where("adjustments", "like", '%"short"%')
    .orderBy("deposits.day")
    .orderBy("deposits.id")
    .limit(maxShown)
    .execute();
  return rows.flatMap(({ id, day, description, currency, adjustments }) => {
    const cents = shortOf(JSON.parse(adjustments) as Adjustment[]); // written by claim.ts
    const item = {
      kind: "shortDeposit",
      id,
      day,
      description,
      cents,
      currency: shownCurrency(currency),
    } as const;
    return cents > 0 ? [item] : [];
  });
}

async function listLate(today: string): Promise<AttentionItem[]> {
  const { rules } = await readRules();
  const unmatched = toUnmatched(await within(propose(rules), proposingMs));
  const waiting = await listWaiting(await readFollowing(rules, today, unmatched));
  return waiting
    .filter(({ isLate, cents }) => isLate && cents > 0)
    .slice(0, maxShown)
    .map(({ id, batchKey, batchName, part, due = "", mayPay, cents, currency }) => ({
      kind: "lateDeposit",
      id,
      batchKey,
      what: portionLabel({ batchKey, batchName, part }),
      due,
      cents,
      currency: shownCurrency(currency),
      deposit: mayPay,
    }));
}
