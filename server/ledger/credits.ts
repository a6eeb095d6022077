import { type Kysely, sql } from "kysely";
import type { BatchKind } from "#lib/batch-sums.ts";
import { type TransactionDetail, transactionDetail } from "#lib/gateway/transaction.ts";
import { webhookEvent } from "#lib/gateway/webhook.ts";
import type { OtherCredit, UnnamedCredit } from "#lib/given-back.ts";
import { amountOf, kindOf } from "#lib/transaction-sums.ts";
import type { Database } from "#server/db/database.ts";
import { db } from "#server/db/db.ts";
import { referencesIn } from "#server/journal/reference.ts";
import { listBatchTransactions } from "./batch-transactions.ts";

/** Refunds the console did not link itself: those that name the payment, and those that name none at all. */
type Credits = { named: OtherCredit[]; unnamed: UnnamedCredit[] };

/**
 * Refunds that the gateway shows and that may be of this payment. The contract links a refund to its sale by nothing,
 * but a refund may take over the order id or the invoice: one with either of them on the same card counts, unless
 * another payment of the card is named by it as well. A refund that names no payment is only asked about. `live` reads
 * the open batch too, for today's refunds of which no event came.
 */
export async function findCreditsElsewhere(
  original: TransactionDetail,
  { live = false }: { live?: boolean } = {},
): Promise<Credits> {
  const open = live ? await readOpenBatch() : [];
  const kept = await findKeptNaming("refunds", original);
  const refunds = uniqueByKey([...open, ...kept]).filter((one) => isCreditOf(one, original));
  const events = await findCreditEvents(original);
  const sales = [...open, ...(await findKeptNaming("sales", original))].filter((one) =>
    isRival(one, original),
  );
  const isOurs = (refund: TransactionDetail) =>
    !sales.some((sale) => linkOf(refund, sale) >= linkOf(refund, original));
  const named = uniqueByKey([...events, ...refunds.filter((one) => linkOf(one, original) > 0)]);
  return {
    named: named.filter(isOurs).flatMap(toCredit),
    unnamed: live ? await findUnnamed(original, open) : [],
  };
}

/** All of the open batch: a refund of the morning stands behind a day's sales. */
async function readOpenBatch(): Promise<TransactionDetail[]> {
  const all: TransactionDetail[] = [];
  for (;;) {
    const page = await listBatchTransactions("current", { limit: 1000, offset: all.length });
    if (page.kind !== "found") return all;
    all.push(...page.value.data);
    if (page.value.data.length === 0 || all.length >= page.value.total) return all;
  }
}

const isCreditOf = (one: TransactionDetail, original: TransactionDetail) =>
  kindOf(one) === "refunds" && isApproved(one) && isSamePayer(one, original);

const isRival = (one: TransactionDetail, original: TransactionDetail) =>
  kindOf(one) === "sales" && one.key !== original.key && isSamePayer(one, original) && isApproved(one);

/** Refunds to this card after the sale that name nothing. A quick refund takes the invoice over: such a sale has none. */
async function findUnnamed(
  original: TransactionDetail,
  open: readonly TransactionDetail[],
): Promise<UnnamedCredit[]> {
  const last = lastFour(original);
  if (original.invoice || !last) return [];
  const rows = await db()
    .selectFrom("ledger_transactions")
    .select("detail")
    .where("kind", "=", "refunds")
    .where(contains("detail", `${last}"`))
    .orderBy("read_at", "desc")
    .limit(1000)
    .execute();
  // The store's own writing.
  const kept: TransactionDetail[] = rows.map(({ detail }) => JSON.parse(detail));
  return uniqueByKey([...open, ...kept])
    .filter((one) => isCreditOf(one, original) && !one.orderid && !one.invoice)
    .filter((one) => isSameBrand(one, original) && isAfter(one, original))
    .flatMap((one) => toCredit(one).map((credit) => ({ ...credit, created: one.created })));
}

const isSameBrand = ({ creditcard: one }: TransactionDetail, { creditcard: other }: TransactionDetail) =>
  !one?.type || !other?.type || one.type === other.type;

const isAfter = ({ created: one }: TransactionDetail, { created: other }: TransactionDetail) =>
  !one || !other || one >= other;

function uniqueByKey(transactions: readonly TransactionDetail[]): TransactionDetail[] {
  return [...new Map(transactions.map((one) => [one.key, one])).values()];
}

/** Which of these refunds were voided according to the gateway cache and the gateway's events. */
export async function findVoidedElsewhere(
  store: Pick<Kysely<Database>, "selectFrom">,
  keys: readonly string[],
): Promise<string[]> {
  const kept = await store
    .selectFrom("ledger_transactions")
    .select("key")
    .where("key", "in", keys)
    .where("kind", "=", "voids")
    .execute();
  const events = await store
    .selectFrom("webhook_events")
    .select("transaction_key")
    .where("event_type", "=", "transaction.refund.voided")
    .where("transaction_key", "in", keys)
    .execute();
  return [...kept.map(({ key }) => key), ...events.flatMap(({ transaction_key: key }) => key ?? [])];
}

/**
 * How surely a refund names a sale: 2 by the order id, 1 by the invoice, 0 not at all. A refund with another order id is
 * of another order, whatever its invoice.
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
    .selectFrom("ledger_transactions")
    .select("detail")
    .where("kind", "=", kind)
    .where((eb) => eb.or(names.map((name) => contains("detail", name))))
    .limit(200)
    .execute();
  // The store's own writing.
  return rows.map(({ detail }) => JSON.parse(detail));
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
    const event = webhookEvent.safeParse(JSON.parse(body)).data;
    const shown = transactionDetail.safeParse(event?.event_body.object).data;
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

const lastFour = ({ creditcard }: TransactionDetail) => creditcard?.number?.slice(-4);

function contains(column: "detail" | "body", text: string) {
  const pattern = `%${text.replace(/[\\%_]/g, (sign) => `\\${sign}`)}%`;
  return sql<boolean>`${sql.ref(column)} like ${pattern} escape '\\'`;
}
