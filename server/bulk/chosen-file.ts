import type { ChosenFile } from "#lib/bulk/bulk-file.ts";
import { db } from "#server/db/db.ts";
import { keyedDigests } from "#server/journal/secrets.ts";
import { mayBeAtGateway, toFile } from "./files.ts";
import { sumReleasedAlone } from "./release.ts";

/** What became of a file's very bytes before: this person's own that still waits, and whoever sent it already. */
export async function findChosen(userId: string, sha256: string): Promise<ChosenFile> {
  const stored = await keyedDigests("bulk file", sha256);
  const newest = () =>
    db().selectFrom("bulk_files").selectAll().where("sha256", "in", stored).orderBy("prepared_at", "desc");
  const open = await newest()
    .where((eb) =>
      eb.or([
        eb("state", "in", ["waiting", "released"]),
        // What a person decided was not sent is submitted again.
        eb.and([eb("state", "=", "unsent"), eb.or([eb("end_left", "is", null), eb("end_left", "=", 0)])]),
      ]),
    )
    .where("prepared_by_id", "=", userId)
    .executeTakeFirst();
  const gone = await newest().where(mayBeAtGateway()).executeTakeFirst();
  return {
    open: open && toFile(open),
    gone: gone && toFile(gone),
    releasedAloneCents: await sumReleasedAlone(db(), userId),
  };
}
