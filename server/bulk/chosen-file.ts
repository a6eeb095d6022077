import type { ChosenFile } from "#lib/bulk/file/bulk-file.ts";
import { db } from "#server/db/db.ts";
import { keyedDigests } from "#server/payments/card-data/secrets.ts";
import { sumApprovedAlone } from "./approve-file.ts";
import { mayBeAtGateway, toFile } from "./files.ts";

/** Earlier uploads of the same bytes: this user's own file that still waits, and one already sent by anybody. */
export async function findChosen(userId: string, sha256: string): Promise<ChosenFile> {
  const stored = await keyedDigests("bulk file", sha256);
  const newest = () =>
    db().selectFrom("bulk_files").selectAll().where("sha256", "in", stored).orderBy("prepared_at", "desc");
  const open = await newest()
    .where((eb) =>
      eb.or([
        eb("state", "in", ["waiting", "approved"]),
        // What a person decided was not sent is submitted again.
        eb.and([eb("state", "=", "unsent"), eb.or([eb("end_sent", "is", null), eb("end_sent", "=", 0)])]),
      ]),
    )
    .where("prepared_by_id", "=", userId)
    .executeTakeFirst();
  const gone = await newest().where(mayBeAtGateway()).executeTakeFirst();
  return {
    open: open && toFile(open),
    gone: gone && toFile(gone),
    approvedAloneCents: await sumApprovedAlone(db(), userId),
  };
}
