import { storeTimeMs } from "#server/sql/dialect.ts";
import { insertMany } from "#server/sql/insert-many.ts";
import type { Db } from "../database.ts";
import type { BulkGroupRow } from "../tables/bulk-groups.ts";
import { changeBulkGroup, LEASE_MS, lockBulkGroup } from "./groups.ts";

export type NewUpload = Pick<
  BulkGroupRow,
  "key" | "source_id" | "client_ip" | "server_ip" | "filename" | "uploaded_at"
> & { worker: string };

/** Creates a group that stays hidden until its file has arrived completely; returns its number. */
export async function beginUpload(db: Db, upload: NewUpload): Promise<number> {
  const counts = { transactions: 0, approved: 0, declined: 0, failed: 0 };
  const leased_until = (await storeTimeMs(db)) + LEASE_MS;
  const { id } = await db
    .insertInto("bulk_groups")
    .values({ ...upload, ...counts, status: "Uploading", current: null, leased_until })
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}

/**
 * Stores the fingerprints of rows and returns those that an earlier file had. Rows of one file are not duplicates of each
 * other. Fingerprints of an interrupted upload are taken over: none of its rows ever runs.
 */
export async function rememberRows(
  db: Db,
  groupId: number,
  fingerprints: readonly string[],
): Promise<Set<string>> {
  // In one order, so that two files with the same rows do not deadlock.
  const names = [...new Set(fingerprints)].sort();
  if (names.length === 0) return new Set();
  const rows = names.map((fingerprint) => [fingerprint, groupId]);
  await insertMany(db, "bulk_fingerprints", { fingerprint: "text", group_id: "bigint" }, rows, takeOver);
  const earlier = await db
    .selectFrom("bulk_fingerprints")
    .select("fingerprint")
    .where("fingerprint", "in", names)
    .where("group_id", "<>", groupId)
    .execute();
  return new Set(earlier.map(({ fingerprint }) => fingerprint));
}

/** An update instead of "do nothing": it waits for a transaction that is deleting the row. */
const takeOver = `on conflict (fingerprint) do update set group_id = excluded.group_id
  where exists (select 1 from bulk_groups
    where id = bulk_fingerprints.group_id and status = 'Uploading' and worker = '')`;

/** False when the upload counts as interrupted, or the store was emptied in the meantime. */
export async function isUploading(db: Db, groupId: number): Promise<boolean> {
  const group = await lockBulkGroup(db, groupId);
  return group?.status === "Uploading" && group.worker !== "";
}

export async function insertChunk(db: Db, groupId: number, encrypted: string): Promise<void> {
  await db
    .insertInto("bulk_chunks")
    .values({ group_id: groupId, sealed: encrypted, worker: "", left: null })
    .execute();
}

const REMOVED_AT_ONCE = 2000;

/**
 * Removes some of an interrupted upload; true when all of it is removed. From the first step on it can no longer become a
 * group, and its rows no longer count as duplicates.
 */
export async function removeUpload(db: Db, groupId: number): Promise<boolean> {
  if ((await lockBulkGroup(db, groupId))?.status !== "Uploading") return true;
  await changeBulkGroup(db, groupId, { worker: "", leased_until: 0 });
  const some = await db
    .selectFrom("bulk_fingerprints")
    .select("fingerprint")
    .where("group_id", "=", groupId)
    .limit(REMOVED_AT_ONCE)
    .execute();
  if (some.length > 0) {
    const names = some.map(({ fingerprint }) => fingerprint);
    // Another file may have taken some of them over since.
    await db
      .deleteFrom("bulk_fingerprints")
      .where("fingerprint", "in", names)
      .where("group_id", "=", groupId)
      .execute();
  }
  if (some.length === REMOVED_AT_ONCE) return false;
  await db.deleteFrom("bulk_chunks").where("group_id", "=", groupId).execute();
  await db.deleteFrom("bulk_groups").where("id", "=", groupId).where("status", "=", "Uploading").execute();
  return true;
}
