import type { BulkFileState, ChosenFile } from "#lib/bulk/bulk-file.ts";
import { db } from "#server/db/db.ts";
import { keyedDigests } from "#server/journal/secrets.ts";
import { toFile } from "./files.ts";
import { sumReleasedAlone } from "./release.ts";

/** What became of a file's very bytes before: this person's own that still waits, and whoever sent it already. */
export async function findChosen(userId: string, sha256: string): Promise<ChosenFile> {
  const stored = await keyedDigests("bulk file", sha256);
  const newest = (states: readonly BulkFileState[]) =>
    db()
      .selectFrom("bulk_files")
      .selectAll()
      .where("sha256", "in", stored)
      .where("state", "in", states)
      .orderBy("prepared_at", "desc");
  const open = await newest(["waiting", "released", "unsent"])
    .where("prepared_by_id", "=", userId)
    .executeTakeFirst();
  const gone = await newest(["sending", "sent", "unknown"]).executeTakeFirst();
  return {
    open: open && toFile(open),
    gone: gone && toFile(gone),
    releasedAloneCents: await sumReleasedAlone(db(), userId),
  };
}
