import { type Kysely, sql } from "kysely";
import type { BatchKind } from "#lib/batch-sums.ts";
import { type TransactionDetail, transactionDetail } from "#lib/gateway/transaction.ts";
import { webhookEvent } from "#lib/gateway/webhook.ts";
import type { OtherCredit } from "#lib/given-back.ts";
import { amountOf, kindOf } from "#lib/transaction-sums.ts";
import type { Database } from "#server/db/database.ts";
import { db } from "#server/db/db.ts";
import { listBatchTransactions } from "./batch-transactions.ts";

/**
 * Refunds that the gateway shows and that name a payment. The contract links a refund to its sale by nothing, but a
 * refund takes over the order id and the invoice: one with the payment's order id (its invoice, where it has none) on
 * the same card counts, unless another payment shares both and it could be that one's. `live` reads the open batch too:
 * one request, for today's refunds of which no event came.
 */
export async function findCreditsElsewhere(
  original: TransactionDetail,
  { live = false }: { live?: boolean } = {},
): Promise<OtherCredit[]> {
  const name = nameOf(original);
  if (!name) return [];
  const open = live ? await readOpenBatch() : [];
  const kept = await findKeptNaming("refunds", name);
  const refunds = creditsAmong([...open, ...kept], original, name);
  const events = await findCreditEvents(name);
  const found = [...new Map([...events, ...refunds].map((one) => [one.key, one])).values()];
  if (refunds.length === 0) return found;
  const sales = [...open, ...(await findKeptNaming("sales", name))];
  return sales.some((one) => isRival(one, original, name)) ? [] : found;
}

async function readOpenBatch(): Promise<TransactionDetail[]> {
  const page = await listBatchTransactions("current", { limit: 1000, offset: 0 });
  return page.kind === "found" ? page.value.data : [];
}

function creditsAmong(
  transactions: readonly TransactionDetail[],
  original: TransactionDetail,
  name: Name,
): OtherCredit[] {
  return transactions
    .filter((one) => kindOf(one) === "refunds" && isApproved(one) && names(one, name))
    .filter((one) => isSamePayer(one, original))
    .flatMap(toCredit);
}

const isRival = (one: TransactionDetail, original: TransactionDetail, name: Name) =>
  kindOf(one) === "sales" &&
  one.key !== original.key &&
  names(one, name) &&
  isSamePayer(one, original) &&
  isApproved(one);

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

/** The field that names the payment in its refunds. */
type Name = { field: "orderid" | "invoice"; value: string };

function nameOf({ orderid, invoice }: TransactionDetail): Name | undefined {
  if (orderid) return { field: "orderid", value: orderid };
  return invoice ? { field: "invoice", value: invoice } : undefined;
}

const names = (one: TransactionDetail, { field, value }: Name) => one[field] === value;

async function findKeptNaming(kind: BatchKind, { field, value }: Name): Promise<TransactionDetail[]> {
  const rows = await db()
    .selectFrom("ledger_transactions")
    .select("detail")
    .where("kind", "=", kind)
    .where(contains("detail", `"${field}":${JSON.stringify(value)}`))
    .limit(200)
    .execute();
  // The store's own writing.
  return rows.map(({ detail }) => JSON.parse(detail));
}

/** An event says nothing of the card: its order id alone links it. */
async function findCreditEvents({ field, value }: Name): Promise<OtherCredit[]> {
  if (field !== "orderid") return [];
  const rows = await db()
    .selectFrom("webhook_events")
    .select("body")
    .where("event_type", "=", "transaction.refund.success")
    .where(contains("body", JSON.stringify(value)))
    .limit(200)
    .execute();
  return rows.flatMap(({ body }) => {
    const event = webhookEvent.safeParse(JSON.parse(body)).data;
    const shown = transactionDetail.safeParse(event?.event_body.object).data;
    return shown?.orderid === value ? toCredit(shown) : [];
  });
}

function toCredit(one: TransactionDetail): OtherCredit[] {
  const cents = amountOf(one);
  return one.key && cents !== undefined ? [{ key: one.key, cents }] : [];
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
