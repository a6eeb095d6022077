import type { StoreSettings } from "#server/db/db.ts";
import { countWithoutOutcome } from "#server/payments/attempts/attempts-without-outcome.ts";
import { readThere, type Store } from "./read-there.ts";

/** How many payments and bulk files of a further account have no outcome yet. `db` is the main store. */
export const countWithoutOutcomeThere = async (db: Store, place: StoreSettings, account: string) =>
  (await readThere(db, place, account, count)) ?? 0;

async function count(store: Store): Promise<number> {
  const attempts = await countWithoutOutcome(store);
  const { files } = await store
    .selectFrom("bulk_files")
    .select(({ fn }) => fn.countAll<number>().as("files"))
    .where("state", "in", ["sending", "unknown"])
    .executeTakeFirstOrThrow();
  return attempts.reduce((sum, { count }) => sum + count, Number(files));
}
