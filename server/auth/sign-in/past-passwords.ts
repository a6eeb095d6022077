import type { Kysely, Transaction } from "kysely";
import type { Database } from "#server/db/database.ts";
import { REFUSED_LAST_PASSWORDS } from "./password-rules.ts";

/** The hashes of a user's last passwords, the current one first. */
export async function lastPasswordHashes(db: Kysely<Database>, userId: string): Promise<string[]> {
  const current = await db.selectFrom("users").select("password_hash").where("id", "=", userId).execute();
  const past = await selectPast(db, userId).execute();
  return [...current, ...past].map((row) => row.password_hash).slice(0, REFUSED_LAST_PASSWORDS);
}

/** Keeps the hash of a password that is replaced in this transaction, and forgets those too old to matter. */
export async function keepPastPassword(
  store: Transaction<Database>,
  past: { userId: string; hash: string },
  now = Date.now(),
): Promise<void> {
  const { userId, hash } = past;
  await store
    .insertInto("past_passwords")
    .values({ user_id: userId, password_hash: hash, replaced_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const kept = await selectPast(store, userId).execute();
  await store
    .deleteFrom("past_passwords")
    .where("user_id", "=", userId)
    .where(
      "password_hash",
      "not in",
      kept.map((row) => row.password_hash),
    )
    .execute();
}

const selectPast = (db: Kysely<Database>, userId: string) =>
  db
    .selectFrom("past_passwords")
    .select("password_hash")
    .where("user_id", "=", userId)
    .orderBy("replaced_at", "desc")
    .orderBy("password_hash")
    .limit(REFUSED_LAST_PASSWORDS - 1);
