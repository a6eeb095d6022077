import type { BulkSearch } from "#lib/bulk/file/bulk-file.ts";
import { formatFiles, openDecision } from "#lib/bulk/file-decision.ts";
import { countOf } from "#lib/format/counts.ts";
import type { BulkGroup } from "#lib/gateway/schemas/bulk.ts";
import { DAY_MS } from "#lib/time.ts";
import { db } from "#server/db/db.ts";
import { isDue } from "#server/db/is-due.ts";
import { writeNotice } from "#server/payments/attempts/notices.ts";
import { longestLookupMs, nextLookup } from "#server/payments/lookup/times.ts";
import { toContradiction, toDoubt } from "./contradictions.ts";
import { type BulkFileRow, findFileRow, moveFile, toFile } from "./files.ts";
import { lookupInTransactions, lookupRunning } from "./results/evidence.ts";
import { findGroupNamed } from "./results/readings.ts";
import { hasTraces, isProof } from "./results/traces.ts";

/**
 * Resolves files whose answer was lost, by evidence alone: a group whose file name carries our reference is this file, and
 * so is one of as many rows that show in it; enough of them among the transactions prove that it arrived.
 * Absence proves nothing, since a file may wait behind others. So nothing here ever decides that a file did not arrive; a
 * manager may. That can be wrong: lookups continue for a week, and a finding raises a notice.
 */
export async function resolveFiles(now = Date.now()): Promise<number> {
  const due = await db()
    .selectFrom("bulk_files")
    .selectAll()
    .where("state", "in", searched)
    .where(isDue("next_lookup_at", now, longestLookupMs))
    .orderBy("next_lookup_at")
    .limit(10)
    .execute();
  let settled = 0;
  for (const row of due) if (await claim(row, now)) settled += (await lookUp(row)) ? 1 : 0;
  return settled;
}

/** Unknown files, and those that a person decided about or withdrew since: others have no lookups. */
const searched = ["unknown", "sent", "unsent", "cancelled"] as const;

/**
 * Files that a dead process was sending. Where the end of the upload was still held back the gateway has no whole file:
 * neither the request nor its one part ever ended (RFC 9112, 8; RFC 2046, 5.1.1). Otherwise the end may have left.
 */
export async function adoptSending(living: readonly string[], now = Date.now()): Promise<void> {
  const orphans = () =>
    db().updateTable("bulk_files").where("state", "=", "sending").where("process_id", "not in", living);
  await orphans()
    .set({ state: "unsent", outcome_at: now, problem: brokenOff })
    .where("end_sent", "=", 0)
    .execute();
  await orphans().set({ state: "unknown", next_lookup_at: now, problem: interrupted }).execute();
}

const brokenOff =
  "The console stopped before it had sent the whole file. None of it is running: send it again.";
const interrupted =
  "The console stopped after it had sent the whole file. The gateway may have it: don't send it again before that is known.";

/** The next lookup is scheduled before this one begins, so that a second process does not repeat it at once. */
async function claim(row: BulkFileRow, now: number): Promise<boolean> {
  const { lookups, decided } = searchOf(row);
  const next = nextLookup(now, lookups, []);
  const isLast = decided !== undefined && now > decided.at + searchedAfterDecisionMs;
  const claimed = await db()
    .updateTable("bulk_files")
    // A group without a recognizable row shows only while it runs.
    .set({ next_lookup_at: isLast ? null : (await hasTraces(row.id)) ? next : Math.min(next, now + 60_000) })
    .where("id", "=", row.id)
    .where("state", "=", row.state)
    .where("next_lookup_at", "=", row.next_lookup_at)
    .executeTakeFirst();
  return claimed.numUpdatedRows === 1n;
}

/** As long as a file may wait behind others. */
const searchedAfterDecisionMs = 7 * DAY_MS;

const searchOf = (row: BulkFileRow): BulkSearch =>
  row.lookup_notes ? JSON.parse(row.lookup_notes) : { lookups: 0, places: [], rows: [] };

async function lookUp(row: BulkFileRow): Promise<boolean> {
  // Readings of any workstation cost nothing.
  const seen = await findGroupNamed(row.reference);
  if (seen)
    return resolveFound(
      row,
      seen,
      `Found by file number ${row.reference} in the group's name at the gateway.`,
    );
  const search = searchOf(row);
  const running = await lookupRunning(row);
  if (running.group && running.how) return resolveFound(row, running.group, running.how);
  const listed = await lookupInTransactions(row, search);
  const places = [running.place, listed.place].flatMap((place) => place ?? []);
  const kept = search.places.filter((old) => !places.some(({ place }) => place === old.place));
  const { rows, shared } = listed;
  const met = { rows, shared };
  const noted = { ...search, ...met, lookups: search.lookups + 1, places: [...places, ...kept] };
  await saveLookup(row, noted);
  if (!(await isProof(row.id, rows))) {
    await noteShared(row, noted);
    return false;
  }
  return resolveFound(
    row,
    undefined,
    `Found by its rows: ${countOf(rows.length, "row")} among the gateway's transactions.`,
  );
}

/**
 * Its rows are at the gateway, and it or another file brought them: the decision that this one did not arrive may be wrong,
 * unless another one is known to have arrived.
 */
async function noteShared(row: BulkFileRow, { rows, shared, decided }: BulkSearch): Promise<void> {
  if (!shared || decided?.arrived !== false) return;
  if (!(await isProof(row.id, [...rows, ...shared.rows]))) return;
  const others = await Promise.all(shared.files.map(({ id }) => findFileRow(id)));
  if (others.some((other) => other?.state === "sent")) return;
  const count = rows.length + shared.rows.length;
  const message = `The gateway's transactions include ${countOf(count, "row")} of this file. Another file has the same rows: ${formatFiles(shared.files)}.`;
  await writeNotice(db(), toDoubt(row, decided, "shared", message));
}

/** Without a group it is known to have arrived, and cannot be watched. */
async function resolveFound(row: BulkFileRow, group: BulkGroup | undefined, how: string): Promise<boolean> {
  const key = group?.bulk_key;
  // Without a key a group cannot be watched: it may still show one later.
  if (group && !key) return false;
  const fewer = row.good - (group?.transactions ?? row.good);
  const now = Date.now();
  const { decided } = searchOf(row);
  // Written once however often this is repeated, so it comes first: a file is never restored without it.
  const isWrong = decided?.arrived === false;
  if (isWrong) await writeNotice(db(), toContradiction(row, decided, how));
  return moveFile(row.id, [row.state], {
    state: "sent",
    outcome_at: now,
    next_lookup_at: null,
    ...(key
      ? { bulk_key: key, group_seen: JSON.stringify(group), group_read_at: now }
      : { lookup_notes: JSON.stringify({ ...searchOf(row), isFound: true }) }),
    problem: [
      decided?.text ?? "Its answer was lost.",
      ...(isWrong ? ["But the gateway has it."] : []),
      how,
      ...(fewer > 0 ? [`The group has ${row.good - fewer} of its ${row.good} rows.`] : []),
    ].join(" "),
  });
}

/** Only if no decision was made meanwhile: the notes hold the decision. */
async function saveLookup({ id, lookup_notes: notes }: BulkFileRow, looked: BulkSearch): Promise<void> {
  await db()
    .updateTable("bulk_files")
    .set({ lookup_notes: JSON.stringify(looked) })
    .where("id", "=", id)
    .where("state", "in", searched)
    .where("lookup_notes", notes === null ? "is" : "=", notes)
    .execute();
}

/**
 * A manager decides whether the gateway has the file; the reason is recorded with their name. Lookups go on: the file's
 * end may have been sent, and without its group's key it can't be watched. Until they find it the decision can be changed;
 * of a file that was found by its rows only the key of its group can still be named.
 */
export async function resolveByDecision(
  id: string,
  decided: NonNullable<BulkSearch["decided"]>,
  bulk_key: string | null,
): Promise<boolean> {
  const row = await findFileRow(id);
  const open = row && openDecision(toFile(row));
  if (!open) return false;
  if (open === "nameGroup") {
    // The evidence is kept, and so is the decision that it contradicts.
    if (!decided.arrived || bulk_key === null) return false;
    const problem = [row.problem, decided.text].filter(Boolean).join(" ");
    return moveFile(id, ["sent"], { bulk_key, problem });
  }
  return moveFile(id, [row.state], {
    state: decided.arrived ? "sent" : "unsent",
    bulk_key,
    ...(!decided.arrived && { end_sent: 1 }),
    outcome_at: decided.at,
    next_lookup_at: bulk_key === null ? decided.at : null,
    lookup_notes: JSON.stringify({ ...searchOf(row), lookups: 0, decided }),
    problem: decided.text,
  });
}
