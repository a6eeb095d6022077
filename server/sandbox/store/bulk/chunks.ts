import type { Db } from "../database.ts";
import type { BulkChunkRow } from "../tables/bulk-chunks.ts";

/** Frees the chunks of the process that ran the group before. */
export async function freeChunks(db: Db, groupId: number): Promise<void> {
  await db
    .updateTable("bulk_chunks")
    .set({ worker: "" })
    .where("group_id", "=", groupId)
    .where("worker", "<>", "")
    .execute();
}

/** The next chunk of a group that no process is working on. */
export async function findNextChunk(db: Db, groupId: number): Promise<BulkChunkRow | undefined> {
  return await db
    .selectFrom("bulk_chunks")
    .selectAll()
    .where("group_id", "=", groupId)
    .where("worker", "=", "")
    .orderBy("id")
    .limit(1)
    .executeTakeFirst();
}

/** The rows still to be run of a chunk this process holds; undefined when it no longer does. */
export async function findRowsLeft(db: Db, id: number, worker: string): Promise<number[] | undefined> {
  const chunk = await db
    .selectFrom("bulk_chunks")
    .select("left")
    .where("id", "=", id)
    .where("worker", "=", worker)
    .executeTakeFirst();
  return chunk && (JSON.parse(chunk.left ?? "[]") as number[]); // as it was stored
}

export async function hasChunks(db: Db, groupId: number): Promise<boolean> {
  const chunk = await db
    .selectFrom("bulk_chunks")
    .select("id")
    .where("group_id", "=", groupId)
    .limit(1)
    .executeTakeFirst();
  return chunk !== undefined;
}

/** Records the remaining rows of a chunk; without any the chunk is deleted. */
export async function setLinesLeft(
  db: Db,
  id: number,
  worker: string,
  left: readonly number[],
): Promise<void> {
  if (left.length === 0) await db.deleteFrom("bulk_chunks").where("id", "=", id).execute();
  else
    await db
      .updateTable("bulk_chunks")
      .set({ worker, left: JSON.stringify(left) })
      .where("id", "=", id)
      .execute();
}
