import { type Expression, expressionBuilder, type Kysely, type Selectable, type SqlBool } from "kysely";
import {
  type BulkFile,
  type BulkFileState,
  type NamedFile,
  sentFileStates,
} from "#lib/bulk/file/bulk-file.ts";
import type { FilePlan } from "#lib/bulk/file/file-plan.ts";
import type { Database } from "#server/db/database.ts";
import { db } from "#server/db/db.ts";
import { countDuplicates } from "#server/gateway-cache/cached-results.ts";

/** The rows of bulk files. Every function here is one committed step. */

export type BulkFileRow = Selectable<Database["bulk_files"]>;

export function findFileRow(id: string): Promise<BulkFileRow | undefined> {
  return db().selectFrom("bulk_files").selectAll().where("id", "=", id).executeTakeFirst();
}

/** A file by its id or by the key of its group. */
export async function findFile(
  idOrKey: string,
  store: Pick<Kysely<Database>, "selectFrom"> = db(),
): Promise<BulkFile | undefined> {
  const row = await store
    .selectFrom("bulk_files")
    .selectAll()
    .where((eb) => eb.or([eb("id", "=", idOrKey), eb("bulk_key", "=", idOrKey)]))
    .executeTakeFirst();
  return row && toFile(row);
}

/** The newest files first; with `open`, only those that wait for a person. */
export async function listFiles({
  limit,
  offset,
  open = false,
}: {
  limit: number;
  offset: number;
  open?: boolean;
}): Promise<{ files: BulkFile[]; total: number; limit: number; offset: number }> {
  const within = () => {
    const query = db().selectFrom("bulk_files");
    return open ? query.where("state", "in", openStates) : query;
  };
  const { total } = await within()
    .select((eb) => eb.fn.countAll<number>().as("total"))
    .executeTakeFirstOrThrow();
  const rows = await within()
    .selectAll()
    .orderBy("prepared_at", "desc")
    .limit(limit)
    .offset(offset)
    .execute();
  const duplicates = await countDuplicates(rows.flatMap(({ bulk_key }) => bulk_key ?? []));
  const files = rows.map((row) => ({ ...toFile(row), duplicates: duplicates.get(row.bulk_key ?? "") }));
  return { files, total, limit, offset };
}

/** Files of which the answer was lost, oldest first; of one user when given. */
export async function listUnknownFiles(userId?: string): Promise<BulkFile[]> {
  const rows = await db()
    .selectFrom("bulk_files")
    .selectAll()
    .where("state", "=", "unknown")
    .$if(userId !== undefined, (query) => query.where("prepared_by_id", "=", userId ?? ""))
    .orderBy("sent_at")
    .limit(maxUnknown)
    .execute();
  return rows.map(toFile);
}

/** Shown at most; the count has no limit. */
const maxUnknown = 200;

export async function countUnknownFiles(): Promise<number> {
  const { count } = await db()
    .selectFrom("bulk_files")
    .select((eb) => eb.fn.countAll<number>().as("count"))
    .where("state", "=", "unknown")
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** The keys of the groups of files that were running when they were last read; of very many, the newest. */
export async function listSeenRunning(): Promise<string[]> {
  const rows = await db()
    .selectFrom("bulk_files")
    .select("bulk_key")
    .where("state", "=", "sent")
    .where("bulk_key", "is not", null)
    .where("group_seen", "like", '%"status":"Running"%')
    .orderBy("sent_at", "desc")
    .limit(5)
    .execute();
  return rows.flatMap(({ bulk_key }) => bulk_key ?? []);
}

const openStates = ["waiting", "approved", "sending", "unsent", "unknown"] as const;

/**
 * Moves a file from one of the given states; false when it has left them: another process was faster. With
 * `sentAt` only while it is still the sending that began then, and not one after it.
 */
export async function moveFile(
  id: string,
  from: readonly BulkFileState[],
  change: Partial<Omit<BulkFileRow, "id">>,
  sentAt?: number,
  store: Pick<Kysely<Database>, "updateTable"> = db(),
): Promise<boolean> {
  const moved = await store
    .updateTable("bulk_files")
    .set(change)
    .where("id", "=", id)
    .where("state", "in", from)
    .$if(sentAt !== undefined, (query) => query.where("sent_at", "=", sentAt ?? null))
    .executeTakeFirst();
  return moved.numUpdatedRows === 1n;
}

/**
 * Files that the gateway has or may have. A person's decision that one did not arrive, and a withdrawal after it, do not
 * change that: only an answer or an upload without its end does, and then `end_sent` is 0.
 */
export function mayBeAtGateway(): Expression<SqlBool> {
  const eb = expressionBuilder<Database, "bulk_files">();
  return eb.or([
    eb("bulk_files.state", "in", sentFileStates),
    eb.and([eb("bulk_files.state", "in", ["unsent", "cancelled"]), eb("bulk_files.end_sent", "=", 1)]),
  ]);
}

/** As people find a file. */
export const toNamed = ({
  id,
  name,
  reference,
}: Pick<BulkFileRow, "id" | "name" | "reference">): NamedFile => ({
  id,
  label: `${name}, file ${reference}`,
});

/** How a file is read. */
export const planOf = (row: BulkFileRow): FilePlan => JSON.parse(row.plan);

export function toFile(row: BulkFileRow): BulkFile {
  return {
    id: row.id,
    reference: row.reference,
    name: row.name,
    size: row.size,
    sha256: row.sha256,
    rows: row.rows,
    good: row.good,
    excluded: row.excluded,
    fixed: row.fixed,
    totals: JSON.parse(row.totals),
    cents: row.cents,
    state: row.state,
    preparedById: row.prepared_by_id,
    preparedBy: row.prepared_by,
    preparedAt: row.prepared_at,
    secondReason: row.second_reason ?? undefined,
    approvedBy: row.approved_by ?? undefined,
    approvedAt: row.approved_at ?? undefined,
    sentAt: row.sent_at ?? undefined,
    outcomeAt: row.outcome_at ?? undefined,
    bulkKey: row.bulk_key ?? undefined,
    upload: row.upload ? JSON.parse(row.upload) : undefined,
    group: row.group_seen ? JSON.parse(row.group_seen) : undefined,
    groupReadAt: row.group_read_at ?? undefined,
    problem: row.problem ?? undefined,
    mayHaveLeft: row.end_sent === 1,
    search: row.lookup_notes ? JSON.parse(row.lookup_notes) : undefined,
    nextLookupAt: row.next_lookup_at ?? undefined,
    duplicates: undefined,
    counterPayments: row.counter_payments ? JSON.parse(row.counter_payments) : undefined,
  };
}
