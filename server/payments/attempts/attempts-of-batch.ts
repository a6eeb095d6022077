import { db } from "#server/db/db.ts";
import type { AttemptRow } from "#server/db/tables/payments/attempts.ts";

/** What reconciliation compares with a batch of the gateway. */

const columns = [
  "id",
  "reference",
  "user_name",
  "command",
  "tender",
  "payer",
  "amount_cents",
  "original_key",
  "original_before",
  "request",
  "state",
  "prepared_at",
  "sent_at",
  "settled_at",
  "answer",
  "transaction_key",
  "problem",
  "contradiction",
  "next_lookup_at",
] as const;
export type JournalRow = Pick<AttemptRow, (typeof columns)[number]>;

/** Attempts that made or acted on these transactions, by key or reference number, in the order of their settlement. */
export function listJournalOf(names: readonly string[]): Promise<JournalRow[]> {
  return db()
    .selectFrom("attempts")
    .select(columns)
    .where((eb) => eb.or([eb("transaction_key", "in", names), eb("original_key", "in", names)]))
    .orderBy("settled_at")
    .orderBy("prepared_at")
    .execute();
}

/** Attempts by their ids or references. */
export function listJournalNamed(names: readonly string[]): Promise<JournalRow[]> {
  return db()
    .selectFrom("attempts")
    .select(columns)
    .where((eb) => eb.or([eb("id", "in", names), eb("reference", "in", names)]))
    .execute();
}

/** The attempts of a time (epoch ms, both included), with the transactions they made and acted on. */
export function listPreparedBetween(from: number, until: number) {
  return db()
    .selectFrom("attempts")
    .select(["id", "transaction_key", "original_key", "state", "tender"])
    .where("prepared_at", ">=", from)
    .where("prepared_at", "<=", until)
    .execute();
}
