import { randomBytes } from "node:crypto";
import type { Kysely } from "kysely";
import type { Role } from "#lib/permissions.ts";
import { record } from "#server/audit/record.ts";
import type { Database } from "#server/db/database.ts";
import { storeTrouble } from "#server/sql/store-trouble.ts";
import { roleOf } from "../roles/read-roles.ts";
import { roleHere } from "../roles/role-here.ts";

/** A session ends this long after its sign-in, even when it is active. */
export const SESSION_LIFE_MS = 12 * 60 * 60_000;
/** Where workstations never lock by themselves, a session ends when its user has done nothing for this long. */
export const SESSION_IDLE_MS = 60 * 60_000;

export type SignedInUser = {
  id: string;
  email: string;
  name: string;
  role: Role;
  sessionId: string;
  /** Epoch ms of the user's last action in this session. */
  lastActionAt: number;
  /** Epoch ms at which the user last gave the password or passkey in this session; 0 before they did. */
  provedAt: number;
  /** Whether this session began with more than a password, or a next one would. */
  hasSecondFactor: boolean;
};

type Store = Kysely<Database>;

type Place = {
  address?: string | undefined;
  device?: string | undefined;
  hasSecondStep?: boolean;
  /** Another program said who it is, perhaps without asking them. */
  isUnproved?: boolean;
  /** It does nothing until its user gives the console's own password or passkey. */
  isLocked?: boolean;
};

/**
 * Begins a session and returns its id, all that a cookie holds. Deletes expired sessions. Times here are
 * epoch ms.
 */
export async function beginSession(
  db: Store,
  userId: string,
  now = Date.now(),
  place: Place = {},
): Promise<string> {
  const id = randomBytes(32).toString("base64url");
  await keepLastSeen(db, now);
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
      locked_at: place.isLocked ? now : null,
      proved_at: place.isUnproved ? null : now,
      address: place.address ?? null,
      device: place.device ?? null,
      second_step_elsewhere: place.hasSecondStep ? 1 : 0,
    })
    .execute();
  await db.updateTable("users").set({ seen_at: now }).where("id", "=", userId).execute();
  return id;
}

/** Keeps when a user was last there beyond their sessions, before those that have expired are deleted. */
async function keepLastSeen(db: Store, now: number): Promise<void> {
  await db
    .updateTable("users")
    .set((eb) => ({
      seen_at: eb
        .selectFrom("sessions")
        .select(({ fn }) => fn.max("last_action_at").as("at"))
        .whereRef("user_id", "=", "users.id"),
    }))
    .where("id", "in", (eb) => eb.selectFrom("sessions").select("user_id").where("expires_at", "<", now))
    .execute();
}

/**
 * The user of this session; null when it was revoked, locked, expired or idle, or its user is disabled. One whose user has done
 * nothing for `lockMs` is locked; 0 locks none.
 */
export const findSession = (
  db: Store,
  sessionId: string,
  now = Date.now(),
  lockMs = 0,
): Promise<SignedInUser | null> => findLive(db, sessionId, { isLocked: false, now, lockMs });

/** The user of this session if it is locked, and otherwise good. */
export const findLockedSession = (
  db: Store,
  sessionId: string,
  now = Date.now(),
  lockMs = 0,
): Promise<SignedInUser | null> => findLive(db, sessionId, { isLocked: true, now, lockMs });

async function findLive(
  db: Store,
  sessionId: string,
  { isLocked, now, lockMs }: { isLocked: boolean; now: number; lockMs: number },
): Promise<SignedInUser | null> {
  const row = await goodSessions(db, [sessionId], now).executeTakeFirst();
  return row ? toUser(db, row, { isLocked, now, lockMs }) : null;
}

/** The users of these sessions by session, as `findSession` finds each of them. */
export async function findSessions(
  db: Store,
  sessionIds: readonly string[],
  now = Date.now(),
  lockMs = 0,
): Promise<Map<string, SignedInUser>> {
  const rows = await goodSessions(db, sessionIds, now).execute();
  const users = await Promise.all(rows.map((row) => toUser(db, row, { isLocked: false, now, lockMs })));
  return new Map(users.flatMap((user) => (user ? [[user.sessionId, user] as const] : [])));
}

/** Those that were not revoked and have not expired, of users who are not disabled. */
function goodSessions(db: Store, sessionIds: readonly string[], now: number) {
  return db
    .selectFrom("sessions")
    .innerJoin("users", "users.id", "sessions.user_id")
    .leftJoin("second_factors", "second_factors.user_id", "users.id")
    .select(["users.id", "users.email", "users.name", "sessions.id as sessionId"])
    .select(roleHere(db).as("role"))
    .select([
      "sessions.last_action_at",
      "sessions.locked_at",
      "sessions.proved_at",
      "second_factors.recovery_salt",
    ])
    .select(["sessions.second_step_elsewhere"])
    .where("sessions.id", "in", sessionIds)
    .where("sessions.revoked_at", "is", null)
    .where("sessions.expires_at", ">", now)
    .where("users.disabled", "=", 0);
}

type GoodSession = Awaited<ReturnType<ReturnType<typeof goodSessions>["executeTakeFirstOrThrow"]>>;

/** Null when it is idle, or not as locked as asked for. */
async function toUser(
  db: Store,
  { last_action_at, locked_at, proved_at, recovery_salt, second_step_elsewhere, ...user }: GoodSession,
  { isLocked, now, lockMs }: { isLocked: boolean; now: number; lockMs: number },
): Promise<SignedInUser | null> {
  const idleMs = now - last_action_at;
  if (lockMs === 0 && idleMs >= SESSION_IDLE_MS) return null;
  const isIdle = lockMs > 0 && idleMs >= lockMs;
  if (isIdle && locked_at === null) await keepLocked(db, user.sessionId, last_action_at, now);
  if (isLocked !== (locked_at !== null || isIdle)) return null;
  return {
    ...user,
    // Read with each request: what a role may do holds at once.
    role: await roleOf(db, user.role),
    lastActionAt: last_action_at,
    provedAt: proved_at ?? 0,
    hasSecondFactor: recovery_salt !== null || second_step_elsewhere === 1,
  };
}

/** What was locked stays so until the password is given, also where the console of another account waits longer. */
async function keepLocked(db: Store, sessionId: string, lastActionAt: number, now: number): Promise<void> {
  const lock = db
    .updateTable("sessions")
    .set({ locked_at: now })
    .where("id", "=", sessionId)
    .where("locked_at", "is", null)
    .where("last_action_at", "=", lastActionAt);
  // The session is locked for this request all the same.
  await lock.execute().catch(() => {});
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

/** Records that the user has given the password again. */
export async function noteProof(db: Store, sessionId: string, now = Date.now()): Promise<void> {
  await db.updateTable("sessions").set({ proved_at: now }).where("id", "=", sessionId).execute();
}

/**
 * Locks the session in every tab, or unlocks it, for which its user has given the password, or signed in again at a provider,
 * which does not count as the password for sensitive acts.
 */
export async function setLock(
  db: Store,
  { sessionId, id, name }: Pick<SignedInUser, "sessionId" | "id" | "name">,
  isLocked: boolean,
  now = Date.now(),
  atProvider = false,
): Promise<void> {
  await db.transaction().execute(async (store) => {
    const changed = await store
      .updateTable("sessions")
      .set(
        isLocked
          ? { locked_at: now }
          : { locked_at: null, last_action_at: now, ...(!atProvider && { proved_at: now }) },
      )
      .where("id", "=", sessionId)
      .where("revoked_at", "is", null)
      // One that locked itself has no time.
      .$if(isLocked, (query) => query.where("locked_at", "is", null))
      .executeTakeFirst();
    if (changed.numUpdatedRows === 0n) return;
    const by = { id, name };
    if (isLocked) await record(store, { name: "session.locked", by, subject: id });
    else {
      const fields = atProvider ? { method: "OpenID Connect" } : {};
      await record(store, { name: "session.unlocked", by, subject: id, fields });
    }
  });
}

/** Ends the session at once, in every browser that has a copy of its cookie: its user signed out. */
export async function revokeSession(db: Store, sessionId: string, now = Date.now()): Promise<void> {
  await db.transaction().execute(async (store) => {
    const ended = await store
      .updateTable("sessions")
      .set({ revoked_at: now })
      .where("id", "=", sessionId)
      .where("revoked_at", "is", null)
      .returning("user_id")
      .executeTakeFirst();
    if (!ended) return;
    const by = await store
      .selectFrom("users")
      .select(["id", "name"])
      .where("id", "=", ended.user_id)
      .executeTakeFirstOrThrow();
    await record(store, { name: "session.ended", by, subject: by.id });
  });
}

/** Revokes every session of a user, but `except` if given, and what was to become one. Returns how many were live. */
export async function revokeSessionsOf(
  db: Store,
  userId: string,
  now = Date.now(),
  except?: string,
): Promise<number> {
  const ended = await db
    .updateTable("sessions")
    .set({ revoked_at: now })
    .where("user_id", "=", userId)
    .where("revoked_at", "is", null)
    .$if(except !== undefined, (query) => query.where("id", "!=", except ?? ""))
    .returning("expires_at")
    .execute();
  await db.deleteFrom("sign_in_steps").where("user_id", "=", userId).execute();
  return ended.filter((session) => isLive(session, now)).length;
}

/** A change of what signs a user in ends every session; the one that asked goes on under the new id that is returned. */
export async function renewSessions(db: Store, userId: string, now: number): Promise<string> {
  await revokeSessionsOf(db, userId, now);
  return beginSession(db, userId, now);
}

/** Whether a session that was not revoked can still be used; one that went idle may only be locked. */
export const isLive = (session: { expires_at: number }, now: number) => session.expires_at > now;
