import { daysFrom } from "#lib/business-day.ts";
import type { Batch } from "#lib/gateway/schemas/batch.ts";
import { dayIn, readMoment } from "#lib/time.ts";
import { db } from "#server/db/db.ts";
import { env } from "#server/env.ts";
import { noteRead } from "#server/gateway-cache/cached-transactions.ts";
import { beginSync } from "#server/gateway-cache/sync.ts";
import { read } from "#server/gateway-client/client.ts";
import { offerPage } from "#server/payments/recovery/offer-evidence.ts";
import { countClosedSince, isWatched } from "./coverage.ts";
import { type HistoryProgress, readProgress, saveProgress } from "./history-progress.ts";

/**
 * Reads the past into the index within the background's share of the rate limit: first the list of batches, newest first,
 * as far back as the settings ask, then each closed batch page by page (server/gateway-cache/sync.ts), and now and then
 * what is new in the open one. Each page is committed with the progress, so a restart goes on where it was.
 */

const waitMs = 20_000;
const batchesAtOnce = 100;
const transactionsAtOnce = 1000;
/** How often the list is read again for batches that closed since. */
const listAgainMs = 600_000;
/**
 * How often the open batch is read, for each of its pages: after an event of another system's payment, while somebody
 * looks at what the index holds, and else.
 */
const openAgainMs = { reported: 15_000, watched: 60_000, unwatched: 900_000 };

/** Does the next due piece of work; false when nothing is due or the gateway can't be asked now. */
export async function readHistory(now = Date.now()): Promise<boolean> {
  const days = env().historyDays;
  if (days === 0) return false;
  const progress = await readProgress();
  if (progress.next_offset !== null) return listMore(progress, days, now);
  const listedAt = progress.listed_at ?? 0;
  if (now - listedAt >= listAgainMs || (await countClosedSince(listedAt)) > 0)
    return listMore({ ...progress, next_offset: 0 }, days, now);
  const pace = (await isReported(progress.open_read_at ?? 0))
    ? "reported"
    : isWatched(now)
      ? "watched"
      : "unwatched";
  const again = openAgainMs[pace] * progress.open_pages;
  const isOpenDue = progress.open_offset > 0 || now - (progress.open_read_at ?? 0) >= again;
  return isOpenDue ? readOpenBatch(progress, now) : false;
}

/** Whether an event since then is about a payment that only a list shows. */
async function isReported(since: number): Promise<boolean> {
  const event = await db()
    .selectFrom("webhook_events")
    .select("event_id")
    .where("received_at", ">", since)
    .where("verdict", "=", "nothing")
    .limit(1)
    .executeTakeFirst();
  return event !== undefined;
}

/** Lists a page of batches, and has those that are closed read. A list that was read to its end before is read to a page that ends with a known one. */
async function listMore(progress: HistoryProgress, days: number, now: number): Promise<boolean> {
  const { gatewayTimeZone: timeZone } = env();
  const offset = progress.next_offset ?? 0;
  const oldest = daysFrom(dayIn(timeZone, now), -days);
  const outcome = await read("listBatches", {
    query: { limit: batchesAtOnce, offset, openedge: oldest.replaceAll("-", "") },
    priority: "background",
    waitMs,
  });
  if (outcome.kind !== "answered") return false;
  const { data, total } = outcome.value;
  const known = await findKnownClosed(data.flatMap(({ key }) => key ?? []));
  // The oldest first: once one is noted, all before it are.
  for (const [place, batch] of [...data.entries()].toReversed())
    if (batch.key && !known.has(batch.key)) await noteBatch(batch, batch.key, timeZone, now + offset + place);
  const end = offset + data.length;
  const isRead = data.length === 0 || (total !== undefined && end >= total);
  // The newest alone may be known from a refund that was compared with them.
  const wasReadBefore = progress.listed_at !== null && known.has(data.at(-1)?.key ?? "");
  const isDone = isRead || wasReadBefore;
  await saveProgress({
    ...progress,
    from_day: oldest,
    next_offset: isDone ? null : end,
    ...(isDone && { listed_at: now }),
    listed_total: total ?? progress.listed_total,
  });
  return true;
}

/** Notes a batch of the list, and has one that is closed read. */
export async function noteBatch(batch: Batch, key: string, timeZone: string, readAt: number): Promise<void> {
  const closed = isClosed(batch);
  const row = {
    sequence: batch.sequence ?? null,
    opened_at: readMoment(timeZone, batch.opened) ?? null,
    closed_at: closed ? (readMoment(timeZone, batch.closed) ?? readAt) : null,
  };
  await db()
    .insertInto("history_batches")
    .values({ batch_key: key, ...row })
    .onConflict((conflict) => conflict.column("batch_key").doUpdateSet(row))
    .execute();
  // In the order of the list: what was newest when it was listed is read first.
  if (closed) await beginSync("batch", key, readAt);
}

/** A list need not show the status. */
export const isClosed = ({ closed, status }: Batch): boolean => closed !== undefined || status === "closed";

async function findKnownClosed(keys: readonly string[]): Promise<Set<string>> {
  if (keys.length === 0) return new Set();
  const rows = await db()
    .selectFrom("history_batches")
    .select("batch_key")
    .where("batch_key", "in", keys)
    .where("closed_at", "is not", null)
    .execute();
  return new Set(rows.map(({ batch_key }) => batch_key));
}

/** Reads the open batch in full, a page at a time: voids and captures change older transactions too. */
async function readOpenBatch(progress: HistoryProgress, now: number): Promise<boolean> {
  const offset = progress.open_offset;
  const outcome = await read("listBatchTransactions", {
    segments: { batch_key: "current" },
    query: { limit: transactionsAtOnce, offset },
    priority: "background",
    waitMs,
  });
  if (outcome.kind === "refused") {
    const isNoneOpen = outcome.error.status === 404;
    await saveProgress({
      ...progress,
      open_read_at: now,
      open_found: isNoneOpen ? false : null,
      open_offset: 0,
      open_pages: 1,
    });
    return false;
  }
  if (outcome.kind !== "answered") return false;
  const { data, total } = outcome.value;
  await noteRead(data, { listKey: "current", askedAt: outcome.askedAt });
  await offerPage(data, "current");
  const end = offset + data.length;
  const isDone = data.length === 0 || end >= (total ?? end);
  await saveProgress({
    ...progress,
    open_offset: isDone ? 0 : end,
    ...(isDone && {
      open_read_at: now,
      open_found: true,
      open_pages: Math.max(1, Math.ceil(end / transactionsAtOnce)),
    }),
  });
  return !isDone;
}
