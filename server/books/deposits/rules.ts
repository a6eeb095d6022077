import { z } from "zod";
import { type FundingRules, usualRules } from "#lib/deposits/funding-rules.ts";
import { fundingRules } from "#lib/deposits/requests.ts";
import { record } from "#server/audit/record.ts";
import type { Actor } from "#server/auth/actor.ts";
import { db } from "#server/db/db.ts";
import { findSetting, saveSetting } from "#server/db/setting.ts";

export type StoredRules = { rules: FundingRules; changed: { by: string; at: number } | undefined };

/** How the processor pays out, as a user said; the usual way until then. */
export async function readRules(): Promise<StoredRules> {
  const found = await findSetting(db(), NAME);
  if (!found) return { rules: usualRules, changed: undefined };
  const { rules, by, at } = stored.parse(JSON.parse(found));
  return { rules, changed: { by, at } };
}

export async function writeRules(rules: FundingRules, { id, name }: Actor, now: number): Promise<void> {
  await db()
    .transaction()
    .execute(async (store) => {
      await saveSetting(store, NAME, JSON.stringify({ rules, by: name, at: now }));
      const fields = { names: "Payout rules of the processor" };
      await record(store, { name: "settings.changed", by: { id, name }, fields });
    });
}

const NAME = "deposit-rules";
const stored = z.object({ rules: fundingRules, by: z.string(), at: z.number() });
