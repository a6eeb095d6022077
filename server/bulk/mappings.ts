import type { FilePlan } from "#lib/bulk/file/file-plan.ts";
import { ok, type Result } from "#lib/result.ts";
import { db } from "#server/db/db.ts";
import { keyedDigest, keyedDigests } from "#server/payments/card-data/secrets.ts";

/** How a person maps the columns of other systems' files, found again by the file's header. */

type Mapping = FilePlan["mapping"];

export async function findMapping(userId: string, signature: string): Promise<Mapping | undefined> {
  const row = await db()
    .selectFrom("bulk_mappings")
    .select("mapping")
    .where("user_id", "=", userId)
    .where("signature", "in", await keyedDigests("bulk mapping", signature))
    .orderBy("saved_at", "desc")
    .executeTakeFirst();
  return row && JSON.parse(row.mapping);
}

/** The latest choice for a header takes the place of the one before. */
export async function keepMapping(
  { id }: { id: string },
  { signature, mapping }: { signature: string; mapping: Mapping },
): Promise<Result<null>> {
  const kept = { mapping: JSON.stringify(mapping), saved_at: Date.now() };
  await db()
    .insertInto("bulk_mappings")
    .values({ user_id: id, signature: await keyedDigest("bulk mapping", signature), ...kept })
    .onConflict((conflict) => conflict.columns(["user_id", "signature"]).doUpdateSet(kept))
    .execute();
  return ok(null);
}
