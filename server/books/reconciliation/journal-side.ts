import { batchNumber } from "#lib/batches/batch-name.ts";
import type { GatewayEntry } from "#lib/reconciliation/entries.ts";
import { db } from "#server/db/db.ts";
import {
  listJournalNamed,
  listJournalOf,
  listPreparedBetween,
} from "#server/payments/attempts/attempts-of-batch.ts";
import { type FoldedPayment, foldPayment, isTaking } from "./fold-payment.ts";
import { type JournalStep, toJournalStep } from "./journal-step.ts";

/** A batch by its key and the time it was open, epoch ms. */
export type BatchSpan = { key: string; openedAt: number | undefined; closedAt: number | undefined };

/**
 * The payments that the journal expects in a batch: those whose answers name it, those that the gateway shows in it, and
 * those of its time whose answer was lost or decided by a person. Oldest first.
 */
export async function listJournalSide(
  batch: BatchSpan,
  gateway: readonly GatewayEntry[],
): Promise<FoldedPayment[]> {
  const steps = await readSteps(batch, gateway);
  const shown = new Set(gateway.map(({ key }) => key));
  const payments = fold(steps, gateway).filter((payment) => {
    if (payment.key !== undefined && shown.has(payment.key)) return true;
    if (payment.isHeld) return false;
    if (payment.namedBatch !== undefined) return payment.namedBatch === batch.key;
    // Checks and cash are in no batch.
    return payment.certainty !== "answered" && (payment.tender === "card" || payment.tender === "token");
  });
  const missing = payments.flatMap(({ key }) => (key !== undefined && !shown.has(key) ? [key] : []));
  const elsewhere = await findOtherBatches(missing, batch.key);
  return payments
    .map((payment) => {
      const other = elsewhere.get(payment.key ?? "");
      return other ? { ...payment, elsewhere: other } : payment;
    })
    .sort((one, other) => one.at - other.at || (one.attemptId < other.attemptId ? -1 : 1));
}

/** Every attempt that may count, and all that was done to the same payments. */
async function readSteps(batch: BatchSpan, gateway: readonly GatewayEntry[]): Promise<JournalStep[]> {
  const steps = new Map<string, JournalStep>();
  const names = new Set(gateway.flatMap(({ key, refnum }) => (refnum ? [key, refnum] : [key])));
  const unnamed = new Set(gateway.flatMap(({ references }) => references));
  for (const key of await listIndexed(batch.key)) names.add(key);
  for (const row of await listOfItsTime(batch)) {
    if (row.transaction_key) names.add(row.transaction_key);
    if (row.original_key) names.add(row.original_key);
    if (!row.transaction_key && !row.original_key) unnamed.add(row.id);
  }
  const keep = (rows: Awaited<ReturnType<typeof listJournalOf>>) => {
    for (const row of rows) steps.set(row.id, toJournalStep(row));
  };
  for (const part of parts([...names])) keep(await listJournalOf(part));
  for (const part of parts([...unnamed])) keep(await listJournalNamed(part));
  // A payment that was found by what was done to it needs the attempt that took it, and the other way round.
  const further = [...steps.values()].flatMap(({ key, originalKey }) =>
    [key, originalKey].filter((name) => name !== undefined && !names.has(name)),
  );
  for (const part of parts([...new Set(further)] as string[])) keep(await listJournalOf(part));
  return [...steps.values()];
}

function fold(steps: readonly JournalStep[], gateway: readonly GatewayEntry[]): FoldedPayment[] {
  const takings = steps.filter(isTaking);
  const keyOfRefnum = new Map(gateway.flatMap(({ key, refnum }) => (refnum ? [[refnum, key] as const] : [])));
  for (const { key, answer } of takings) if (key && answer.refnum) keyOfRefnum.set(answer.refnum, key);
  const acted = Map.groupBy(
    steps.filter((step) => step.originalKey !== undefined && !isTaking(step)),
    ({ originalKey = "" }) => keyOfRefnum.get(originalKey) ?? originalKey,
  );
  const taken = takings.flatMap((taking) => foldPayment(taking, acted.get(taking.key ?? "") ?? []) ?? []);
  const known = new Set(takings.map(({ key }) => key));
  const found = [...acted].flatMap(([key, actions]) =>
    known.has(key) ? [] : (foldPayment(undefined, actions) ?? []),
  );
  return [...taken, ...found.map((payment) => withKey(payment, keyOfRefnum))];
}

const withKey = (payment: FoldedPayment, keyOfRefnum: ReadonlyMap<string, string>): FoldedPayment => ({
  ...payment,
  key: keyOfRefnum.get(payment.key ?? "") ?? payment.key,
});

/** Clocks differ, and an answer may take a while. */
const marginMs = 300_000;

const listOfItsTime = ({ openedAt, closedAt }: BatchSpan) =>
  openedAt === undefined
    ? Promise.resolve([])
    : listPreparedBetween(openedAt - marginMs, (closedAt ?? Date.now()) + marginMs);

/** Payments that the index has in this batch, by an answer or a reading. */
async function listIndexed(batchKey: string): Promise<string[]> {
  const rows = await db()
    .selectFrom("indexed_transactions")
    .select("transaction_key")
    .where("batch_key", "=", batchKey)
    .where("attempt_id", "is not", null)
    .execute();
  return rows.flatMap(({ transaction_key: key }) => key ?? []);
}

/** Where the gateway shows these payments, if in another batch. */
async function findOtherBatches(
  keys: readonly string[],
  batchKey: string,
): Promise<Map<string, { batchKey: string; batchName: string }>> {
  const rows: { id: string; batch_key: string | null; batch: string | null; sequence: string | null }[] = [];
  for (const part of parts(keys))
    rows.push(
      ...(await db()
        .selectFrom("indexed_transactions")
        .leftJoin("cached_batches", "cached_batches.key", "indexed_transactions.batch_key")
        .leftJoin("history_batches", "history_batches.batch_key", "indexed_transactions.batch_key")
        .select(["id", "indexed_transactions.batch_key", "batch", "sequence"])
        .where("id", "in", part)
        .where("indexed_transactions.batch_key", "!=", batchKey)
        .execute()),
    );
  return new Map(
    rows.flatMap(({ id, batch_key: key, batch, sequence }) =>
      key
        ? [[id, { batchKey: key, batchName: sequence ?? batchNumber({ ...JSON.parse(batch ?? "{}"), key }) }]]
        : [],
    ),
  );
}

const namesAtOnce = 500;
function* parts(names: readonly string[]): Generator<string[]> {
  for (let start = 0; start < names.length; start += namesAtOnce)
    yield names.slice(start, start + namesAtOnce);
}
