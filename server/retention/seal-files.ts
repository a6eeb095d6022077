import { db } from "#server/db/db.ts";
import { keyedDigest } from "#server/journal/secrets.ts";

/** Keys the SHA-256 of bulk files that an older version stored as it was, so that they are still recognized. */
export async function sealFiles(): Promise<number> {
  const rows = await db()
    .selectFrom("bulk_files")
    .select(["id", "sha256"])
    .where("sha256", "!=", "")
    .where("sha256", "not like", "v1.%")
    .execute();
  for (const { id, sha256 } of rows)
    await db()
      .updateTable("bulk_files")
      .set({ sha256: await keyedDigest("bulk file", sha256) })
      .where("id", "=", id)
      .where("sha256", "=", sha256)
      .execute();
  return rows.length;
}
