import { type ExpressionBuilder, sql } from "kysely";
import {
  type Customer,
  type CustomerDetail,
  type CustomerPage,
  customersOnPage,
  paymentsOfCustomer,
} from "#lib/cards/customer.ts";
import { contains } from "#server/db/contains.ts";
import type { Database } from "#server/db/database.ts";
import { db } from "#server/db/db.ts";
import type { CustomerRow } from "#server/db/tables/payments/customers.ts";
import { indexAttempts } from "../index/index-attempts.ts";
import { toTerm } from "../index/terms.ts";
import { toFound } from "../search/find-transactions.ts";
import { toSavedCard } from "./list-cards.ts";

/** A page of the customers that match every word of a text: name, email, key or the last four of a saved card. Newest first. */
export async function listCustomers(text: string, offset: number): Promise<CustomerPage> {
  // Somebody who paid a moment ago is there.
  await indexAttempts();
  const words = toTerm(text)
    .split(/\s+/)
    .filter((word) => word !== "")
    .slice(0, maxWords);
  const meets = (where: ExpressionBuilder<Database, "customers">) => where.and(words.map(hasWord));
  const [rows, { total }] = await Promise.all([
    customersWithCounts()
      .where(meets)
      .orderBy("seen_at", "desc")
      .orderBy("id")
      .limit(customersOnPage)
      .offset(offset)
      .execute(),
    db()
      .selectFrom("customers")
      .select((select) => select.fn.countAll<number>().as("total"))
      .where(meets)
      .executeTakeFirstOrThrow(),
  ]);
  return { customers: rows.map(toCustomer), total: Number(total), offset };
}

/** Somebody's saved cards, latest payments and sums; undefined of a customer that is not listed. */
export async function findCustomer(id: string): Promise<CustomerDetail | undefined> {
  await indexAttempts();
  const row = await customersWithCounts().where("id", "=", id).executeTakeFirst();
  if (!row) return undefined;
  const own = db().selectFrom("customer_payments").where("customer_id", "=", id);
  const [cards, payments, sums] = await Promise.all([
    db()
      .selectFrom("saved_cards")
      .selectAll()
      .where("forgotten_at", "is", null)
      .where("token", "in", own.select("token").where("token", "is not", null))
      .orderBy("seen_at", "desc")
      .limit(maxCards)
      .execute(),
    db()
      .selectFrom("indexed_transactions")
      .selectAll()
      .where("id", "in", own.select("transaction_key"))
      .orderBy("created_at", "desc")
      .orderBy("id")
      .limit(paymentsOfCustomer)
      .execute(),
    db()
      .selectFrom("indexed_transactions")
      .select((select) => ["currency", select.fn.sum<number | string>("net_cents").as("cents")])
      .where("id", "in", own.select("transaction_key"))
      .groupBy("currency")
      .execute(),
  ]);
  return {
    customer: toCustomer(row),
    cards: cards.map(toSavedCard),
    payments: payments.map((payment) => toFound({ ...payment, sequence: null })),
    sums: sums.map(({ currency, cents }) => ({ currency: currency ?? undefined, cents: Number(cents) })),
  };
}

const maxWords = 6;
const maxCards = 20;

const customersWithCounts = () =>
  db()
    .selectFrom("customers")
    .selectAll()
    .select((select) =>
      select
        .selectFrom("customer_payments")
        .select((count) => count.fn.countAll<number>().as("payments"))
        .whereRef("customer_id", "=", "customers.id")
        .as("payments"),
    );

function hasWord(word: string) {
  const isLastFour = /^\d{4}$/.test(word);
  const named = contains("term", word);
  if (!isLastFour) return named;
  return sql<boolean>`(${named} or exists (select 1 from customer_payments
    inner join saved_cards on saved_cards.token = customer_payments.token
    where customer_payments.customer_id = customers.id and saved_cards.last_four = ${word}))`;
}

function toCustomer({ payments, ...row }: CustomerRow & { payments: number | null }): Customer {
  return {
    id: row.id,
    key: row.customer_key ?? undefined,
    custid: row.custid ?? undefined,
    name: row.name ?? undefined,
    email: row.email ?? undefined,
    seenAt: row.seen_at,
    payments: Number(payments ?? 0),
  };
}
