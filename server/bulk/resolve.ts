import type { BulkGroup } from "#lib/gateway/bulk.ts";
import { db } from "#server/db/db.ts";
import { read } from "#server/gateway/client.ts";
import { type BulkFileRow, findFileRow, moveFile } from "./files.ts";
import { keep } from "./groups.ts";
import { findGroupNamed } from "./readings.ts";

/**
 * Settles files whose answer was lost, by evidence alone: a group whose file name carries our reference is this file, and
 * the gateway has it. That no group shows proves nothing: a file may wait behind others, or be over already. So nothing
 * here ever says that a file did not arrive; a manager may.
 */
export async function resolveFiles(now = Date.now()): Promise<number> {
  const due = await db()
    .selectFrom("bulk_files")
    .selectAll()
    .where("state", "=", "unknown")
    .where("next_look_at", "<=", now)
    .orderBy("next_look_at")
    .limit(10)
    .execute();
  let settled = 0;
  for (const row of due) if (await claim(row, now)) settled += (await look(row)) ? 1 : 0;
  return settled;
}

/** Files that a dead process was sending: whether the last byte left before it died is not known here. */
export async function adoptSending(living: readonly string[], now = Date.now()): Promise<void> {
  const rows = await db()
    .selectFrom("bulk_files")
    .select("id")
    .where("state", "=", "sending")
    .where("process_id", "not in", living)
    .execute();
  for (const { id } of rows)
    await moveFile(id, ["sending"], { state: "unknown", next_look_at: now, problem: interrupted });
}

const interrupted =
  "The console stopped while it was sending the file. The gateway may have all of it: do not send it again before that is known.";

/** The next look is written before this one begins, so that a second process does not look at once again. */
async function claim(row: BulkFileRow, now: number): Promise<boolean> {
  const claimed = await db()
    .updateTable("bulk_files")
    .set({ next_look_at: now + pauseAfter(now - (row.sent_at ?? row.released_at ?? row.prepared_at)) })
    .where("id", "=", row.id)
    .where("state", "=", "unknown")
    .where("next_look_at", "=", row.next_look_at)
    .executeTakeFirst();
  return claimed.numUpdatedRows === 1n;
}

/** Seconds at first, a minute in the end: a group that waits behind others may become current much later. */
const pauseAfter = (ageMs: number) => Math.min(Math.max(ageMs / 10, 3000), 60_000);

async function look(row: BulkFileRow): Promise<boolean> {
  // What any desk has read since costs nothing.
  const seen = await findGroupNamed(row.reference);
  if (seen) return settleFound(row, seen);
  const answer = await read("getBulk", { segments: { bulk_key: "current" }, lane: "resolve" });
  if (answer.kind !== "answered") return false;
  const group = answer.value;
  await keep("current", { group, readAt: Date.now() });
  return group.filename?.includes(row.reference) ? settleFound(row, group) : false;
}

async function settleFound(row: BulkFileRow, group: BulkGroup): Promise<boolean> {
  // Without a key the group cannot be watched: it may still show one later.
  if (!group.bulk_key) return false;
  const lines = group.transactions ?? 0;
  const fewer = row.good - lines;
  const now = Date.now();
  return moveFile(row.id, ["unknown"], {
    state: "sent",
    settled_at: now,
    next_look_at: null,
    bulk_key: group.bulk_key,
    group_seen: JSON.stringify(group),
    group_read_at: now,
    problem: `Its answer was lost. Found by our reference ${row.reference} in the gateway's name of the group${
      fewer > 0 ? `, which runs ${lines} of its ${row.good} lines` : ""
    }.`,
  });
}

/** A manager settles a file by what they found out elsewhere; the reason is kept with their name. */
export async function settleByPerson(
  id: string,
  change: { state: "sent"; bulk_key: string | null } | { state: "unsent" },
  text: string,
): Promise<boolean> {
  const row = await findFileRow(id);
  if (!row) return false;
  return moveFile(id, ["unknown"], { ...change, settled_at: Date.now(), next_look_at: null, problem: text });
}
