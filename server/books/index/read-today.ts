import type { TransactionDetail } from "#lib/gateway/schemas/transaction.ts";
import type { Read } from "#lib/read.ts";
import { DAY_MS } from "#lib/time.ts";
import { db } from "#server/db/db.ts";
import { env } from "#server/env.ts";
import { listBatchTransactions } from "#server/gateway-cache/batch-transactions.ts";
import { noBatchText } from "#server/gateway-cache/batches.ts";
import { readOpenBatch } from "#server/gateway-cache/credits.ts";
import { findSync } from "#server/gateway-cache/sync.ts";
import { toRead } from "#server/gateway-cache/to-read.ts";
import { read } from "#server/gateway-client/client.ts";
import { isClosed, noteBatch } from "./history.ts";

/** A batch that closed longer ago is left to the background. */
const justMs = 3 * DAY_MS;
const maxBatches = 5;
const maxPages = 20;

/** The open batch with the batches that have just closed: without them a refund made elsewhere might be missed. */
export async function readToday(isForMoney = false): Promise<Read<TransactionDetail[]>> {
  const open = await readOpenBatch(isForMoney);
  if (open.kind !== "found") return open;
  const key = open.value.find(({ batch }) => batch?.key)?.batch?.key;
  const problem = await readJustClosed(key, isForMoney);
  return problem === undefined ? open : { kind: "unavailable", message: problem };
}

/**
 * Reads the batches that closed since they were last listed: what others gave back in them is neither in the open batch
 * nor in the cache yet. Costs no request while the batch that is open now was listed and those before it are read. Returns why
 * not, or undefined. `openKey` is undefined where its transactions don't name it.
 */
async function readJustClosed(openKey: string | undefined, isForMoney: boolean): Promise<string | undefined> {
  const now = Date.now();
  let open = openKey;
  if (!(await isListed(openKey, now))) {
    const outcome = await read("listBatches", {
      query: { limit: maxBatches, offset: 0 },
      priority: isForMoney ? "money" : "person",
    });
    const listed = toRead(outcome, noBatchText);
    // One that lists none has closed none.
    if (listed.kind === "missing") return undefined;
    if (listed.kind === "unavailable") return listed.message;
    const { data } = listed.value;
    // The open one last: once it is noted, all before it are.
    for (const batch of data.toReversed())
      if (batch.key) await noteBatch(batch, batch.key, env().gatewayTimeZone, now);
    open ??= data.find((batch) => !isClosed(batch))?.key;
  }
  for (const key of await listUnread(open, now)) {
    const problem = await readWhole(key, isForMoney);
    if (problem) return problem;
  }
  return undefined;
}

/** While a batch closes, the list may still show it as open beside the one that followed. */
async function isListed(openKey: string | undefined, now: number): Promise<boolean> {
  const open = await db()
    .selectFrom("history_batches")
    .select("batch_key")
    .where("closed_at", "is", null)
    .where((eb) => eb.or([eb("batch_key", "=", openKey ?? ""), eb("opened_at", ">=", now - justMs)]))
    .execute();
  return openKey !== undefined && open.length === 1 && open[0]?.batch_key === openKey;
}

async function listUnread(openKey: string | undefined, now: number): Promise<string[]> {
  const rows = await db()
    .selectFrom("history_batches")
    .leftJoin("batch_syncs", "batch_syncs.list_key", "history_batches.batch_key")
    .select("batch_key")
    .where("batch_syncs.done_at", "is", null)
    .where("batch_key", "!=", openKey ?? "")
    .where((eb) => eb.or([eb("closed_at", ">=", now - justMs), eb("opened_at", ">=", now - justMs)]))
    .orderBy("opened_at", "desc")
    .limit(maxBatches)
    .execute();
  return rows.map(({ batch_key }) => batch_key);
}

/** All pages: those of a closed batch go on where its sync is, and are never read again. */
async function readWhole(key: string, isForMoney: boolean): Promise<string | undefined> {
  let offset = 0;
  for (let pages = 0; pages < maxPages; pages++) {
    const sync = await findSync(key);
    if (sync && sync.done_at !== null) return undefined;
    const page = await listBatchTransactions(key, { limit: 1000, offset: sync?.read ?? offset }, isForMoney);
    if (page.kind === "missing") return undefined;
    if (page.kind === "unavailable") return page.message;
    offset += page.value.data.length;
    if (!sync && (page.value.data.length === 0 || offset >= page.value.total)) return undefined;
  }
  return "A batch that has just closed is still being read.";
}
