import { createHash, randomBytes } from "node:crypto";
import type { Kysely } from "kysely";
import type { Database } from "#server/db/database.ts";
import type { PasskeyChallengesTable } from "#server/db/tables/auth/passkey-challenges.ts";

/** A challenge is good for this long. */
export const CHALLENGE_MS = 5 * 60_000;
/** So many may be open for one address, which a whole shop can share. */
const MOST_OPEN = 500;

export type Purpose = PasskeyChallengesTable["purpose"];

type Asked = {
  purpose: Purpose;
  /** The session, or at a sign-in the value of the browser's cookie. */
  holder: string;
  /** The only user who may answer; missing at a sign-in. */
  userId?: string;
  address?: string | undefined;
};

/** A new challenge, base64url; undefined when too many are open for this address. */
export async function newChallenge(
  db: Kysely<Database>,
  { purpose, holder, userId, address: from }: Asked,
  now = Date.now(),
): Promise<string | undefined> {
  await db.deleteFrom("passkey_challenges").where("expires_at", "<=", now).execute();
  const address = from === undefined ? null : hashOf(from);
  const { open } = await db
    .selectFrom("passkey_challenges")
    .select((eb) => eb.fn.countAll().as("open"))
    .where("address", address === null ? "is" : "=", address)
    .executeTakeFirstOrThrow();
  if (Number(open) >= MOST_OPEN) return undefined;
  const challenge = randomBytes(32).toString("base64url");
  await db
    .insertInto("passkey_challenges")
    .values({
      id: hashOf(challenge),
      purpose,
      holder: hashOf(holder),
      user_id: userId ?? null,
      address,
      expires_at: now + CHALLENGE_MS,
    })
    .execute();
  return challenge;
}

/**
 * Uses a challenge up, in one statement. Undefined when it was used already, is too old, or was made for something or somebody
 * else; otherwise the only user who may answer it, or null.
 */
export async function spendChallenge(
  db: Kysely<Database>,
  { challenge, purpose, holder }: { challenge: string; purpose: Purpose; holder: string },
  now = Date.now(),
): Promise<{ userId: string | null } | undefined> {
  const spent = await db
    .deleteFrom("passkey_challenges")
    .where("id", "=", hashOf(challenge))
    .where("purpose", "=", purpose)
    .where("holder", "=", hashOf(holder))
    .where("expires_at", ">", now)
    .returning("user_id")
    .executeTakeFirst();
  return spent && { userId: spent.user_id };
}

const hashOf = (text: string) => createHash("sha256").update(text).digest("hex");
