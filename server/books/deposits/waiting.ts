import { daysFrom } from "#lib/business-day.ts";
import type { BatchDeposits, BatchPart, WaitingPortion } from "#lib/deposits/deposits-view.ts";
import type { FundingRules } from "#lib/deposits/funding-rules.ts";
import { type Adjustment, shortOf } from "#lib/deposits/match/match.ts";
import { dueDay, keptFee, type Portion, portionId } from "#lib/deposits/portion.ts";
import { dayIn } from "#lib/time.ts";
import { db } from "#server/db/db.ts";
import { env } from "#server/env.ts";
import { findSync } from "#server/gateway-cache/sync.ts";
import { addUpBatches, listUnclaimed, toPortion } from "./portions.ts";
import { readRules } from "./rules.ts";

/** Without a deposit yet, batches of this many days are listed; else those since the first deposit. */
const FIRST_DAYS = 14;

/** What no deposit has paid yet, the oldest first. Batches from before the first deposit here were never followed. */
export async function toWaiting(rules: FundingRules, today: string): Promise<WaitingPortion[]> {
  const { first } = await db()
    .selectFrom("deposits")
    .select((eb) => eb.fn.min("day").as("first"))
    .executeTakeFirstOrThrow();
  const from = first ? daysFrom(first, -rules.cardDays - 1) : daysFrom(today, -FIRST_DAYS);
  const portions = await listUnclaimed(from);
  return portions.map((portion) => ({
    ...portion,
    id: portionId(portion),
    ...dueOf(rules, portion, today),
    feeCents: keptFee(rules, portion),
  }));
}

function dueOf(rules: FundingRules, portion: Portion, today: string) {
  const due = dueDay(rules, portion);
  return { due, isLate: due !== undefined && due < today };
}

/** What reached the bank of one batch. Sends no gateway requests. */
export async function readBatchDeposits(batchKey: string): Promise<BatchDeposits> {
  const sync = await findSync(batchKey);
  if (!sync) return { kind: "open" };
  await addUpBatches();
  const rows = await db()
    .selectFrom("deposit_portions")
    .leftJoin("deposit_claims", "deposit_claims.portion_id", "deposit_portions.id")
    .leftJoin("deposits", "deposits.match_id", "deposit_claims.match_id")
    .leftJoin("deposit_matches", "deposit_matches.id", "deposit_claims.match_id")
    .selectAll("deposit_portions")
    .select([
      "deposits.day as deposit_day",
      "deposits.cents as deposit_cents",
      "deposit_matches.adjustments",
      "deposit_matches.portions",
    ])
    .where("deposit_portions.batch_key", "=", batchKey)
    .orderBy("deposit_portions.id")
    .execute();
  if (rows.length === 0) return { kind: "unread" };
  const { rules } = await readRules();
  const today = dayIn(env().gatewayTimeZone, Date.now());
  const parts = rows
    .filter(({ count }) => count > 0)
    .map((row): BatchPart => {
      const portion = toPortion(row);
      return {
        ...portion,
        ...dueOf(rules, portion, today),
        deposit:
          row.deposit_day === null || row.deposit_cents === null
            ? undefined
            : {
                day: row.deposit_day,
                cents: row.deposit_cents,
                shortCents: shortOf(JSON.parse(row.adjustments ?? "[]") as Adjustment[]), // written by claim.ts
                others: (JSON.parse(row.portions ?? "[]") as string[]).filter((id) => id !== row.id).length,
              },
      };
    });
  return { kind: "known", parts };
}
