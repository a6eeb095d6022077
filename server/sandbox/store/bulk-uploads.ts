import { holdBulkGroup, LEASE_MS } from "./bulk-groups.ts";
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
 * duplicates of each other.
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
  await insertMany(db, "bulk_fingerprints", ["fingerprint", "group_id"], rows, "on conflict do nothing");
  const earlier = await db
    .selectFrom("bulk_fingerprints")
    .select("fingerprint")
    .where("fingerprint", "in", names)
    .where("group_id", "<>", groupId)
    .execute();
  return new Set(earlier.map(({ fingerprint }) => fingerprint));
}

/** False when the group is gone: the store was emptied meanwhile. */
export async function isUploading(db: Db, groupId: number): Promise<boolean> {
  return (await holdBulkGroup(db, groupId))?.status === "Uploading";
}

export async function insertChunk(db: Db, groupId: number, sealed: string): Promise<void> {
  await db.insertInto("bulk_chunks").values({ group_id: groupId, sealed, worker: "", left: null }).execute();
}

const REMOVED_AT_ONCE = 2000;

/** Removes some of what an upload that broke off has left; true when nothing is left of it. */
export async function removeUpload(db: Db, groupId: number): Promise<boolean> {
  const some = await db
    .selectFrom("bulk_fingerprints")
    .select("fingerprint")
    .where("group_id", "=", groupId)
    .limit(REMOVED_AT_ONCE)
    .execute();
  if (some.length > 0) {
    const names = some.map(({ fingerprint }) => fingerprint);
    await db.deleteFrom("bulk_fingerprints").where("fingerprint", "in", names).execute();
  }
  if (some.length === REMOVED_AT_ONCE) return false;
  await db.deleteFrom("bulk_chunks").where("group_id", "=", groupId).execute();
  await db.deleteFrom("bulk_groups").where("id", "=", groupId).where("status", "=", "Uploading").execute();
  return true;
}
