import type { BulkSearch } from "#lib/bulk/bulk-file.ts";
import { countOf } from "#lib/format/counts.ts";
import type { BulkGroup } from "#lib/gateway/bulk.ts";
import { db } from "#server/db/db.ts";
import { type NewNotice, writeNotice } from "#server/journal/notices.ts";
import { nextLook } from "#server/journal/search/times.ts";
import { enough, lookAtRunning, lookInTransactions } from "./evidence.ts";
import { type BulkFileRow, findFileRow, moveFile } from "./files.ts";
import { findGroupNamed } from "./readings.ts";
import { hasTraces } from "./traces.ts";

/**
 * Settles files whose answer was lost, by evidence alone: a group whose file name carries our reference is this file, and
 * so is one of as many lines that bring its own references; some of those among the transactions prove that it arrived.
 * That nothing shows proves nothing: a file may wait behind others. So nothing here ever says that a file did not arrive;
 * a manager may. That can be wrong: the search goes on for a week, and what it finds raises a notice.
 */
export async function resolveFiles(now = Date.now()): Promise<number> {
  const due = await db()
    .selectFrom("bulk_files")
    .selectAll()
    .where("state", "in", searched)
    .where("next_look_at", "<=", now)
    .orderBy("next_look_at")
    .limit(10)
    .execute();
  let settled = 0;
  for (const row of due) if (await claim(row, now)) settled += (await look(row)) ? 1 : 0;
  return settled;
}

/** Unknown ones, and those that a person decided about or withdrew since: of others no look is due. */
const searched = ["unknown", "unsent", "cancelled"] as const;

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
  const { looks, decided } = searchOf(row);
  const next = nextLook(now, looks, []);
  const isLast = decided !== undefined && now > decided.at + searchedAfterDecisionMs;
  const claimed = await db()
    .updateTable("bulk_files")
    // A group without a line that could be known again shows only while it runs.
    .set({ next_look_at: isLast ? null : (await hasTraces(row.id)) ? next : Math.min(next, now + 60_000) })
    .where("id", "=", row.id)
    .where("state", "=", row.state)
    .where("next_look_at", "=", row.next_look_at)
    .executeTakeFirst();
  return claimed.numUpdatedRows === 1n;
}

/** As long as a file may wait behind others. */
const searchedAfterDecisionMs = 7 * 24 * 60 * 60_000;

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
  const looked = { ...search, looks: search.looks + 1, places: [...places, ...kept], rows: listed.rows };
  await noteSearch(row, looked);
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
  const { decided } = searchOf(row);
  // Written once however often this is repeated, so it comes first: a file is never restored without it.
  if (decided) await writeNotice(db(), toNotice(row, decided, `Found ${how}.`));
  return moveFile(row.id, [row.state], {
    state: "sent",
    settled_at: now,
    next_look_at: null,
    ...(key && { bulk_key: key, group_seen: JSON.stringify(group), group_read_at: now }),
    problem: `${decided ? `${decided.text} But the gateway has it.` : "Its answer was lost."} Found ${how}${
      fewer > 0 ? `, which runs ${row.good - fewer} of its ${row.good} lines` : ""
    }.`,
  });
}

/** Only while nobody has decided meanwhile: the decision is kept in the search. */
async function noteSearch({ id, search }: BulkFileRow, looked: BulkSearch): Promise<void> {
  await db()
    .updateTable("bulk_files")
    .set({ search: JSON.stringify(looked) })
    .where("id", "=", id)
    .where("state", "in", searched)
    .where("search", search === null ? "is" : "=", search)
    .execute();
}

function toNotice(
  { id, reference, name, good, cents, prepared_by }: BulkFileRow,
  { by, at }: NonNullable<BulkSearch["decided"]>,
  message: string,
): NewNotice {
  const facts = {
    reference,
    fileId: id,
    fileName: name,
    rows: good,
    amountCents: cents,
    takenBy: prepared_by,
  };
  return {
    id: `bulkContradiction:${id}`,
    facts: { kind: "bulkContradiction", ...facts, recorded: { by, at }, message },
  };
}

/** A manager says that the gateway has the file; the reason is kept with their name. */
export function settleAsSent(id: string, bulk_key: string | null, problem: string): Promise<boolean> {
  const change = { state: "sent", bulk_key, settled_at: Date.now(), next_look_at: null, problem } as const;
  return moveFile(id, ["unknown"], change);
}

/** A manager says that it did not arrive. Its end may have left all the same, so the search begins again. */
export async function settleAsUnsent(
  id: string,
  decided: NonNullable<BulkSearch["decided"]>,
): Promise<boolean> {
  const row = await findFileRow(id);
  if (!row) return false;
  return moveFile(id, ["unknown"], {
    state: "unsent",
    end_left: 1,
    settled_at: decided.at,
    next_look_at: decided.at,
    search: JSON.stringify({ ...searchOf(row), looks: 0, decided }),
    problem: decided.text,
  });
}
