import { batchNumber } from "#lib/batches/batch-name.ts";
import type { Batch } from "#lib/gateway/schemas/batch.ts";
import type { Read } from "#lib/read.ts";
import { causes } from "#lib/reconciliation/causes.ts";
import {
  type BatchReconciliation,
  type Explanation,
  type Figures,
  idsToExplain,
  remaindersOf,
} from "#lib/reconciliation/reconciliation.ts";
import { stateOf } from "#lib/reconciliation/states.ts";
import { readMoment } from "#lib/time.ts";
import { env } from "#server/env.ts";
import { syncOfBatch } from "#server/gateway-cache/batch-sync.ts";
import { readBatch, readClosedAgain } from "#server/gateway-cache/batches.ts";
import { inEnglish } from "#server/language/request-language.ts";
import { indexAttempts } from "../index/index-attempts.ts";
import { type ComparedBatch, compareBatch } from "./compare-batch.ts";
import { listExplanations } from "./explanations.ts";
import { readNotInBatch } from "./not-in-batch.ts";
import { saveRun, toCheckedRun, toSuperseded } from "./runs.ts";

/**
 * The reconciliation of a batch as of now. Compares what the store has, notes the result, and asks the gateway for the
 * batch alone, once when it is closed and its totals agree with its transactions.
 */
export async function readReconciliation(key: string, now = Date.now()): Promise<Read<BatchReconciliation>> {
  const found = await readBatch(key);
  if (found.kind !== "found") return found;
  const batch = { ...found.value, key: found.value.key ?? key };
  return { ...found, value: await reconcileBatch(batch, now) };
}

/** Reconciles a batch that was already read. What is compared and stored is English in every language of the page. */
export const reconcileBatch = (batch: Batch & { key: string }, now = Date.now()) =>
  inEnglish(() => reconcile(batch, now));

async function reconcile(batch: Batch & { key: string }, now: number): Promise<BatchReconciliation> {
  const { compared, explanations, state, sync } = await compareLatest(batch);
  const { figures, hash } = compared;
  const runs = state === "inProgress" ? [] : await saveRun(batch.key, { figures, hash, state }, now);
  const [last] = runs;
  const run = last && (await toCheckedRun(last));
  const { gatewayTimeZone: timeZone } = env();
  return {
    batchKey: batch.key,
    batchName: batchNumber(batch),
    opened: batch.opened,
    closed: batch.closed,
    state: run?.signature ? "signed" : state,
    // As they were signed: a later version may find other causes for the same.
    figures: last && run?.signature ? JSON.parse(last.figures) : figures,
    reading: {
      read: sync?.read ?? 0,
      total: sync?.total ?? undefined,
      dueAt: sync?.next_at,
      doneAt: sync?.done_at ?? undefined,
    },
    run,
    superseded: await toSuperseded(runs),
    explanations,
    notInBatch: await readNotInBatch(
      readMoment(timeZone, batch.opened) ?? now,
      readMoment(timeZone, batch.closed) ?? now,
    ),
  };
}

/** Totals that differ from the sum may be older than it: then they are read once more. */
async function compareLatest(batch: Batch & { key: string }) {
  const compared = await compareNow(batch);
  if (remaindersOf(compared.compared.figures).every(({ cents }) => cents === 0)) return compared;
  const again = await readClosedAgain(batch.key);
  return again ? compareNow({ ...again, key: batch.key }) : compared;
}

/** What the comparison finds now, and how much of it people have explained. */
export async function compareNow(batch: Batch & { key: string }) {
  await indexAttempts();
  const sync = await syncOfBatch(batch.key);
  const compared: ComparedBatch = await compareBatch(batch, {
    isWhole: sync !== undefined && sync.done_at !== null,
    readDueAt: sync?.next_at,
    timeZone: env().gatewayTimeZone,
  });
  const explanations = await listExplanations(batch.key);
  const { isWhole, causeSums } = compared.figures;
  const unexplained = countUnexplained(compared.figures, explanations);
  return { compared, explanations, sync, state: stateOf({ isWhole, causeSums, unexplained }) };
}

/** Differences beyond those that are listed can't be explained one by one. */
function countUnexplained(figures: Figures, explanations: readonly Explanation[]): number {
  const ids = idsToExplain(figures);
  const explained = new Set(explanations.map(({ causeId }) => causeId));
  const left = remaindersOf(figures).filter(({ cents }) => cents !== 0).length;
  const all = figures.causeSums
    .filter(({ kind }) => causes[kind].resolvedBy === "person")
    .reduce((sum, { count }) => sum + count, left);
  return all - ids.filter((id) => explained.has(id)).length;
}
