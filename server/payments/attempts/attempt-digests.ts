import { sql } from "kysely";
import { db } from "#server/db/db.ts";
import { isStateWithoutOutcome } from "./attempt-row.ts";

/** The keyed digests that attempts carry: found again while they are needed, and deleted (server/retention). */

/** The latest known fingerprint of the card that paid for this transaction. */
export async function findFingerprint(transactionKey: string): Promise<string | undefined> {
  const row = await db()
    .selectFrom("attempts")
    .select("fingerprint")
    .where("transaction_key", "=", transactionKey)
    .where("fingerprint", "is not", null)
    .orderBy("prepared_at", "desc")
    .executeTakeFirst();
  return row?.fingerprint ?? undefined;
}

/** One of these fingerprints that an attempt carries. */
export async function findUsedFingerprint(fingerprints: readonly string[]): Promise<string | undefined> {
  const row = await db()
    .selectFrom("attempts")
    .select("fingerprint")
    .where("fingerprint", "in", fingerprints)
    .executeTakeFirst();
  return row?.fingerprint ?? undefined;
}

/** As a condition: an attempt carries the fingerprint in this column. */
export const isUsedFingerprint = (column: string) =>
  sql<boolean>`exists (select 1 from attempts where attempts.fingerprint = ${sql.ref(column)})`;

/** Fingerprints of attempts without an outcome. */
export async function listFingerprintsWithoutOutcome(): Promise<string[]> {
  const rows = await db()
    .selectFrom("attempts")
    .select("fingerprint")
    .where(isStateWithoutOutcome)
    .where("fingerprint", "is not", null)
    .execute();
  return rows.flatMap(({ fingerprint }) => fingerprint ?? []);
}

/** Deletes the digests of at most `most` attempts resolved before that moment (epoch ms). Returns how many. */
export async function deleteDigests(before: number, most: number): Promise<number> {
  const old = db()
    .selectFrom("attempts")
    .select("id")
    // Written as in the index, which a bound value would not match.
    .where(sql<boolean>`(digest <> '' or fingerprint is not null)`)
    .where("outcome_at", "<", before)
    .where("state", "in", ["answered", "refused", "unsent", "resolved"])
    .limit(most);
  const changed = await db()
    .updateTable("attempts")
    .set({ fingerprint: null, digest: "" })
    .where("id", "in", old)
    .executeTakeFirst();
  return Number(changed.numUpdatedRows);
}
