import { changeBulkGroup, holdBulkGroup, LEASE_MS } from "./bulk-groups.ts";
import { insertMany } from "./insert-many.ts";
import type { Db } from "./store.ts";
import { storeTimeMs } from "./store-time.ts";
import type { BulkGroupRow } from "./tables/bulk-groups.ts";

export type NewUpload = Pick<
  BulkGroupRow,
  "key" | "source_id" | "client_ip" | "server_ip" | "filename" | "uploaded_at"
> & { worker: string };

/** Begins a group that is nobody's until its file has come in whole; gives its number. */
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
 * Remembers lines by their fingerprints and gives those of them that an earlier file had. Lines of one file are no
 * duplicates of each other. What an upload that broke off has left is taken over: nothing of it ever runs.
 */
export async function rememberLines(
  db: Db,
  groupId: number,
  fingerprints: readonly string[],
): Promise<Set<string>> {
  // In one order, so that two files that hold the same lines do not wait for each other in a circle.
  const names = [...new Set(fingerprints)].sort();
  if (names.length === 0) return new Set();
  const rows = names.map((fingerprint) => [fingerprint, groupId]);
  await insertMany(db, "bulk_fingerprints", ["fingerprint", "group_id"], rows, takeOver);
  const earlier = await db
    .selectFrom("bulk_fingerprints")
    .select("fingerprint")
    .where("fingerprint", "in", names)
    .where("group_id", "<>", groupId)
    .execute();
  return new Set(earlier.map(({ fingerprint }) => fingerprint));
}

/** An update and not "do nothing": it waits for whoever removes the row, so that no line is left without one. */
const takeOver = `on conflict (fingerprint) do update set group_id = excluded.group_id
  where exists (select 1 from bulk_groups
    where id = bulk_fingerprints.group_id and status = 'Uploading' and worker = '')`;

/** False when the group can no longer begin: its upload counts as broken off, or the store was emptied meanwhile. */
export async function isUploading(db: Db, groupId: number): Promise<boolean> {
  const group = await holdBulkGroup(db, groupId);
  return group?.status === "Uploading" && group.worker !== "";
}

export async function insertChunk(db: Db, groupId: number, sealed: string): Promise<void> {
  await db.insertInto("bulk_chunks").values({ group_id: groupId, sealed, worker: "", left: null }).execute();
}

const REMOVED_AT_ONCE = 2000;

/**
 * Removes some of what an upload that broke off has left; true when nothing is left of it. From the first step on it is
 * nobody's, for good: it cannot become a group any more, and its lines are no duplicates of those of another file.
 */
export async function removeUpload(db: Db, groupId: number): Promise<boolean> {
  if ((await holdBulkGroup(db, groupId))?.status !== "Uploading") return true;
  await changeBulkGroup(db, groupId, { worker: "", leased_until: 0 });
  const some = await db
    .selectFrom("bulk_fingerprints")
    .select("fingerprint")
    .where("group_id", "=", groupId)
    .limit(REMOVED_AT_ONCE)
    .execute();
  if (some.length > 0) {
    const names = some.map(({ fingerprint }) => fingerprint);
    // Another file may have taken some of them over since they were read.
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
