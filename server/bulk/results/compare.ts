import { addByCurrency, amountOf, kindOf } from "#lib/batches/transaction-sums.ts";
import type { BatchHeld, BatchTotal, LaterChange, OutcomeTotal } from "#lib/bulk/bulk-results.ts";
import { formatCount } from "#lib/format/counts.ts";
import { db } from "#server/db/db.ts";
import { syncOfBatch } from "#server/gateway-cache/batch-sync.ts";
import { movedBy, sumByBatch, toEntry } from "#server/gateway-cache/result-sums.ts";
import { read } from "#server/gateway-client/client.ts";
import { log } from "#server/log.ts";
import { differencesOf, type Listed, type Pair } from "./batch-differences.ts";
import { readLaterChanges } from "./later-changes.ts";

/**
 * Compares what a group put into each batch with what the batch itself holds, payment by payment: in the gateway cache
 * once the batch is closed, and at the gateway while it is open.
 */
export async function readBatchTotals(
  groupKey: string,
  /** False leaves open batches for later, which costs no request. */
  { readsOpen = true }: { readsOpen?: boolean } = {},
): Promise<{
  batches: BatchTotal[];
  authorized: OutcomeTotal;
  since: LaterChange[];
  isComparing: boolean;
}> {
  const [{ batches: totals, authorized }, changes, rows] = await Promise.all([
    sumByBatch(groupKey),
    readLaterChanges(groupKey),
    db().selectFrom("bulk_comparisons").selectAll().where("group_key", "=", groupKey).execute(),
  ]);
  const byBatch = new Map(rows.map((row) => [row.batch_key, row]));
  const batches = totals.map((total): BatchTotal => {
    const row = byBatch.get(total.batchKey ?? "");
    // Written by `compare`.
    const held = row?.held ? (JSON.parse(row.held) as BatchHeld) : undefined;
    return { ...total, held, isFinal: row?.closed === 1, problem: row?.problem ?? undefined };
  });
  const due = batches.flatMap(({ batchKey }) => {
    const row = byBatch.get(batchKey ?? "");
    const isGood = row && (row.closed === 1 || Date.now() - row.compared_at < goodForMs);
    return batchKey && !isGood ? [batchKey] : [];
  });
  if (due.length > 0) begin(groupKey, due, readsOpen);
  // A batch knows the amount that was captured.
  const captured = batches.flatMap(({ held }) => held?.captured ?? []);
  const since = new Map([...changes, ...captured].map((change) => [change.key, change]));
  return {
    batches,
    authorized,
    since: [...since.values()],
    isComparing: batches.some(
      ({ batchKey, held, problem }) => batchKey && !held && (!problem || due.includes(batchKey)),
    ),
  };
}

/** How long a reading of an open batch is valid while somebody watches. */
const goodForMs = 60_000;
/** Of a longer open batch the comparison waits until it is closed. */
const maxPages = 20;
const pageSize = 1000;

/** Comparisons in progress in this process. */
const running = new Set<string>();

function begin(groupKey: string, batchKeys: readonly string[], readsOpen: boolean): void {
  if (running.has(groupKey)) return;
  running.add(groupKey);
  void compare(groupKey, batchKeys, readsOpen)
    .catch((error: unknown) => log.error({ err: error, group: groupKey }, "a bulk comparison broke off"))
    .finally(() => running.delete(groupKey));
}

/** A problem as a sentence, or what the batch holds. */
type Compared = BatchHeld | string;

async function compare(groupKey: string, batchKeys: readonly string[], readsOpen: boolean): Promise<void> {
  for (const batchKey of batchKeys) {
    const sync = await syncOfBatch(batchKey);
    // A closed batch is being read into the gateway cache, and compared once it is there.
    if (sync ? sync.done_at === null : !readsOpen) continue;
    const compared_at = Date.now();
    const compared = sync
      ? await compareCached(groupKey, batchKey)
      : await compareAtGateway(groupKey, batchKey);
    const closed = sync ? (1 as const) : (0 as const);
    await keep({ group_key: groupKey, batch_key: batchKey }, { compared_at, closed }, compared);
  }
}

async function keep(
  of: { group_key: string; batch_key: string },
  at: { compared_at: number; closed: 0 | 1 },
  compared: Compared,
): Promise<void> {
  const isProblem = typeof compared === "string";
  // What was compared before stays: a batch that can't be read now has not changed by that.
  const row = { ...at, problem: isProblem ? compared : null };
  const held = isProblem ? {} : { held: JSON.stringify(compared) };
  await db()
    .insertInto("bulk_comparisons")
    .values({ ...of, held: null, ...row, ...held })
    .onConflict((conflict) => conflict.columns(["group_key", "batch_key"]).doUpdateSet({ ...row, ...held }))
    .execute();
}

async function compareCached(groupKey: string, batchKey: string): Promise<BatchHeld> {
  const sums = await db()
    .selectFrom("cached_transactions as cached")
    .innerJoin(movedBy(groupKey).as("moved"), "moved.key", "cached.key")
    .select((eb) => [
      "cached.kind",
      "cached.currency",
      eb.fn.countAll<number>().as("count"),
      eb.fn.sum<number | null>("cached.cents").as("cents"),
    ])
    .where("cached.batch_key", "=", batchKey)
    .where("cached.ordinal", "is not", null)
    .groupBy(["cached.kind", "cached.currency"])
    .execute();
  const unequal = await db()
    .selectFrom(movedBy(groupKey).as("moved"))
    .leftJoin("cached_transactions as cached", (join) =>
      join
        .onRef("cached.key", "=", "moved.key")
        .on("cached.batch_key", "=", batchKey)
        .on("cached.ordinal", "is not", null),
    )
    .select(["moved.key", "moved.kind", "moved.cents", "moved.is_authorized"])
    .select([
      "cached.key as found",
      "cached.kind as kind_now",
      "cached.cents as cents_now",
      "cached.currency",
    ])
    // An authorization is in no batch until it is captured.
    .where((eb) =>
      eb.or([
        eb("moved.batch_key", "=", batchKey),
        eb.and([eb("moved.is_authorized", "=", 1), eb("cached.key", "is not", null)]),
      ]),
    )
    // One without a key can't be looked for.
    .where("moved.transaction_key", "is not", null)
    .where((eb) =>
      eb.or([
        eb("cached.key", "is", null),
        eb("moved.is_authorized", "=", 1),
        eb("cached.kind", "!=", eb.ref("moved.kind")),
        eb("cached.cents", "is distinct from", eb.ref("moved.cents")),
      ]),
    )
    .orderBy("moved.key")
    .execute();
  const pairs = unequal.map(
    ({ key, kind, cents, is_authorized, found, kind_now, cents_now, currency }): Pair => ({
      key,
      kind,
      cents,
      is_authorized,
      now:
        found && kind_now
          ? { kind: kind_now, cents: cents_now ?? undefined, currency: currency ?? undefined }
          : undefined,
    }),
  );
  return { sums: addByCurrency(sums.map(toEntry)), ...differencesOf(pairs) };
}

async function compareAtGateway(groupKey: string, batchKey: string): Promise<Compared> {
  const listed = await listAtGateway(groupKey, batchKey);
  if (typeof listed === "string") return listed;
  const moved = await db()
    .selectFrom(movedBy(groupKey).as("moved"))
    .select(["key", "kind", "cents", "is_authorized"])
    .where((eb) => eb.or([eb("batch_key", "=", batchKey), eb("is_authorized", "=", 1)]))
    .where("transaction_key", "is not", null)
    .orderBy("key")
    .execute();
  const pairs = moved.map((row): Pair => ({ ...row, now: listed.get(row.key) }));
  return {
    sums: addByCurrency([...listed.values()].map((one) => ({ ...one, cents: one.cents ?? 0, count: 1 }))),
    ...differencesOf(pairs),
  };
}

/** The group's payments that an open batch lists, by key; why it can't be read whole, otherwise. */
async function listAtGateway(groupKey: string, batchKey: string): Promise<Map<string, Listed> | string> {
  // While the batch grows a transaction may be on two pages.
  const listed = new Map<string, Listed>();
  for (let offset = 0, pages = 0; pages < maxPages; pages += 1) {
    const outcome = await read("listBatchTransactions", {
      segments: { batch_key: batchKey },
      query: { limit: pageSize, offset },
      priority: "background",
      waitMs: 20_000,
    });
    if (outcome.kind !== "answered")
      return outcome.kind === "refused"
        ? `The gateway refused to list its transactions: ${outcome.error.message.replace(/\.$/, "")}.`
        : `The gateway could not be read (${outcome.reason}).`;
    const { data, total } = outcome.value;
    const own = await keysOf(
      groupKey,
      data.flatMap(({ key }) => key ?? []),
    );
    for (const one of data)
      if (one.key && own.has(one.key))
        listed.set(one.key, { kind: kindOf(one), cents: amountOf(one), currency: one.currency });
    offset += data.length;
    if (data.length === 0 || offset >= (total ?? Number.POSITIVE_INFINITY)) return listed;
  }
  return `It is open and holds more than ${formatCount(maxPages * pageSize)} transactions: it is compared once it has closed.`;
}

/** Which of these keys are the group's own. */
async function keysOf(groupKey: string, keys: readonly string[]): Promise<Set<string>> {
  if (keys.length === 0) return new Set();
  const rows = await db()
    .selectFrom(movedBy(groupKey).as("moved"))
    .select("key")
    .where("key", "in", keys)
    .execute();
  return new Set(rows.map(({ key }) => key));
}
