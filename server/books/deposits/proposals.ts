import { daysFrom } from "#lib/business-day.ts";
import type { FundingRules } from "#lib/deposits/funding-rules.ts";
import { type OpenDeposit, type Proposal, proposeMatches } from "#lib/deposits/match/propose.ts";
import type { Portion } from "#lib/deposits/portion.ts";
import { db } from "#server/db/db.ts";
import { listUnclaimed } from "./portions.ts";

/** No portion is looked for longer than this before a deposit: the longest days of the rules and their grace. */
const FARTHEST_DAYS = 35;

export type Proposals = {
  byDeposit: Map<string, Proposal>;
  open: (OpenDeposit & { description: string })[];
  portions: Portion[];
};

/** What every open deposit may pay, by what is in the store. */
export async function propose(rules: FundingRules): Promise<Proposals> {
  const open = await db()
    .selectFrom("deposits")
    .select(["id", "day", "cents", "currency", "description"])
    .where("match_id", "is", null)
    .orderBy("day")
    .orderBy("id")
    .execute();
  const [first] = open;
  const portions = first ? await listUnclaimed(daysFrom(first.day, -FARTHEST_DAYS)) : [];
  return { byDeposit: proposeMatches(open, portions, rules), open, portions };
}
