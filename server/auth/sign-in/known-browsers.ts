import { randomBytes } from "node:crypto";
import type { Kysely } from "kysely";
import { DAY_MS } from "#lib/time.ts";
import type { Database } from "#server/db/database.ts";
import { sha256Hex } from "#server/sha256.ts";

/** A browser without a sign-in for this long is deleted. */
export const KNOWN_BROWSER_MS = 90 * DAY_MS;

type Store = Kysely<Database>;

/** The value of a browser's cookie: random, so that it reveals nothing about its user. */
export function newBrowserId(): string {
  return randomBytes(32).toString("base64url");
}

/** After the right password: from now on the browser is known for this user. */
export async function rememberBrowser(
  db: Store,
  browser: string,
  userId: string,
  now: number,
): Promise<void> {
  await db
    .deleteFrom("known_browsers")
    .where("seen_at", "<", now - KNOWN_BROWSER_MS)
    .execute();
  await db
    .insertInto("known_browsers")
    .values({ browser: sha256Hex(browser), user_id: userId, seen_at: now })
    .onConflict((conflict) => conflict.columns(["browser", "user_id"]).doUpdateSet({ seen_at: now }))
    .execute();
}

/** The digest of a browser from which the user has signed in lately; undefined for any other. */
export async function findKnownBrowser(
  db: Store,
  browser: string,
  userId: string,
  now = Date.now(),
): Promise<string | undefined> {
  const row = await db
    .selectFrom("known_browsers")
    .select("browser")
    .where("browser", "=", sha256Hex(browser))
    .where("user_id", "=", userId)
    .where("seen_at", ">", now - KNOWN_BROWSER_MS)
    .executeTakeFirst();
  return row?.browser;
}

/** Makes all browsers of a user unknown. */
export async function forgetBrowsersOf(db: Store, userId: string): Promise<void> {
  await db.deleteFrom("known_browsers").where("user_id", "=", userId).execute();
}

/** The digests of all browsers of a user. */
export async function knownBrowserDigests(db: Store, email: string): Promise<string[]> {
  const rows = await db
    .selectFrom("known_browsers")
    .innerJoin("users", "users.id", "known_browsers.user_id")
    .select("browser")
    .where("email", "=", email)
    .execute();
  return rows.map(({ browser }) => browser);
}
