import type { BulkFile } from "#lib/bulk/bulk-file.ts";
import type { BulkWatch, ResultFilter, ResultPage } from "#lib/bulk/bulk-results.ts";
import type { BulkGroup } from "#lib/gateway/bulk.ts";
import type { Read } from "#lib/read.ts";
import { ok, type Result, refuse } from "#lib/result.ts";
import { db } from "#server/db/db.ts";
import { read } from "#server/gateway/client.ts";
import { listResults, sumByBatch } from "#server/ledger/kept-results.ts";
import { toRead } from "#server/ledger/to-read.ts";
import { beginWalk, findWalk } from "#server/ledger/walk.ts";
import { findFile, moveFile } from "./files.ts";

const noGroup = "The gateway knows no such bulk group.";
const noneRuns = "No bulk group is running.";

/** A group by its key, or `current`. A completed one never changes: it is asked for once, ever, and its lines are read in the background. */
export async function readGroup(key: string): Promise<Read<BulkWatch>> {
  const file = key === "current" ? undefined : await findFile(key);
  if (file?.group?.status === "Completed")
    return { kind: "found", value: await toWatch(file.group, file), readAt: file.groupReadAt ?? 0 };
  const listed = toRead(
    await read("getBulk", { segments: { bulk_key: file?.bulkKey ?? key }, lane: "person" }),
    key === "current" ? noneRuns : noGroup,
  );
  if (listed.kind !== "found") return listed;
  const group = listed.value;
  const own = file ?? (group.bulk_key ? await findFile(group.bulk_key) : undefined);
  if (own)
    await moveFile(own.id, ["sent"], { group_seen: JSON.stringify(group), group_read_at: listed.readAt });
  return { ...listed, value: await toWatch(group, own) };
}

/** Pauses or resumes a group. Doing it twice is doing it once. */
export async function steerGroup(
  act: "pauseBulk" | "resumeBulk",
  key: string,
): Promise<Result<{ status: string }>> {
  const outcome = await read(act, { segments: { bulk_key: key }, body: {}, lane: "person" });
  switch (outcome.kind) {
    case "answered":
      return ok({ status: outcome.value.status });
    case "refused":
      return refuse(`The gateway refused: ${outcome.error.message}`);
    case "unavailable":
      return refuse(
        `Whether the gateway heard it is not known (${outcome.reason}): look at the status below, then press again.`,
      );
  }
}

/** A page of what became of a completed group's lines, from the ledger alone. */
export async function readResults(
  groupKey: string,
  filter: ResultFilter,
  page: { limit: number; offset: number },
): Promise<ResultPage> {
  const { results, total } = await listResults(groupKey, filter, page);
  const file = await findFile(groupKey);
  if (!file) return { results: results.map((result) => ({ ...result, row: undefined })), total, ...page };
  // The gateway counts the lines that it was sent: those of the chosen file without the ones that were left out.
  const rows = await rowsOfLines(
    file,
    results.flatMap(({ row }) => (row === undefined ? [] : [row])),
  );
  return {
    results: results.map((result) => ({ ...result, row: result.row && rows.get(result.row) })),
    total,
    ...page,
  };
}

async function rowsOfLines(file: BulkFile, lines: readonly number[]): Promise<Map<number, number>> {
  if (lines.length === 0) return new Map();
  // Line 1 is the header; the k-th sent line is the k-th row that was noted.
  const first = Math.min(...lines);
  const last = Math.max(...lines);
  const rows = await db()
    .selectFrom("bulk_lines")
    .select("row")
    .where("file_id", "=", file.id)
    .orderBy("row")
    .limit(last - first + 1)
    .offset(Math.max(0, first - 2))
    .execute();
  return new Map(rows.map(({ row }, place) => [Math.max(first, 2) + place, row]));
}

async function toWatch(group: BulkGroup, file: BulkFile | undefined): Promise<BulkWatch> {
  const key = group.bulk_key;
  if (group.status !== "Completed" || !key) return { group, file, results: { kind: "running" } };
  await beginWalk("bulk", key);
  const walk = await findWalk(key);
  if (!walk || walk.done_at === null)
    return {
      group,
      file,
      results: {
        kind: "walking",
        read: walk?.read ?? 0,
        total: walk?.total ?? undefined,
        waits: walk?.waits ?? undefined,
      },
    };
  return {
    group,
    file,
    results: { kind: "done", total: walk.total ?? walk.read, batches: await sumByBatch(key) },
  };
}
