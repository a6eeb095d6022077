import { randomBytes } from "node:crypto";
import type { Kysely } from "kysely";
import type { Role } from "#lib/permissions.ts";
import type { Database } from "#server/db/database.ts";
import { storeTrouble } from "#server/sql/store-trouble.ts";

/** A session ends this long after its sign-in, even when it is active. */
export const SESSION_LIFE_MS = 12 * 60 * 60_000;
/** A session ends when its user has done nothing for this long. */
export const SESSION_IDLE_MS = 60 * 60_000;

export type SignedInUser = {
  id: string;
  email: string;
  name: string;
  role: Role;
  sessionId: string;
  /** Epoch ms of the user's last action in this session. */
  lastActionAt: number;
};

type Store = Kysely<Database>;

/**
 * Begins a session and returns its id, all that a cookie holds. Deletes expired sessions. Times here are
 * epoch ms.
 */
export async function beginSession(db: Store, userId: string, now = Date.now()): Promise<string> {
  const id = randomBytes(32).toString("base64url");
  await db.deleteFrom("sessions").where("expires_at", "<", now).execute();
  await db
    .insertInto("sessions")
    .values({
      id,
      user_id: userId,
      created_at: now,
      last_action_at: now,
      expires_at: now + SESSION_LIFE_MS,
      revoked_at: null,
      locked_at: null,
    })
    .execute();
  return id;
}

/** The user of this session; null when it was revoked, locked, expired or idle, or its user is disabled. */
export const findSession = (db: Store, sessionId: string, now = Date.now()): Promise<SignedInUser | null> =>
  findLive(db, sessionId, "is", now);

/** The user of this session if it is locked, and otherwise good. */
export const findLockedSession = (
  db: Store,
  sessionId: string,
  now = Date.now(),
): Promise<SignedInUser | null> => findLive(db, sessionId, "is not", now);

async function findLive(
  db: Store,
  sessionId: string,
  lock: "is" | "is not",
  now: number,
): Promise<SignedInUser | null> {
  const row = await db
    .selectFrom("sessions")
    .innerJoin("users", "users.id", "sessions.user_id")
    .select(["users.id", "users.email", "users.name", "users.role", "sessions.last_action_at"])
    .where("sessions.id", "=", sessionId)
    .where("sessions.revoked_at", "is", null)
    .where("sessions.locked_at", lock, null)
    .where("sessions.expires_at", ">", now)
    .where("sessions.last_action_at", ">", now - SESSION_IDLE_MS)
    .where("users.disabled", "=", 0)
    .executeTakeFirst();
  if (!row) return null;
  const { last_action_at, ...user } = row;
  return { ...user, sessionId, lastActionAt: last_action_at };
}

/** Records a user's action. Not for a page that polls: its session has to go idle. */
export async function noteAction(
  db: Store,
  { sessionId, lastActionAt }: Pick<SignedInUser, "sessionId" | "lastActionAt">,
  now = Date.now(),
): Promise<void> {
  // One write every ten seconds is precise enough for a one-hour limit and saves disk writes.
  if (lastActionAt >= now - 10_000) return;
  await db
    .updateTable("sessions")
    .set({ last_action_at: now })
    .where("id", "=", sessionId)
    .where("last_action_at", "<", now)
    .execute()
    .catch((error: unknown) => {
      // On a full disk users can still read. Their writes report the problem themselves.
      if (!storeTrouble(error)) throw error;
    });
}

/** Locks the session in every tab, or unlocks it, for which its user has given the password. */
export async function setLock(
  db: Store,
  sessionId: string,
  isLocked: boolean,
  now = Date.now(),
): Promise<void> {
  await db
    .updateTable("sessions")
    .set(isLocked ? { locked_at: now } : { locked_at: null, last_action_at: now })
    .where("id", "=", sessionId)
    .execute();
}

/** Ends the session at once, in every browser that has a copy of its cookie. */
export async function revokeSession(db: Store, sessionId: string, now = Date.now()): Promise<void> {
  await db
    .updateTable("sessions")
    .set({ revoked_at: now })
    .where("id", "=", sessionId)
    .where("revoked_at", "is", null)
    .execute();
}

/** Revokes every session of a user. */
export async function revokeSessionsOf(db: Store, userId: string, now = Date.now()): Promise<void> {
  await db
    .updateTable("sessions")
    .set({ revoked_at: now })
    .where("user_id", "=", userId)
    .where("revoked_at", "is", null)
    .execute();
}
