import type { BulkSearch } from "#lib/bulk/bulk-file.ts";
import { countOf } from "#lib/format/counts.ts";
import type { BulkGroup } from "#lib/gateway/bulk.ts";
import { db } from "#server/db/db.ts";
import { nextLook } from "#server/journal/search/times.ts";
import { enough, lookAtRunning, lookInTransactions } from "./evidence.ts";
import { type BulkFileRow, findFileRow, moveFile } from "./files.ts";
import { findGroupNamed } from "./readings.ts";
import { hasTraces } from "./traces.ts";

/**
 * Settles files whose answer was lost, by evidence alone: a group whose file name carries our reference is this file, and
 * so is one of as many lines that bring its own references; some of those among the transactions prove that it arrived.
 * That nothing shows proves nothing: a file may wait behind others. So nothing here ever says that a file did not arrive;
 * a manager may.
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

/**
 * Files that a dead process was sending. Where the end of the upload was still held back the gateway has no whole file:
 * neither the request nor its one part ever ended (RFC 9112, 8; RFC 2046, 5.1.1). Otherwise the end may have left.
 */
export async function adoptSending(living: readonly string[], now = Date.now()): Promise<void> {
  const orphans = () =>
    db().updateTable("bulk_files").where("state", "=", "sending").where("process_id", "not in", living);
  await orphans()
    .set({ state: "unsent", settled_at: now, problem: brokenOff })
    .where("end_left", "=", 0)
    .execute();
  await orphans().set({ state: "unknown", next_look_at: now, problem: interrupted }).execute();
}

const brokenOff =
  "The console stopped before it had handed over the whole file. Nothing of it runs: send it again.";
const interrupted =
  "The console stopped when the whole file had been handed over. The gateway may have it: do not send it again before that is known.";

/** The next look is written before this one begins, so that a second process does not look at once again. */
async function claim(row: BulkFileRow, now: number): Promise<boolean> {
  const next = nextLook(now, searchOf(row).looks, []);
  const claimed = await db()
    .updateTable("bulk_files")
    // A group without a line that could be known again shows only while it runs.
    .set({ next_look_at: (await hasTraces(row.id)) ? next : Math.min(next, now + 60_000) })
    .where("id", "=", row.id)
    .where("state", "=", "unknown")
    .where("next_look_at", "=", row.next_look_at)
    .executeTakeFirst();
  return claimed.numUpdatedRows === 1n;
}

const searchOf = (row: BulkFileRow): BulkSearch =>
  row.search ? JSON.parse(row.search) : { looks: 0, places: [], rows: [] };

async function look(row: BulkFileRow): Promise<boolean> {
  // What any desk has read since costs nothing.
  const seen = await findGroupNamed(row.reference);
  if (seen)
    return settleFound(row, seen, `by our reference ${row.reference} in the gateway's name of the group`);
  const search = searchOf(row);
  const running = await lookAtRunning(row);
  if (running.group && running.how) return settleFound(row, running.group, running.how);
  const listed = await lookInTransactions(row, search);
  const places = [running.place, listed.place].flatMap((place) => place ?? []);
  const kept = search.places.filter((old) => !places.some(({ place }) => place === old.place));
  await moveFile(row.id, ["unknown"], {
    search: JSON.stringify({ looks: search.looks + 1, places: [...places, ...kept], rows: listed.rows }),
  });
  if (listed.rows.length < enough) return false;
  return settleFound(
    row,
    undefined,
    `by its own references: ${countOf(listed.rows.length, "line")} of it are among the gateway's transactions`,
  );
}

/** Without a group it is known to have arrived, and cannot be watched. */
async function settleFound(row: BulkFileRow, group: BulkGroup | undefined, how: string): Promise<boolean> {
  const key = group?.bulk_key;
  // Without a key a group cannot be watched: it may still show one later.
  if (group && !key) return false;
  const fewer = row.good - (group?.transactions ?? row.good);
  const now = Date.now();
  return moveFile(row.id, ["unknown"], {
    state: "sent",
    settled_at: now,
    next_look_at: null,
    ...(key && { bulk_key: key, group_seen: JSON.stringify(group), group_read_at: now }),
    problem: `Its answer was lost. Found ${how}${
      fewer > 0 ? `, which runs ${row.good - fewer} of its ${row.good} lines` : ""
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
