import { batchNumber } from "#lib/batches/batch-name.ts";
import type { GatewayEntry } from "#lib/reconciliation/entries.ts";
import { db } from "#server/db/db.ts";
import {
  listAttemptsNamed,
  listAttemptsOf,
  listPreparedBetween,
} from "#server/payments/attempts/attempts-of-batch.ts";
import { type FoldedPayment, foldPayment, isTaking } from "./fold-payment.ts";
import { type JournalStep, shareTexts, toJournalStep } from "./journal-step.ts";
import { ahead } from "./read-ahead.ts";

/** A batch by its key and the time it was open, epoch ms. */
export type BatchSpan = { key: string; openedAt: number | undefined; closedAt: number | undefined };

/**
 * The payments that the journal expects in a batch: those whose answers name it, those that the gateway shows in it, and
 * those of its time whose answer was lost or decided by a person. Oldest first.
 */
export async function listJournalSide(
  batch: BatchSpan,
  gateway: readonly GatewayEntry[],
  beyond: Beyond,
): Promise<FoldedPayment[]> {
  const shown = new Set(gateway.map(({ key }) => key));
  const steps = await readSteps(beyond, gateway, shown);
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

export type Beyond = Awaited<ReturnType<typeof listBeyond>>;

/** What may count in a batch beyond the transactions it was read with. */
export async function listBeyond(batch: BatchSpan) {
  const [indexed, ofItsTime] = await Promise.all([listIndexed(batch.key), listOfItsTime(batch)]);
  return { indexed, ofItsTime };
}

/** Every attempt that may count, and all that was done to the same payments. */
async function readSteps(
  { indexed, ofItsTime }: Beyond,
  gateway: readonly GatewayEntry[],
  shown: ReadonlySet<string>,
): Promise<JournalStep[]> {
  const steps = new Map<string, JournalStep>();
  const names = new Set<string>();
  const unnamed = new Set(gateway.flatMap(({ references }) => references));
  for (const key of indexed) names.add(key);
  for (const row of ofItsTime) {
    if (row.transaction_key) names.add(row.transaction_key);
    if (row.original_key) names.add(row.original_key);
    if (!row.transaction_key && !row.original_key) unnamed.add(row.id);
  }
  const share = shareTexts();
  const keep = (rows: Awaited<ReturnType<typeof listAttemptsOf>>) => {
    for (const row of rows) steps.set(row.id, toJournalStep(row, share));
    // As for the transactions: their texts would be kept for long.
    rows.length = 0;
  };
  const shownNames = (part: readonly GatewayEntry[]) =>
    part.flatMap(({ key, refnum }) => (refnum ? [key, refnum] : [key]));
  for await (const rows of ahead(parts(gateway), (part) => listAttemptsOf(shownNames(part)))) keep(rows);
  for (const part of parts([...names].filter((name) => !shown.has(name)))) keep(await listAttemptsOf(part));
  for (const part of parts([...unnamed])) keep(await listAttemptsNamed(part));
  // A payment that was found by what was done to it needs the attempt that took it, and the other way round.
  const further = new Set<string>();
  for (const { key, originalKey } of steps.values())
    for (const name of [key, originalKey])
      if (name !== undefined && !shown.has(name) && !names.has(name)) further.add(name);
  for (const part of parts([...further])) keep(await listAttemptsOf(part));
  return [...steps.values()];
}

function fold(steps: readonly JournalStep[], gateway: readonly GatewayEntry[]): FoldedPayment[] {
  const takings: JournalStep[] = [];
  const acting: JournalStep[] = [];
  for (const step of steps) {
    if (isTaking(step)) takings.push(step);
    else if (step.originalKey !== undefined) acting.push(step);
  }
  // An action names its payment by key or by reference number.
  const keyOfRefnum = new Map<string, string>();
  const named = new Set(acting.map(({ originalKey }) => originalKey));
  for (const { key, refnum } of gateway) if (refnum && named.has(refnum)) keyOfRefnum.set(refnum, key);
  for (const { key, answer } of takings)
    if (key && answer.refnum && named.has(answer.refnum)) keyOfRefnum.set(answer.refnum, key);
  const acted = Map.groupBy(acting, ({ originalKey = "" }) => keyOfRefnum.get(originalKey) ?? originalKey);
  const known = new Set<string | undefined>();
  const payments: FoldedPayment[] = [];
  for (const taking of takings) {
    const actions = acted.get(taking.key ?? "");
    if (actions) known.add(taking.key);
    const payment = foldPayment(taking, actions ?? []);
    if (payment) payments.push(payment);
  }
  for (const [key, actions] of acted) {
    const payment = known.has(key) ? undefined : foldPayment(undefined, actions);
    if (payment) payments.push(withKey(payment, keyOfRefnum));
  }
  return payments;
}

const withKey = (payment: FoldedPayment, keyOfRefnum: ReadonlyMap<string, string>): FoldedPayment => ({
  ...payment,
  key: keyOfRefnum.get(payment.key ?? "") ?? payment.key,
});

/** Clocks differ, and an answer may take a while. */
const marginMs = 300_000;

const listOfItsTime = ({ key, openedAt, closedAt }: BatchSpan) =>
  openedAt === undefined
    ? Promise.resolve([])
    : listPreparedBetween(openedAt - marginMs, (closedAt ?? Date.now()) + marginMs, key);

/** Payments that the index has in this batch, by an answer or a reading, but for those that the batch was read with. */
async function listIndexed(batchKey: string): Promise<string[]> {
  const rows = await db()
    .selectFrom("indexed_transactions")
    .select("transaction_key")
    .where("batch_key", "=", batchKey)
    .where("attempt_id", "is not", null)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom("cached_transactions")
            .select("key")
            .whereRef("key", "=", "transaction_key")
            .whereRef("cached_transactions.batch_key", "=", "indexed_transactions.batch_key")
            .where("ordinal", ">", 0),
        ),
      ),
    )
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

const partSize = 500;
function* parts<Item>(items: readonly Item[]): Generator<Item[]> {
  for (let start = 0; start < items.length; start += partSize) yield items.slice(start, start + partSize);
}
