import { randomBytes, randomInt } from "node:crypto";
import type { Kysely, Transaction } from "kysely";
import type { Database } from "#server/db/database.ts";
import { hashWithSalt } from "../sign-in/password.ts";

const RECOVERY_CODES = 10;

/** Ten new codes as their user keeps them, `7KQ4-M2XD`, and as the store does. */
export async function newRecoveryCodes(): Promise<{ codes: string[]; salt: string; hashes: string[] }> {
  const salt = randomBytes(16).toString("base64");
  const codes = Array.from({ length: RECOVERY_CODES }, newCode);
  const hashes = await Promise.all(codes.map((code) => hashOf(code, salt)));
  return { codes, salt, hashes };
}

/** Puts these codes in the place of the user's earlier ones. The salt is kept in `second_factors`. */
export async function replaceRecoveryCodes(
  store: Transaction<Database>,
  userId: string,
  hashes: readonly string[],
): Promise<void> {
  await store.deleteFrom("recovery_codes").where("user_id", "=", userId).execute();
  await store
    .insertInto("recovery_codes")
    .values(hashes.map((code_hash) => ({ user_id: userId, code_hash, used_at: null })))
    .execute();
}

/** Uses the code up. Returns how many are left then; undefined when it is not one of the unused ones. */
export async function consumeRecoveryCode(
  db: Kysely<Database>,
  { userId, salt, code }: { userId: string; salt: string; code: string },
  now: number,
): Promise<number | undefined> {
  const { numUpdatedRows } = await db
    .updateTable("recovery_codes")
    .set({ used_at: now })
    .where("user_id", "=", userId)
    .where("code_hash", "=", await hashOf(code, salt))
    .where("used_at", "is", null)
    .executeTakeFirst();
  return numUpdatedRows === 1n ? countRecoveryCodes(db, userId) : undefined;
}

export async function countRecoveryCodes(db: Kysely<Database>, userId: string): Promise<number> {
  const { left } = await db
    .selectFrom("recovery_codes")
    .select((eb) => eb.fn.countAll().as("left"))
    .where("user_id", "=", userId)
    .where("used_at", "is", null)
    .executeTakeFirstOrThrow();
  return Number(left);
}

/** 40 bits. Without letters and digits that look alike. */
function newCode(): string {
  const letters = Array.from({ length: 8 }, () => ALPHABET.charAt(randomInt(ALPHABET.length))).join("");
  return `${letters.slice(0, 4)}-${letters.slice(4)}`;
}

const ALPHABET = "23456789ABCDEFGHJKLMNPQRSTUVWXYZ";

/** However it is typed: in small letters, with or without its hyphen. */
const hashOf = (code: string, salt: string) =>
  hashWithSalt(code.toUpperCase().replace(/[^A-Z0-9]/g, ""), Buffer.from(salt, "base64"));
