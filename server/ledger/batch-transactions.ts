import type { TransactionDetail } from "#lib/gateway/transaction.ts";
import type { Read } from "#lib/read.ts";
import { read } from "#server/gateway/client.ts";
import { offerPage } from "#server/journal/offer-evidence.ts";
import { walkOfBatch } from "./batch-walk.ts";
import { noBatch } from "./batches.ts";
import { listKept } from "./kept-transactions.ts";
import { orLastReading } from "./last-reading.ts";
import { noteCurrencies } from "./seen-currencies.ts";
import { toRead } from "./to-read.ts";
import { keepWalked } from "./walk.ts";

type Page = { limit: number; offset: number };
type TransactionPage = Page & { data: TransactionDetail[]; total: number };

/** A page of a batch's transactions, newest first. What the ledger holds of a closed batch costs no request. */
export async function listBatchTransactions(key: string, page: Page): Promise<Read<TransactionPage>> {
  const walk = await walkOfBatch(key);
  const total = walk?.total ?? undefined;
  if (walk && total !== undefined && Math.min(page.offset + page.limit, total) <= walk.read)
    return {
      kind: "found",
      value: { ...page, data: await listKept(key, total, page), total },
      readAt: walk.done_at ?? Date.now(),
    };
  const outcome = await read("listBatchTransactions", {
    segments: { batch_key: key },
    query: page,
    lane: "person",
  });
  if (outcome.kind === "answered") {
    await noteCurrencies(outcome.value.data, key);
    await offerPage(outcome.value.data, key);
  }
  // The page that the walk would take next is not asked for twice.
  if (outcome.kind === "answered" && walk && page.offset === walk.read) await keepWalked(walk, outcome.value);
  const name = `batch ${key} transactions ${page.limit} ${page.offset}`;
  const listed = toRead(outcome, noBatch);
  if (listed.kind !== "found") return orLastReading<TransactionPage>(name, listed);
  const { data, limit, offset, total: told } = listed.value;
  const found = {
    ...listed,
    value: {
      data,
      limit: limit ?? page.limit,
      offset: offset ?? page.offset,
      total: told ?? page.offset + data.length,
    },
  };
  // A page of a whole batch being read is never shown by itself.
  return page.limit > mostKept ? found : orLastReading(name, found);
}

const mostKept = 200;
