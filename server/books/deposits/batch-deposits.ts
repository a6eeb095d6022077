import { type BatchDepositState, toDepositState } from "#lib/deposits/batch-state.ts";
import type { BatchDeposits, BatchPart } from "#lib/deposits/deposits-view.ts";
import { type Adjustment, shortOf } from "#lib/deposits/match/match.ts";
import { dayIn } from "#lib/time.ts";
import { db } from "#server/db/db.ts";
import { env } from "#server/env.ts";
import { addUpBatches, toPortion } from "./portions.ts";
import { propose } from "./proposals.ts";
import { readRules } from "./rules.ts";
import { PROPOSING_MS, toUnmatched } from "./unmatched.ts";
import { type Following, readFollowing, waitOf } from "./waiting.ts";
import { within } from "./within.ts";

/** What reached the bank of one batch. Sends no gateway requests. */
export async function readBatchDeposits(batchKey: string): Promise<BatchDeposits> {
  return (await readDepositsOf([batchKey], await readFollowingNow())).get(batchKey) ?? { kind: "open" };
}

/** What reached the bank of each of these batches, in short. Sends no gateway requests. */
export async function readDepositStates(
  batchKeys: readonly string[],
): Promise<Record<string, BatchDepositState | undefined>> {
  const following = await readFollowingNow();
  const found = await readDepositsOf(batchKeys, following);
  return Object.fromEntries(found.entries().map(([key, deposits]) => [key, toDepositState(deposits)]));
}

async function readFollowingNow(): Promise<Following> {
  const { rules } = await readRules();
  const unmatched = toUnmatched(await within(propose(rules), PROPOSING_MS));
  return readFollowing(rules, dayIn(env().gatewayTimeZone, Date.now()), unmatched);
}

/** What reached the bank of each of these batches; those that did not close are left out. Sends no gateway requests. */
async function readDepositsOf(
  batchKeys: readonly string[],
  following: Following,
): Promise<Map<string, BatchDeposits>> {
  const closed = await db()
    .selectFrom("batch_syncs")
    .select("list_key")
    .where("kind", "=", "batch")
    .where("list_key", "in", [...batchKeys, ""])
    .execute();
  if (closed.length === 0) return new Map();
  await addUpBatches();
  const rows = await listParts(closed.map(({ list_key }) => list_key));
  const byBatch = Map.groupBy(rows, ({ batch_key }) => batch_key);
  return new Map(
    closed.map(({ list_key: key }): [string, BatchDeposits] => {
      const parts = byBatch.get(key);
      return [
        key,
        parts
          ? {
              kind: "known",
              parts: parts.filter(({ count }) => count > 0).map((row) => toPart(row, following)),
              follows: { from: following.from, hasDeposits: following.hasDeposits },
            }
          : { kind: "unread" },
      ];
    }),
  );
}

type PartRow = Awaited<ReturnType<typeof listParts>>[number];

function listParts(batchKeys: readonly string[]) {
  return db()
    .selectFrom("deposit_portions")
    .leftJoin("deposit_claims", "deposit_claims.portion_id", "deposit_portions.id")
    .leftJoin("deposits", "deposits.match_id", "deposit_claims.match_id")
    .leftJoin("deposit_matches", "deposit_matches.id", "deposit_claims.match_id")
    .selectAll("deposit_portions")
    .select([
      "deposits.id as deposit_id",
      "deposits.day as deposit_day",
      "deposits.cents as deposit_cents",
      "deposit_matches.adjustments",
      "deposit_matches.portions",
    ])
    .where("deposit_portions.batch_key", "in", batchKeys)
    .orderBy("deposit_portions.id")
    .execute();
}

function toPart(row: PartRow, following: Following): BatchPart {
  const portion = toPortion(row);
  return { ...portion, ...waitOf(following, portion), deposit: toDeposit(row) };
}

function toDeposit(row: PartRow): BatchPart["deposit"] {
  const { deposit_id: id, deposit_day: day, deposit_cents: cents, adjustments, portions } = row;
  if (id === null || day === null || cents === null) return undefined;
  return {
    id,
    day,
    cents,
    shortCents: shortOf(JSON.parse(adjustments ?? "[]") as Adjustment[]), // written by claim.ts
    others: (JSON.parse(portions ?? "[]") as string[]).filter((other) => other !== row.id).length,
  };
}
