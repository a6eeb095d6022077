import { DAY_MS } from "#lib/time.ts";
import { db } from "#server/db/db.ts";
import { noteRead } from "#server/gateway-cache/cached-transactions.ts";
import { read } from "#server/gateway-client/client.ts";
import { offerPage, offerRead } from "#server/payments/recovery/offer-evidence.ts";
import { readProgress, saveProgress } from "./history-progress.ts";

/** Epoch ms of the last whole reading of the open batch, and why it could not be read just now. */
export type OpenReading = { readAt: number | undefined; problem: string | undefined };

const transactionsAtOnce = 1000;
const maxPages = 20;
const maxEvents = 20;

/**
 * Reads the open batch, and the payments that events reported and no reading has shown yet, before a person signs
 * figures. Takes its turn as a person's request; what it reads stays in the index even if it can't be finished.
 */
export async function readOpenNow(): Promise<OpenReading> {
  const startedAt = Date.now();
  const open = await readOpenBatch();
  const problem = open.problem ?? (await readReported(startedAt));
  if (open.pages > 0)
    await saveProgress({
      ...(await readProgress()),
      open_read_at: startedAt,
      open_found: open.isFound,
      open_offset: 0,
      open_pages: open.pages,
    });
  return { readAt: (await readProgress()).open_read_at ?? undefined, problem };
}

/** `pages` is 0 unless the batch was read to its end. */
async function readOpenBatch(): Promise<{ pages: number; isFound: boolean; problem: string | undefined }> {
  let offset = 0;
  for (let page = 1; page <= maxPages; page += 1) {
    const outcome = await read("listBatchTransactions", {
      segments: { batch_key: "current" },
      query: { limit: transactionsAtOnce, offset },
      priority: "person",
    });
    // No batch is open.
    if (outcome.kind === "refused" && outcome.error.status === 404)
      return { pages: 1, isFound: false, problem: undefined };
    if (outcome.kind !== "answered")
      return { pages: 0, isFound: true, problem: `the open batch could not be read: ${reasonOf(outcome)}` };
    const { data, total } = outcome.value;
    await noteRead(data, { listKey: "current", askedAt: outcome.askedAt });
    await offerPage(data, "current");
    offset += data.length;
    if (data.length === 0 || offset >= (total ?? offset))
      return { pages: page, isFound: true, problem: undefined };
  }
  return { pages: 0, isFound: true, problem: "the open batch is too large to be read at once" };
}

/** Payments outside the open batch, such as cash, a check, or a void in a batch that closed meanwhile. */
async function readReported(now: number): Promise<string | undefined> {
  const keys = await listUnread(now);
  for (const key of keys.slice(0, maxEvents)) {
    const outcome = await read("getTransaction", { segments: { trankey: key }, priority: "person" });
    if (outcome.kind === "answered") {
      await noteRead([outcome.value], { askedAt: outcome.askedAt });
      await offerRead(outcome.value, outcome.askedAt);
    } else if (outcome.kind !== "refused" || outcome.error.status !== 404)
      return `a payment that an event reported could not be read: ${reasonOf(outcome)}`;
  }
  return keys.length > maxEvents ? "more events came than can be read at once" : undefined;
}

const daysMs = 3 * DAY_MS;

/** Transactions of events that came after they were read last, and that no check of the event has read. */
async function listUnread(now: number): Promise<string[]> {
  const rows = await db()
    .selectFrom("webhook_events")
    .leftJoin("indexed_transactions", "indexed_transactions.id", "webhook_events.transaction_key")
    .select("webhook_events.transaction_key")
    .distinct()
    .where("webhook_events.transaction_key", "is not", null)
    .where("webhook_events.received_at", ">", now - daysMs)
    .where("webhook_events.shown", "is", null)
    .where("webhook_events.verdict", "in", ["nothing", "unknown", "waiting"])
    .where((eb) =>
      eb.or([
        eb("indexed_transactions.id", "is", null),
        eb("indexed_transactions.read_at", "<", eb.ref("webhook_events.received_at")),
      ]),
    )
    .orderBy("webhook_events.transaction_key")
    .limit(maxEvents + 1)
    .execute();
  return rows.flatMap(({ transaction_key }) => transaction_key ?? []);
}

const reasonOf = (
  outcome: { kind: "refused"; error: { message: string } } | { kind: "unavailable"; reason: string },
): string => (outcome.kind === "refused" ? outcome.error.message : outcome.reason);
