import type { Kysely } from "kysely";
import type { BatchKind } from "#lib/batches/batch-sums.ts";
import { amountOf, kindOf } from "#lib/batches/transaction-sums.ts";
import { type TransactionDetail, transactionDetail } from "#lib/gateway/schemas/transaction.ts";
import { webhookEvent } from "#lib/gateway/schemas/webhook.ts";
import type { OtherCredit, UnnamedCredit } from "#lib/payments/refund-totals.ts";
import { lastFour } from "#lib/payments/transaction-labels.ts";
import type { Read } from "#lib/read.ts";
import { contains } from "#server/db/contains.ts";
import type { Database } from "#server/db/database.ts";
import { db } from "#server/db/db.ts";
import { isNotOwn } from "#server/payments/attempts/attempt-queries.ts";
import { referencesIn } from "#server/payments/attempts/reference.ts";
import { listBatchTransactions } from "./batch-transactions.ts";

/** Refunds the console did not link itself: those that name the payment, and those that name none at all. */
type Credits = { named: OtherCredit[]; unnamed: UnnamedCredit[] };

/**
 * Refunds that the gateway shows and that may be of this payment. The contract links a refund to its sale by nothing,
 * but a refund may take over the order id or the invoice: one with either of them on the same card counts, unless
 * another payment of the card is named by it as well. A refund that names no payment is only asked about. `open` are the
 * transactions of the open batch where they were read: today's refunds, of which no event may have come.
 */
export async function findCreditsElsewhere(
  original: TransactionDetail,
  openBatch?: readonly TransactionDetail[],
): Promise<Credits> {
  const open = openBatch ?? [];
  const kept = await findKeptNaming("refunds", original);
  const refunds = uniqueByKey([...kept, ...open]).filter((one) => isCreditOf(one, original));
  const events = await findCreditEvents(original);
  const sales = [...open, ...(await findKeptNaming("sales", original))].filter((one) =>
    isRival(one, original),
  );
  const named = uniqueByKey([...events, ...refunds.filter((one) => linkOf(one, original) > 0)]);
  // What the best link of another payment to this refund is worth, beside that of this one.
  const lead = (refund: TransactionDetail) =>
    linkOf(refund, original) - Math.max(0, ...sales.map((sale) => linkOf(refund, sale)));
  const shared = named.filter((one) => lead(one) === 0);
  return {
    named: named.filter((one) => lead(one) > 0).flatMap(toCredit),
    // One that names another payment equally well may be of either.
    unnamed: [...shared.flatMap(toUnnamed), ...(openBatch ? await findUnnamed(original, open) : [])],
  };
}

/** The one payment that this refund names best: among `taken`, the open batch and the gateway cache. */
export async function findSaleOf(
  refund: TransactionDetail,
  taken: readonly TransactionDetail[],
  open: readonly TransactionDetail[],
): Promise<TransactionDetail | undefined> {
  const shown = [...open, ...(await findKeptNaming("sales", refund)), ...taken];
  const sales = uniqueByKey(shown).filter((one) => isRival(one, refund));
  const best = Math.max(...sales.map((sale) => linkOf(refund, sale)), 1);
  const [sale, ...others] = sales.filter((one) => linkOf(refund, one) === best);
  return others.length === 0 ? sale : undefined;
}

/**
 * The whole open batch: a refund of the morning is behind a day's sales. Empty when none is open. `isForMoney`: a money
 * action waits for it.
 */
export async function readOpenBatch(isForMoney = false): Promise<Read<TransactionDetail[]>> {
  const all: TransactionDetail[] = [];
  let readAt: number | undefined;
  for (;;) {
    const page = await listBatchTransactions("current", { limit: 1000, offset: all.length }, isForMoney);
    if (page.kind === "unavailable") return page;
    if (page.kind === "missing") return { kind: "found", value: all, readAt: Date.now() };
    all.push(...page.value.data);
    readAt ??= page.readAt;
    if (page.value.data.length === 0 || all.length >= page.value.total)
      return { ...page, value: all, readAt };
  }
}

const isCreditOf = (one: TransactionDetail, original: TransactionDetail) =>
  kindOf(one) === "refunds" && isApproved(one) && isSamePayer(one, original);

const isRival = (one: TransactionDetail, original: TransactionDetail) =>
  kindOf(one) === "sales" && one.key !== original.key && isSamePayer(one, original) && isApproved(one);

/** Refunds to this card after the sale that name nothing. A quick refund keeps the invoice, so only sales without one are asked about. */
async function findUnnamed(
  original: TransactionDetail,
  open: readonly TransactionDetail[],
): Promise<UnnamedCredit[]> {
  const last = lastFour(original);
  if (original.invoice || !last) return [];
  const rows = await db()
    .selectFrom("cached_transactions")
    .select("detail")
    .where("kind", "=", "refunds")
    .where(contains("detail", `${last}"`))
    .orderBy("read_at", "desc")
    .limit(1000)
    .execute();
  // The store's own writing.
  const kept: TransactionDetail[] = rows.map(({ detail }) => JSON.parse(detail));
  return uniqueByKey([...kept, ...open])
    .filter((one) => isCreditOf(one, original) && !one.orderid && !one.invoice)
    .filter((one) => isSameBrand(one, original) && isAfter(one, original))
    .flatMap(toUnnamed);
}

const toUnnamed = (one: TransactionDetail): UnnamedCredit[] =>
  toCredit(one).map((credit) => ({ ...credit, created: one.created }));

const isSameBrand = ({ creditcard: one }: TransactionDetail, { creditcard: other }: TransactionDetail) =>
  !one?.type || !other?.type || one.type === other.type;

const isAfter = ({ created: one }: TransactionDetail, { created: other }: TransactionDetail) =>
  !one || !other || one >= other;

function uniqueByKey(transactions: readonly TransactionDetail[]): TransactionDetail[] {
  return [...new Map(transactions.map((one) => [one.key, one])).values()];
}

/**
 * Which of these transactions were voided according to the gateway cache, and when it was asked (epoch ms), and which according to
 * the gateway's events, which may come long after what they report.
 */
export async function findVoidedElsewhere(
  store: Pick<Kysely<Database>, "selectFrom">,
  keys: readonly string[],
): Promise<{ readings: { key: string; at: number }[]; events: { key: string; at: number }[] }> {
  const readings = await store
    .selectFrom("cached_transactions")
    .select(["key", "read_at as at"])
    .where("key", "in", keys)
    .where("kind", "=", "voids")
    .execute();
  const events = await store
    .selectFrom("webhook_events")
    .select(["transaction_key", "received_at as at"])
    .where("event_type", "in", ["transaction.refund.voided", "transaction.sale.voided"])
    .where("transaction_key", "in", keys)
    .execute();
  return { readings, events: events.flatMap(({ transaction_key: key, at }) => (key ? [{ key, at }] : [])) };
}

/** Which of these voided transactions count again: a reading made after the void (epoch ms) shows them not voided. */
export async function findUnvoidedSince(
  store: Pick<Kysely<Database>, "selectFrom">,
  voided: ReadonlyMap<string, number>,
): Promise<string[]> {
  if (voided.size === 0) return [];
  const rows = await store
    .selectFrom("cached_transactions")
    .select(["key", "read_at"])
    .where("key", "in", [...voided.keys()])
    .where("kind", "!=", "voids")
    .execute();
  return rows.flatMap(({ key, read_at }) => (read_at > (voided.get(key) ?? 0) ? [key] : []));
}

/**
 * How surely a refund names a sale: 2 by the order id, 1 by the invoice, 0 not at all. A refund with another order id is
 * of another order, with any invoice.
 */
function linkOf(refund: TransactionDetail, sale: TransactionDetail): number {
  if (refund.orderid && sale.orderid) return refund.orderid === sale.orderid ? 2 : 0;
  return refund.invoice && refund.invoice === sale.invoice ? 1 : 0;
}

/** `"orderid":"…"` and `"invoice":"…"`, as far as the payment has them. */
function namesOf({ orderid, invoice }: TransactionDetail): string[] {
  return Object.entries({ orderid, invoice }).flatMap(([field, value]) =>
    value ? [`"${field}":${JSON.stringify(value)}`] : [],
  );
}

async function findKeptNaming(kind: BatchKind, original: TransactionDetail): Promise<TransactionDetail[]> {
  const names = namesOf(original);
  if (names.length === 0) return [];
  const rows = await db()
    .selectFrom("cached_transactions")
    .select("detail")
    .where("kind", "=", kind)
    .where((eb) => eb.or(names.map((name) => contains("detail", name))))
    .limit(200)
    .execute();
  // The store's own writing.
  return rows.map(({ detail }) => JSON.parse(detail));
}

/**
 * Which of these order ids and invoices a refund carries that this console did not make singly, by the gateway cache or
 * an event received since `since` (epoch ms).
 */
export async function findCreditedNames(names: readonly string[], since: number): Promise<Set<string>> {
  if (names.length === 0) return new Set();
  const rows = await db()
    .selectFrom("cached_transactions")
    .select(["orderid", "invoice"])
    .where("kind", "=", "refunds")
    .where((eb) => eb.or([eb("orderid", "in", names), eb("invoice", "in", names)]))
    .where(isNotOwn("cached_transactions.key"))
    .execute();
  const events = await db()
    .selectFrom("webhook_events")
    .select("body")
    .where("event_type", "=", "transaction.refund.success")
    .where("received_at", ">=", since)
    .where(isNotOwn("webhook_events.transaction_key"))
    .orderBy("received_at", "desc")
    .limit(500)
    .execute();
  const shown: Pick<TransactionDetail, "orderid" | "invoice">[] = [
    ...rows.map(({ orderid, invoice }) => ({ orderid: orderid ?? undefined, invoice: invoice ?? undefined })),
    ...events.map(({ body }) => refundIn(body) ?? {}),
  ];
  const carried = new Set(shown.flatMap(({ orderid, invoice }) => [orderid, invoice]));
  return new Set(names.filter((name) => carried.has(name)));
}

/** The transaction in an event's body. */
function refundIn(body: string): TransactionDetail | undefined {
  const event = webhookEvent.safeParse(JSON.parse(body)).data;
  return transactionDetail.safeParse(event?.event_body.object).data;
}

/** An event need not show the card: without it the order id or the invoice alone links it. */
async function findCreditEvents(original: TransactionDetail): Promise<TransactionDetail[]> {
  const values = [original.orderid, original.invoice].flatMap((value) => value || []);
  if (values.length === 0) return [];
  const rows = await db()
    .selectFrom("webhook_events")
    .select("body")
    .where("event_type", "=", "transaction.refund.success")
    .where((eb) => eb.or(values.map((value) => contains("body", JSON.stringify(value)))))
    .limit(200)
    .execute();
  return rows.flatMap(({ body }) => {
    const shown = refundIn(body);
    if (!shown || linkOf(shown, original) === 0) return [];
    return lastFour(shown) === undefined || isSamePayer(shown, original) ? [shown] : [];
  });
}

function toCredit(one: TransactionDetail): OtherCredit[] {
  const cents = amountOf(one);
  return one.key && cents !== undefined ? [{ key: one.key, cents, references: referencesIn(one) }] : [];
}

const isApproved = ({ result_code }: TransactionDetail) => result_code === undefined || result_code === "A";

function isSamePayer(one: TransactionDetail, other: TransactionDetail): boolean {
  const [last, otherLast] = [lastFour(one), lastFour(other)];
  if (last !== undefined || otherLast !== undefined) return last === otherLast;
  return one.check?.accountholder === other.check?.accountholder;
}
