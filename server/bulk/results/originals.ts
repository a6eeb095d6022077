import { paymentName } from "#lib/bulk/payment-name.ts";
import { type CommandName, dependsOnSettlement, voidsPayment } from "#lib/gateway/commands.ts";
import { type TransactionDetail, transactionDetail } from "#lib/gateway/schemas/transaction.ts";
import { toDecimal } from "#lib/money.ts";
import type { OtherCredit, UnnamedCredit } from "#lib/payments/refund-totals.ts";
import { isRefund } from "#lib/payments/transaction-labels.ts";
import { readToday } from "#server/books/index/read-today.ts";
import { db } from "#server/db/db.ts";
import { readTransaction } from "#server/gateway-cache/transactions.ts";
import { asPayment } from "#server/gateway-client/caller.ts";
import { tookEffect } from "#server/payments/attempts/attempt-row.ts";
import { findActedOn, listFinishedByName } from "#server/payments/attempts/payment-queries.ts";
import { limitOfRefundVoid } from "#server/payments/follow-up/limits.ts";
import type { BalanceLimit } from "#server/payments/follow-up/order-balance.ts";
import {
  changing,
  charging,
  findOthersAndUnnamed,
  hasChangedSince,
} from "#server/payments/follow-up/refund-totals.ts";

/** The payments that rows of a bulk file act on, as far as the console knows or reads them. */

/** `cents` is null where the row acts on the whole payment. */
export type Payout = { row: number; command: CommandName; trankey: string; cents: number | null };

type OpenBatch = Awaited<ReturnType<typeof readToday>>;

export type Original = {
  transaction: TransactionDetail;
  others: readonly OtherCredit[];
  unnamed: readonly UnnamedCredit[];
  /** When the gateway was asked for it, epoch ms. */
  askedAt: number;
  /** Of a refund that a row voids: what its payment must not exceed, which then counts toward its order again. */
  balance?: BalanceLimit;
};

/**
 * The payments that rows act on, by each of their names, as far as they can be read; or why they can't be compared with
 * today's refunds.
 */
export type Originals = ReadonlyMap<string, Original> | string;

/** Costs requests: before an upload begins, since the gateway may cut a connection that waits for them. */
export async function readOriginals(payouts: readonly Payout[]): Promise<Originals> {
  // Only the refunds of today are read at the expense of pages.
  return findOriginals(payouts, await asPayment(() => readToday()));
}

export const namesOf = ({ key, refnum }: TransactionDetail) =>
  [key, refnum].flatMap((name) => (name ? [name, paymentName(name)] : []));

/** At most so many searches for reference numbers, per file: of others the payment stays unknown. */
const maxSearched = 200;
/** At most so many payments are read from the gateway, each for a request; of others a row is shown as not read. */
const maxRead = 20;
const readsAtOnce = 5;

/** Known are payments taken here and those read from the gateway before; of others some are read now. */
export async function findOriginals(payouts: readonly Payout[], open: OpenBatch): Promise<Originals> {
  if (open.kind !== "found") return `Today's refunds could not be read. ${open.message}`;
  const known = new Map<string, Original>();
  const names = new Set(payouts.map(({ trankey }) => trankey));
  // Only a new reading shows whether the payment is settled.
  const voided = new Set(
    payouts.filter(({ command }) => voidsPayment(command)).map(({ trankey }) => trankey),
  );
  const unsure = new Set(
    payouts.filter(({ command }) => dependsOnSettlement(command)).map(({ trankey }) => trankey),
  );
  let searched = 0;
  let reads = 0;
  const changed = await findChanged([...names]);
  const add = async (kept: TransactionDetail, keptAt: number, { isNew = false } = {}) => {
    const isUnsure = kept.status_code !== "S" && namesOf(kept).some((name) => unsure.has(name));
    const isChanged =
      namesOf(kept).some((name) => changed.has(name)) && (await hasChangedSince(db(), kept, keptAt));
    const again = !isNew && (isUnsure || isChanged) && ++reads <= maxRead ? await readAgain(kept) : undefined;
    const { transaction, askedAt } = again ?? { transaction: kept, askedAt: keptAt };
    const voids = isRefund(transaction) && namesOf(transaction).some((name) => voided.has(name));
    const balance = voids && (await limitOfRefundVoid(transaction));
    const others = await findOthersAndUnnamed(transaction, open.value);
    const original = { transaction, askedAt, ...others, ...(balance && { balance }) };
    for (const name of namesOf(transaction)) known.set(name, original);
  };
  for (const one of open.value) if (namesOf(one).some((name) => names.has(name))) await add(one, open.readAt);
  const others = [...names].filter((name) => !known.has(name));
  for (const some of inPieces(others)) {
    const kept = await db()
      .selectFrom("cached_transactions")
      .select(["detail", "read_at"])
      .where((eb) => eb.or([eb("key", "in", some), eb("refnum", "in", some)]))
      .execute();
    for (const { detail, read_at } of kept) await add(JSON.parse(detail), read_at);
    const refnums = some
      .filter((name) => /^\d+$/.test(name) && !known.has(name))
      .slice(0, maxSearched - searched);
    searched += refnums.length;
    const taken = await listFinishedByName(some, refnums, charging);
    for (const row of taken.filter(tookEffect)) {
      if (!row.transaction_key || known.has(row.transaction_key)) continue;
      const answer = transactionDetail.safeParse(JSON.parse(row.answer ?? "{}")).data;
      const taken = {
        orderid: JSON.parse(row.request).orderid,
        invoice: JSON.parse(row.request).invoice,
        ...answer,
        amount: answer?.amount ?? (row.amount_cents === null ? undefined : toDecimal(row.amount_cents)),
        key: row.transaction_key,
      } as TransactionDetail; // every field of it may be missing
      // A capture is what its own answer shows.
      await add(taken, (row.outcome_at ?? 0) + 1);
    }
  }
  const unread = [...names].filter((name) => !known.has(name)).slice(0, Math.max(0, maxRead - reads));
  for (const some of inPieces(unread, readsAtOnce)) {
    const readings = await Promise.all(some.map((name) => readTransaction(name)));
    for (const reading of readings)
      if (reading.kind === "found" && !namesOf(reading.value).some((name) => known.has(name)))
        await add(reading.value, reading.readAt, { isNew: true });
    // Where the shared limit has no room now, the others would only wait.
    if (readings.some(({ kind }) => kind === "unavailable")) break;
  }
  return known;
}

async function readAgain({
  key,
}: TransactionDetail): Promise<Pick<Original, "transaction" | "askedAt"> | undefined> {
  const read = key ? await readTransaction(key, { fresh: true }) : undefined;
  return read?.kind === "found" ? { transaction: read.value, askedAt: read.readAt } : undefined;
}

/** Which of these payments this console voided, restored, captured or lowered at any time. */
async function findChanged(names: readonly string[]): Promise<Set<string>> {
  const changed = new Set<string>();
  for (const some of inPieces(names))
    for (const name of await findActedOn(db(), some, changing)) changed.add(name);
  return changed;
}

export function* inPieces<One>(all: readonly One[], size = 200): Generator<One[]> {
  for (let start = 0; start < all.length; start += size) yield all.slice(start, start + size);
}
