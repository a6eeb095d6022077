import { z } from "zod";
import { type FundingRules, usualRules } from "#lib/deposits/funding-rules.ts";
import { fundingRules } from "#lib/deposits/requests.ts";
import { record } from "#server/audit/record.ts";
import { db } from "#server/db/db.ts";

export type StoredRules = { rules: FundingRules; changed: { by: string; at: number } | undefined };

/** How the processor pays out, as a user said; the usual way until then. */
export async function readRules(): Promise<StoredRules> {
  const row = await db().selectFrom("settings").select("value").where("name", "=", NAME).executeTakeFirst();
  if (!row) return { rules: usualRules, changed: undefined };
  const { rules, by, at } = stored.parse(JSON.parse(row.value));
  return { rules, changed: { by, at } };
}

export async function writeRules(
  rules: FundingRules,
  { id, name }: { id: string; name: string },
  now: number,
): Promise<void> {
  const value = JSON.stringify({ rules, by: name, at: now });
  await db()
    .transaction()
    .execute(async (store) => {
      await store
        .insertInto("settings")
        .values({ name: NAME, value })
        .onConflict((conflict) => conflict.column("name").doUpdateSet({ value }))
        .execute();
      const fields = { names: "Payout rules of the processor" };
      await record(store, { name: "settings.changed", by: { id, name }, fields });
    });
}

const NAME = "deposit-rules";
const stored = z.object({ rules: fundingRules, by: z.string(), at: z.number() });
