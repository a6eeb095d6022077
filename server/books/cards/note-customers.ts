import { type Kysely, sql } from "kysely";
import { emailProblem } from "#lib/forms/email.ts";
import { isToken, normalizeToken } from "#lib/gateway/card-number.ts";
import { isApprovedCode } from "#lib/gateway/codes/result-codes.ts";
import type { TransactionDetail } from "#lib/gateway/schemas/transaction.ts";
import type { Database } from "#server/db/database.ts";
import type { AttemptRow } from "#server/db/tables/payments/attempts.ts";
import type { CustomerRow } from "#server/db/tables/payments/customers.ts";
import { tookEffect } from "#server/payments/attempts/attempt-row.ts";
import { isMaker } from "../index/attempt-rows.ts";
import { toTerm } from "../index/terms.ts";

/** Whom one payment names, and what it was paid with. */
export type CustomerSighting = Pick<CustomerRow, "customer_key" | "custid" | "name" | "email" | "seen_at"> & {
  transactionKey: string;
  token: string | null;
};

/**
 * Lists customers, or adds what is new of those listed. By their key at the gateway where a payment names it, else by email
 * address, else by name. `store` may be the caller's transaction.
 */
export async function noteCustomers(
  store: Kysely<Database>,
  sightings: readonly CustomerSighting[],
): Promise<void> {
  // In one order, so that two processes never wait for each other.
  const ordered = sightings.toSorted((a, b) => a.transactionKey.localeCompare(b.transactionKey));
  for (const sighting of ordered) await noteCustomer(store, sighting);
}

async function noteCustomer(store: Kysely<Database>, sighting: CustomerSighting): Promise<void> {
  const earlier = await findEarlier(store, sighting);
  const id = earlier?.id ?? idOf(sighting);
  if (id === undefined) return;
  const { customer_key, custid, name, email, seen_at } = sighting;
  const known = {
    customer_key: customer_key ?? earlier?.customer_key ?? null,
    custid: custid ?? earlier?.custid ?? null,
    name: name ?? earlier?.name ?? null,
    email: email ?? earlier?.email ?? null,
  };
  const term = toTerm(Object.values(known).filter(Boolean).join(" "));
  await store
    .insertInto("customers")
    .values({ id, ...known, term, seen_at })
    .onConflict((conflict) =>
      conflict.column("id").doUpdateSet({
        ...known,
        term,
        seen_at: sql<number>`case when excluded.seen_at > customers.seen_at then excluded.seen_at else customers.seen_at end`,
      }),
    )
    .execute();
  await store
    .insertInto("customer_payments")
    .values({ transaction_key: sighting.transactionKey, customer_id: id, token: sighting.token })
    .onConflict((conflict) =>
      conflict.column("transaction_key").doUpdateSet({
        customer_id: id,
        token: sql`coalesce(excluded.token, customer_payments.token)`,
      }),
    )
    .execute();
  if (customer_key !== null && email !== null)
    await adopt(store, idOf({ customer_key: null, email, name: null }), id);
}

/** The payments of an email address belong to its customer from then on. */
async function adopt(store: Kysely<Database>, from: string | undefined, to: string): Promise<void> {
  if (from === undefined || from === to) return;
  await store
    .updateTable("customer_payments")
    .set({ customer_id: to })
    .where("customer_id", "=", from)
    .execute();
  await store.deleteFrom("customers").where("id", "=", from).execute();
}

/**
 * The customer that is listed already: of this payment where another reading named more than this one, by the key, or by an
 * email address that belongs to a key.
 */
async function findEarlier(
  store: Kysely<Database>,
  { transactionKey, customer_key, email, name }: CustomerSighting,
): Promise<CustomerRow | undefined> {
  const own = await store
    .selectFrom("customer_payments")
    .innerJoin("customers", "customers.id", "customer_payments.customer_id")
    .selectAll("customers")
    .where("transaction_key", "=", transactionKey)
    .executeTakeFirst();
  if (own && rankOf(own) >= rankOf({ customer_key, email })) return own;
  if (customer_key === null && email !== null) {
    const keyed = await store
      .selectFrom("customers")
      .selectAll()
      .where("email", "=", email)
      .where("customer_key", "is not", null)
      .orderBy("id")
      .executeTakeFirst();
    if (keyed) return keyed;
  }
  const id = idOf({ customer_key, email, name });
  if (id === undefined) return undefined;
  return await store.selectFrom("customers").selectAll().where("id", "=", id).executeTakeFirst();
}

type Named = Pick<CustomerRow, "customer_key" | "email" | "name">;

const rankOf = ({ customer_key, email }: Pick<Named, "customer_key" | "email">) =>
  customer_key !== null ? 2 : email !== null ? 1 : 0;

function idOf({ customer_key, email, name }: Named): string | undefined {
  if (customer_key !== null) return `key:${customer_key}`;
  if (email !== null) return `email:${email}`;
  return name === null ? undefined : `name:${toTerm(name)}`;
}

/** The customer of a payment that this console took, from its request and its answer. */
export function customerOfAttempt(row: AttemptRow): CustomerSighting[] {
  if (!isMaker(row) || !tookEffect(row) || row.transaction_key === null) return [];
  const sent: Sent = JSON.parse(row.request);
  const answer: TransactionDetail = JSON.parse(row.answer ?? "{}");
  const detail: TransactionDetail = {
    ...sent,
    ...answer,
    creditcard: { ...sent.creditcard, ...answer.creditcard },
    customer_email: answer.customer_email || sent.email,
    cust_key: answer.cust_key || sent.custkey,
    key: row.transaction_key,
  };
  const token = row.tender === "token" ? tokenOf(sent.creditcard?.number) : null;
  return customerOfReading(detail, row.outcome_at ?? row.prepared_at, token);
}

/** The customer that a payment of any system names, as the gateway shows it. */
export function customerOfReading(
  detail: TransactionDetail,
  seenAt: number,
  usedToken: string | null = null,
): CustomerSighting[] {
  const { result_code } = detail;
  if (!detail.key || !(result_code === undefined || isApprovedCode(result_code))) return [];
  const saved = detail.customer ?? {};
  const address = detail.billing_address ?? {};
  const person = (names: Record<string, unknown>) =>
    textOf(
      [textOf(names.first_name) ?? textOf(names.firstname), textOf(names.last_name) ?? textOf(names.lastname)]
        .filter(Boolean)
        .join(" "),
    );
  const email = (textOf(detail.customer_email) ?? textOf(saved.email))?.toLowerCase() ?? null;
  const sighting = {
    transactionKey: detail.key,
    customer_key: textOf(detail.cust_key) ?? textOf(detail.custkey) ?? textOf(saved.key),
    custid: textOf(detail.custid) ?? textOf(saved.custid),
    name:
      person(saved) ??
      textOf(saved.company) ??
      person(address) ??
      textOf(address.company) ??
      textOf(detail.creditcard?.cardholder) ??
      textOf(detail.check?.accountholder),
    email: email !== null && emailProblem(email) === undefined ? email : null,
    token: usedToken ?? tokenOf(detail.savedcard?.key),
    seen_at: seenAt,
  };
  return idOf(sighting) === undefined ? [] : [sighting];
}

type Sent = TransactionDetail & { email?: string; custkey?: string };

const tokenOf = (text: string | undefined) => (text && isToken(text) ? normalizeToken(text) : null);
const textOf = (value: unknown) => (typeof value === "string" && value.trim() !== "" ? value.trim() : null);
