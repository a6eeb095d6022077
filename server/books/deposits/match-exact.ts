import { setImmediate } from "node:timers/promises";
import type { Adjustment } from "#lib/deposits/match/match.ts";
import { db } from "#server/db/db.ts";
import { addUpCheckDays } from "./check-days.ts";
import { claim } from "./claim.ts";
import { addUpBatches, findPortions } from "./portions.ts";
import { propose } from "./proposals.ts";
import { readRules } from "./rules.ts";

/**
 * Matches the deposits that only one set of batches explains to the cent. A deposit whose match was undone is never
 * matched automatically again. Returns how many were matched.
 */
export async function matchExact(now = Date.now()): Promise<number> {
  await addUpBatches();
  await addUpCheckDays(now);
  const { rules } = await readRules();
  // Without a change since the last time, they are the same proposals: it costs a few counts.
  const { byDeposit } = await propose(rules);
  const exact = [...byDeposit].flatMap(([id, proposal]) =>
    proposal.kind === "exact" ? [{ id, solution: proposal.solution }] : [],
  );
  if (exact.length === 0) return 0;
  const undone = await listUndone();
  const portions = await findPortions(exact.flatMap(({ solution }) => solution.portions));
  let matched = 0;
  for (const { id, solution } of exact) {
    if (undone.has(id)) continue;
    await setImmediate();
    const done = await claim(
      {
        depositId: id,
        purpose: "batches",
        how: "automatic",
        portions: solution.portions.flatMap((one) => portions.get(one) ?? []),
        adjustments: feeAdjustment(solution.feeCents),
      },
      now,
    );
    if (done !== "taken") matched += 1;
  }
  return matched;
}

/** The kept fee as the line that it is in a match. */
export const feeAdjustment = (feeCents: number): Adjustment[] =>
  feeCents === 0 ? [] : [{ kind: "fee", cents: -feeCents }];

/** Open deposits of which a match was undone. */
async function listUndone(): Promise<Set<string>> {
  const rows = await db()
    .selectFrom("deposit_matches")
    .innerJoin("deposits", "deposits.id", "deposit_matches.deposit_id")
    .select("deposit_matches.deposit_id")
    .distinct()
    .where("deposits.match_id", "is", null)
    .execute();
  return new Set(rows.map(({ deposit_id }) => deposit_id));
}
