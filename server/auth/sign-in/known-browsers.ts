import { createHash, randomBytes } from "node:crypto";
import type { Kysely } from "kysely";
import { believedUntil } from "#lib/stored-time.ts";
import type { Database } from "#server/db/database.ts";

/** Consecutive wrong passwords without a delay in a known browser. Each further try is delayed. */
export const KNOWN_BROWSER_TRIES = 10;
/** The wait doubles from one second up to this, so that a stolen cookie is worth few guesses. */
const slowestMs = 30_000;
/** Tries that would wait longer than this were sent in parallel, not typed. */
const longestMs = 2 * slowestMs;
/** A browser without a sign-in for this long is deleted. */
export const KNOWN_BROWSER_MS = 90 * 24 * 60 * 60_000;

type Store = Kysely<Database>;

/** The value of a browser's cookie: random, so that it reveals nothing about its user. */
export function newBrowserId(): string {
  return randomBytes(32).toString("base64url");
}

export type KnownTry =
  | { kind: "turn"; triesLeft: number; waitMs: number }
  | { kind: "late"; seconds: number };

/**
 * Counts a sign-in attempt from this browser before the password is checked, and schedules it: wrong passwords delay the
 * next attempts one after the other, but never block the right one. Undefined when the browser is not known for this user.
 */
export async function countKnownTry(
  db: Store,
  { browser, userId }: { browser: string | undefined; userId: string | undefined },
  now: number,
): Promise<KnownTry | undefined> {
  return db.transaction().execute(async (trx) => {
    // Also queried for an unknown user or browser, so that the response time reveals neither.
    const row = await trx
      .updateTable("known_browsers")
      .set((eb) => ({ failures: eb("failures", "+", 1) }))
      .where("browser", "=", hashOf(browser ?? ""))
      .where("user_id", "=", userId ?? "")
      .where("seen_at", ">", now - KNOWN_BROWSER_MS)
      .returning(["browser", "user_id", "failures", "next_at"])
      .executeTakeFirst();
    if (!row) return undefined;
    const triesLeft = Math.max(0, KNOWN_BROWSER_TRIES - row.failures);
    if (row.failures <= KNOWN_BROWSER_TRIES) return { kind: "turn", triesLeft, waitMs: 0 };
    const step = Math.min(slowestMs, 1000 * 2 ** Math.min(row.failures - KNOWN_BROWSER_TRIES - 1, 10));
    const turn = Math.max(now, believedUntil(Number(row.next_at ?? 0), now, longestMs)) + step;
    if (turn - now > longestMs) return { kind: "late", seconds: Math.ceil((turn - now) / 1000) };
    await trx
      .updateTable("known_browsers")
      .set({ next_at: turn })
      .where("browser", "=", row.browser)
      .where("user_id", "=", row.user_id)
      .execute();
    return { kind: "turn", triesLeft, waitMs: turn - now };
  });
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
    .values({ browser: hashOf(browser), user_id: userId, failures: 0, next_at: null, seen_at: now })
    .onConflict((conflict) =>
      conflict.columns(["browser", "user_id"]).doUpdateSet({ failures: 0, next_at: null, seen_at: now }),
    )
    .execute();
}

/** Makes all browsers of a user unknown. */
export async function forgetBrowsersOf(db: Store, userId: string): Promise<void> {
  await db.deleteFrom("known_browsers").where("user_id", "=", userId).execute();
}

const hashOf = (browser: string) => createHash("sha256").update(browser).digest("hex");
