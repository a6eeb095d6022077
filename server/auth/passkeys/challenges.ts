import { randomBytes } from "node:crypto";
import type { Kysely } from "kysely";
import type { Database } from "#server/db/database.ts";
import type { PasskeyChallengesTable } from "#server/db/tables/auth/passkey-challenges.ts";
import { sha256Hex } from "#server/sha256.ts";
import { toNetwork } from "../sign-in/sign-in-limits.ts";

/** A challenge is good for this long. */
export const CHALLENGE_MS = 5 * 60_000;
/** So many sign-ins may be open for one address, which a whole shop can share. */
export const MAX_OF_ADDRESS = 500;
/** So many of each other purpose for one user, and of approvals for one session. */
export const MAX_OF_USER = 10;

export type Purpose = PasskeyChallengesTable["purpose"];

type Asked = {
  purpose: Purpose;
  /** The session, or at a sign-in the value of the browser's cookie. */
  holder: string;
  /** The only user who may answer; missing at a sign-in. */
  userId?: string;
  address?: string | undefined;
};

/**
 * A new challenge, base64url. Where too many are open for its user, at a sign-in for its address, and at an approval for the session
 * that asks, the oldest gives way: no one is kept from signing by what others ask for.
 */
export async function newChallenge(
  db: Kysely<Database>,
  { purpose, holder, userId, address: from }: Asked,
  now = Date.now(),
): Promise<string> {
  await db.deleteFrom("passkey_challenges").where("expires_at", "<=", now).execute();
  const address = from === undefined ? null : sha256Hex(toNetwork(from));
  await evictOldest(db, { purpose, userId, address, holder: sha256Hex(holder) });
  const challenge = randomBytes(32).toString("base64url");
  await db
    .insertInto("passkey_challenges")
    .values({
      id: sha256Hex(challenge),
      purpose,
      holder: sha256Hex(holder),
      user_id: userId ?? null,
      address,
      expires_at: now + CHALLENGE_MS,
    })
    .execute();
  return challenge;
}

async function evictOldest(
  db: Kysely<Database>,
  {
    purpose,
    userId,
    address,
    holder,
  }: { purpose: Purpose; userId: string | undefined; address: string | null; holder: string },
): Promise<void> {
  const isSignIn = purpose === "signIn";
  const isApproval = purpose === "approve";
  const oldest = await db
    .selectFrom("passkey_challenges")
    .select("id")
    .where("purpose", "=", purpose)
    .$if(isSignIn, (query) => query.where("address", address === null ? "is" : "=", address))
    .$if(isApproval, (query) => query.where("holder", "=", holder))
    .$if(!isSignIn && !isApproval, (query) => query.where("user_id", "=", userId ?? ""))
    .orderBy("expires_at", "desc")
    .orderBy("id")
    .limit(MAX_OF_ADDRESS)
    .offset((isSignIn ? MAX_OF_ADDRESS : MAX_OF_USER) - 1)
    .execute();
  if (oldest.length === 0) return;
  const ids = oldest.map(({ id }) => id);
  await db.deleteFrom("passkey_challenges").where("id", "in", ids).execute();
}

/**
 * Uses a challenge up, in one statement. Undefined when it was used already, is too old, or was made for something or somebody
 * else; otherwise the only user who may answer it, or null.
 */
export async function consumeChallenge(
  db: Kysely<Database>,
  { challenge, purpose, holder }: { challenge: string; purpose: Purpose; holder: string },
  now = Date.now(),
): Promise<{ userId: string | null } | undefined> {
  const spent = await db
    .deleteFrom("passkey_challenges")
    .where("id", "=", sha256Hex(challenge))
    .where("purpose", "=", purpose)
    .where("holder", "=", sha256Hex(holder))
    .where("expires_at", ">", now)
    .returning("user_id")
    .executeTakeFirst();
  return spent && { userId: spent.user_id };
}
