import type { TransactionDetail } from "#lib/gateway/schemas/transaction.ts";
import type { Read } from "#lib/read.ts";
import { read } from "#server/gateway-client/client.ts";
import { offerPage } from "#server/payments/recovery/offer-evidence.ts";
import { syncOfBatch } from "./batch-sync.ts";
import { noBatchText } from "./batches.ts";
import { listCached, noteRead } from "./cached-transactions.ts";
import { orLastReading } from "./last-reading.ts";
import { cacheSynced } from "./sync.ts";
import { toRead } from "./to-read.ts";

type Page = { limit: number; offset: number };
type TransactionPage = Page & { data: TransactionDetail[]; total: number };

/**
 * A page of a batch's transactions, newest first. Cached pages of a closed batch cost no request. `isForMoney`: a money
 * action waits for it.
 */
export async function listBatchTransactions(
  key: string,
  page: Page,
  isForMoney = false,
): Promise<Read<TransactionPage>> {
  const sync = await syncOfBatch(key);
  const total = sync?.total ?? undefined;
  if (sync && total !== undefined && Math.min(page.offset + page.limit, total) <= sync.read)
    return {
      kind: "found",
      value: { ...page, data: await listCached(key, total, page), total },
      readAt: sync.done_at ?? Date.now(),
    };
  const outcome = await read("listBatchTransactions", {
    segments: { batch_key: key },
    query: page,
    priority: isForMoney ? "money" : "person",
  });
  if (outcome.kind === "answered") {
    await noteRead(outcome.value.data, { listKey: key, askedAt: outcome.askedAt });
    await offerPage(outcome.value.data, key);
  }
  // The page that the sync needs next is not read twice.
  if (outcome.kind === "answered" && sync && page.offset === sync.read)
    await cacheSynced(sync, outcome.value, outcome.askedAt);
  const name = `batch ${key} transactions ${page.limit} ${page.offset}`;
  const listed = toRead(outcome, noBatchText);
  if (listed.kind !== "found") return orLastReading<TransactionPage>(name, listed);
  const { data, limit, offset, total: reported } = listed.value;
  const found = {
    ...listed,
    value: {
      data,
      limit: limit ?? page.limit,
      offset: offset ?? page.offset,
      total: reported ?? page.offset + data.length,
    },
  };
  // A page of a batch that is being read whole is never shown alone.
  return page.limit > maxKept ? found : orLastReading(name, found);
}

const maxKept = 200;
