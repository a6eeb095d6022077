import { createHash, randomBytes } from "node:crypto";
import type { Kysely } from "kysely";
import type { Database } from "#server/db/database.ts";

/** Wrong passwords in a row after which a browser is unknown again, so that a stolen cookie is worth this many guesses. */
export const KNOWN_BROWSER_TRIES = 10;
/** A browser nobody has signed in with for this long is forgotten. */
export const KNOWN_BROWSER_MS = 90 * 24 * 60 * 60_000;

type Store = Kysely<Database>;

/** The value of a browser's cookie: random, so that it says nothing about who uses it. */
export function newBrowserId(): string {
  return randomBytes(32).toString("base64url");
}

/**
 * Counts a try from this browser for this person before the password is checked. Returns the tries left after it, or
 * undefined when the browser is not known to be theirs.
 */
export async function countKnownTry(
  db: Store,
  { browser, userId }: { browser: string | undefined; userId: string | undefined },
  now: number,
): Promise<number | undefined> {
  // Asked for an unknown person and an unknown browser too: the time taken must not reveal either.
  const row = await db
    .updateTable("known_browsers")
    .set((eb) => ({ failures: eb("failures", "+", 1) }))
    .where("browser", "=", hashOf(browser ?? ""))
    .where("user_id", "=", userId ?? "")
    .where("failures", "<", KNOWN_BROWSER_TRIES)
    .where("seen_at", ">", now - KNOWN_BROWSER_MS)
    .returning("failures")
    .executeTakeFirst();
  return row && KNOWN_BROWSER_TRIES - row.failures;
}

/** After the right password: the browser is the person's from now on. */
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
    .values({ browser: hashOf(browser), user_id: userId, failures: 0, seen_at: now })
    .onConflict((conflict) =>
      conflict.columns(["browser", "user_id"]).doUpdateSet({ failures: 0, seen_at: now }),
    )
    .execute();
}

/** All browsers of a person are unknown from now on. */
export async function forgetBrowsersOf(db: Store, userId: string): Promise<void> {
  await db.deleteFrom("known_browsers").where("user_id", "=", userId).execute();
}

const hashOf = (browser: string) => createHash("sha256").update(browser).digest("hex");
