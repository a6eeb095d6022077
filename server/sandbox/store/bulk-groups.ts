import { isPostgres } from "./dialect.ts";
import { lockName, lockRows } from "./lock.ts";
import type { Db } from "./store.ts";
import { storeTimeMs } from "./store-time.ts";
import type { BulkGroupRow } from "./tables/bulk-groups.ts";

/** How long a process that is not heard of keeps its group from others. */
export const LEASE_MS = 5000;

/** A group by its key, or the one that is running or paused for `current`. With `hold`, no one else changes it meanwhile. */
export async function findBulkGroup(
  db: Db,
  key: string,
  { hold = false } = {},
): Promise<BulkGroupRow | undefined> {
  const query = db.selectFrom("bulk_groups").selectAll().where("status", "<>", "Uploading");
  const found = key === "current" ? query.where("current", "=", 1) : query.where("key", "=", key);
  return await (hold ? lockRows(db, found) : found).executeTakeFirst();
}

export async function holdBulkGroup(db: Db, id: number): Promise<BulkGroupRow | undefined> {
  return await lockRows(db, db.selectFrom("bulk_groups").selectAll().where("id", "=", id)).executeTakeFirst();
}

export async function changeBulkGroup(
  db: Db,
  id: number,
  changes: Partial<Omit<BulkGroupRow, "id" | "key">>,
): Promise<void> {
  await db.updateTable("bulk_groups").set(changes).where("id", "=", id).execute();
}

/** Starts a group whose file has come in whole, or lets it wait behind the one that runs. */
export async function enqueueBulkGroup(db: Db, id: number, transactions: number): Promise<void> {
  await changeBulkGroup(db, id, { transactions, status: "Pending", worker: "", leased_until: 0 });
  await startNextBulkGroup(db);
}

/** Starts the group that has waited longest, when none is running or paused. */
export async function startNextBulkGroup(db: Db): Promise<void> {
  await lockName(db, "start a bulk group");
  if (await findBulkGroup(db, "current")) return;
  const next = await db
    .selectFrom("bulk_groups")
    .select("id")
    .where("status", "=", "Pending")
    .orderBy("id")
    .limit(1)
    .executeTakeFirst();
  if (next) await changeBulkGroup(db, next.id, { status: "Running", current: 1 });
}

/** Keeps what this process is reading or running from being taken by another. */
export async function renewLeases(db: Db, worker: string): Promise<void> {
  const leased_until = (await storeTimeMs(db)) + LEASE_MS;
  await db.updateTable("bulk_groups").set({ leased_until }).where("worker", "=", worker).execute();
}

/** Gives back what this process was running. */
export async function releaseLeases(db: Db, worker: string): Promise<void> {
  await db
    .updateTable("bulk_groups")
    .set({ worker: "", leased_until: 0 })
    .where("worker", "=", worker)
    .execute();
}

/** SQLite has one process: what is leased when it starts was leased by one that is gone. */
export async function releaseOrphanedGroups(db: Db): Promise<void> {
  if (!isPostgres(db)) await db.updateTable("bulk_groups").set({ leased_until: 0 }).execute();
}

/** Uploads that broke off: those that nobody has been reading for a while. */
export async function listBrokenUploads(db: Db, worker: string): Promise<number[]> {
  const now = await storeTimeMs(db);
  const rows = await db
    .selectFrom("bulk_groups")
    .select("id")
    .where("status", "=", "Uploading")
    .where("leased_until", "<", now)
    .where("worker", "<>", worker)
    .execute();
  return rows.map(({ id }) => id);
}
