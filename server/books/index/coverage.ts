import type { Coverage } from "#lib/books/coverage.ts";
import { sentFileStates } from "#lib/bulk/file/bulk-file.ts";
import { monthIn } from "#lib/time.ts";
import { db } from "#server/db/db.ts";
import { env } from "#server/env.ts";
import { hasAnyOutcomeSince } from "#server/payments/attempts/attempt-queries.ts";
import { type HistoryProgress, readProgress } from "./history-progress.ts";
import { readCheckCoverage } from "./reread.ts";

/** How much of the past the index knows. Costs no request, and has the open batch read more often for some minutes. */
export async function readCoverage(): Promise<Coverage> {
  shared[watchedAt] = Date.now();
  const progress = await readProgress();
  const closed = await db()
    .selectFrom("history_batches")
    .leftJoin("batch_syncs", "batch_syncs.list_key", "history_batches.batch_key")
    .select(["closed_at", "opened_at", "batch_syncs.done_at", "batch_syncs.waits"])
    .where("closed_at", "is not", null)
    .orderBy("closed_at", "desc")
    .execute();
  const readCount = closed.filter(({ done_at }) => done_at !== null).length;
  const firstUnread = closed.findIndex(({ done_at }) => done_at === null);
  const lastWhole = firstUnread === -1 ? closed.at(-1) : closed[firstUnread - 1];
  const unlisted = await countClosedSince(progress.listed_at ?? 0);
  const total = Math.max(closed.length, (progress.listed_total ?? 0) - 1) + unlisted;
  const isListed = progress.listed_at !== null && progress.next_offset === null;
  return {
    isOn: env().historyDays > 0,
    isComplete: isListed && firstUnread === -1 && unlisted === 0,
    askedFrom: progress.from_day ?? undefined,
    wholeFrom: lastWhole?.opened_at ?? lastWhole?.closed_at ?? undefined,
    readBatches: readCount,
    batches: isListed ? closed.length + unlisted : total,
    openReadAt: progress.open_read_at ?? undefined,
    hasOpenBatch: await hasOpenBatch(progress),
    waits: closed.find(({ waits }) => waits !== null)?.waits ?? undefined,
    checks: await readCheckCoverage(),
    unreadFiles: await countUnreadFiles(),
    months: countMonths(closed, env().gatewayTimeZone),
  };
}

/** As the last reading found it, unless a batch was closed here after that. Unknown counts as open. */
async function hasOpenBatch({ open_read_at, open_found }: HistoryProgress): Promise<boolean> {
  const { closedAt } = await db()
    .selectFrom("batch_closes")
    .select(({ fn }) => fn.max("asked_at").as("closedAt"))
    .where("state", "=", "closed")
    .executeTakeFirstOrThrow();
  const readAt = open_read_at ?? 0;
  const isClosedSince = closedAt !== null && Number(closedAt) > readAt;
  if (!isClosedSince && open_found !== false) return true;
  const since = isClosedSince ? Number(closedAt) : readAt;
  return (await hasAnyOutcomeSince(since)) || (await hasFileRunSince(since));
}

/** Whether a bulk file may have opened a batch since then (epoch ms). */
async function hasFileRunSince(since: number): Promise<boolean> {
  const file = await db()
    .selectFrom("bulk_files")
    .leftJoin("batch_syncs", "batch_syncs.list_key", "bulk_files.bulk_key")
    .select("bulk_files.id")
    .where("bulk_files.state", "in", sentFileStates)
    .where((eb) => eb.or([eb("batch_syncs.done_at", "is", null), eb("batch_syncs.done_at", ">", since)]))
    .limit(1)
    .executeTakeFirst();
  return file !== undefined;
}

/** How many batches were closed here since the gateway's list was read (epoch ms), and are not known as closed otherwise. */
export async function countClosedSince(listedAt: number): Promise<number> {
  const { unlisted } = await db()
    .selectFrom("batch_closes")
    .leftJoin("history_batches", "history_batches.batch_key", "batch_closes.batch_key")
    .where("batch_closes.state", "=", "closed")
    .where("batch_closes.asked_at", ">", listedAt)
    .where("history_batches.closed_at", "is", null)
    .select(({ fn }) => fn.count<number>("batch_closes.batch_key").distinct().as("unlisted"))
    .executeTakeFirstOrThrow();
  return Number(unlisted);
}

async function countUnreadFiles(): Promise<number> {
  const { unread } = await db()
    .selectFrom("bulk_files")
    .leftJoin("batch_syncs", "batch_syncs.list_key", "bulk_files.bulk_key")
    .where("bulk_files.state", "in", sentFileStates)
    .where("batch_syncs.done_at", "is", null)
    .select(({ fn }) => fn.countAll<number>().as("unread"))
    .executeTakeFirstOrThrow();
  return Number(unread);
}

function countMonths(
  closed: readonly { closed_at: number | null; done_at: number | null }[],
  timeZone: string,
): Coverage["months"] {
  const byMonth = Map.groupBy(closed, ({ closed_at }) => monthIn(timeZone, closed_at ?? 0));
  return [...byMonth]
    .map(([month, batches]) => ({
      month,
      batches: batches.length,
      readBatches: batches.filter(({ done_at }) => done_at !== null).length,
    }))
    .sort((one, other) => (one.month < other.month ? -1 : 1));
}

/** Whether somebody looked at what the index holds within the last minutes. */
export const isWatched = (now: number): boolean => now - (shared[watchedAt] ?? 0) < watchedForMs;

const watchedAt: unique symbol = Symbol.for("merchant-console.index-watched");
// Pages and background work may hold copies of this module.
const shared = globalThis as typeof globalThis & { [watchedAt]?: number };
const watchedForMs = 180_000;
