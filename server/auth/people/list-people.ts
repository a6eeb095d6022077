import type { Kysely } from "kysely";
import { definitionOf, summaryOf } from "#lib/audit/describe.ts";
import { auditEvents } from "#lib/audit/events.ts";
import { keysOf } from "#lib/keys-of.ts";
import {
  type Person,
  type PersonChange,
  type PersonDetail,
  type PersonSession,
  type PersonSignIn,
  refusedDays,
} from "#lib/people/person.ts";
import { DAY_MS } from "#lib/time.ts";
import type { Database } from "#server/db/database.ts";
import { env } from "#server/env.ts";
import { readUsed } from "#server/payments/approvals/used-today.ts";
import { sha256Hex } from "#server/sha256.ts";
import { findSecondFactor } from "../factors/second-factor.ts";
import { hasPasskeyOf } from "../passkeys/passkeys.ts";
import { isLive } from "../session/sessions.ts";
import { findLocks } from "../sign-in/sign-in-limits.ts";
import { listInactive } from "./inactive.ts";

type Store = Kysely<Database>;

/** Everybody who may sign in, might once or is invited, by name. */
export async function listPeople(db: Store, now = Date.now()): Promise<Person[]> {
  const people = [...(await listUsers(db, now)), ...(await listInvited(db, now))];
  return people.toSorted((a, b) => a.name.localeCompare(b.name) || a.email.localeCompare(b.email));
}

async function listUsers(db: Store, now: number): Promise<Person[]> {
  const rows = await db
    .selectFrom("users")
    .leftJoin("second_factors", "second_factors.user_id", "users.id")
    .select(["id", "name", "email", "role", "disabled", "users.created_at", "seen_at"])
    .select(["recovery_salt", "secret"])
    .select(hasPasskeyOf)
    .execute();
  const sessions = await countSessions(db, now);
  const emails = rows.map(({ email }) => email);
  const locks = await findLocks(db, emails, now);
  const inactive = new Map(
    (await listInactive(db, env().inactiveDays, now)).map(({ id, disablesAt }) => [id, disablesAt]),
  );
  return rows.map(({ disabled, created_at, seen_at, recovery_salt, secret, hasPasskey, ...row }): Person => {
    const addedAt = Number(created_at);
    const { live = 0, lastActionAt = 0 } = sessions.get(row.id) ?? {};
    const seenAt = Math.max(Number(seen_at ?? 0), lastActionAt) || null;
    const until = locks.get(row.email) ?? inactive.get(row.id) ?? null;
    const isLocked = locks.has(row.email);
    const state = disabled ? "disabled" : isLocked ? "locked" : inactive.has(row.id) ? "inactive" : "active";
    return {
      ...row,
      state,
      seenAt,
      addedAt,
      sessions: live,
      secondSteps:
        recovery_salt === null
          ? []
          : [...(hasPasskey ? ["passkey" as const] : []), ...(secret === null ? [] : ["app" as const])],
      until: state === "locked" || state === "inactive" ? until : null,
    };
  });
}

async function countSessions(db: Store, now: number) {
  const rows = await db
    .selectFrom("sessions")
    .select(({ fn, eb }) => [
      "user_id",
      fn.max("last_action_at").as("lastActionAt"),
      fn
        .sum<number | null>(
          eb
            .case()
            .when(eb.and([eb("revoked_at", "is", null), eb("expires_at", ">", now)]))
            .then(1)
            .else(0)
            .end(),
        )
        .as("live"),
    ])
    .groupBy("user_id")
    .execute();
  return new Map(
    rows.map(({ user_id, lastActionAt, live }) => [
      user_id,
      { lastActionAt: Number(lastActionAt), live: Number(live) },
    ]),
  );
}

async function listInvited(db: Store, now: number): Promise<Person[]> {
  const rows = await db
    .selectFrom("invitations")
    .select(["id", "name", "email", "role", "created_at", "expires_at"])
    .where("used_at", "is", null)
    .where("revoked_at", "is", null)
    .execute();
  return rows.map(({ created_at, expires_at, ...row }) => ({
    ...row,
    state: Number(expires_at) > now ? "invited" : "expired",
    seenAt: null,
    addedAt: Number(created_at),
    sessions: 0,
    secondSteps: [],
    until: Number(expires_at),
  }));
}

/** Where and how a person signs in, what they used of their limits today, and what was done about them lately. `own`: the session that asks. */
export async function readPerson(
  db: Store,
  id: string,
  own: string,
  now = Date.now(),
): Promise<PersonDetail> {
  return {
    sessions: await listSessions(db, id, own, now),
    changes: await listChanges(db, id),
    signIn: await readSignIn(db, id, now),
    used: await readUsed(db, id, now),
    accounts: await listAccountRoles(db, id),
    now,
  };
}

const listAccountRoles = (db: Store, userId: string): Promise<PersonDetail["accounts"]> =>
  db
    .selectFrom("gateway_accounts")
    .leftJoin("account_roles", (join) =>
      join.onRef("account_id", "=", "gateway_accounts.id").on("user_id", "=", userId),
    )
    .select(({ fn, val }) => ["id", "name", fn.coalesce("role", val("")).as("role")])
    .where("removed_at", "is", null)
    .orderBy("created_at")
    .execute();

async function readSignIn(db: Store, userId: string, now: number): Promise<PersonSignIn> {
  const factor = await findSecondFactor(db, userId);
  const { passkeys, replacedAt, createdAt, refused } = await db
    .selectNoFrom(({ selectFrom }) => [
      selectFrom("passkeys")
        .select(({ fn }) => fn.countAll().as("count"))
        .where("user_id", "=", userId)
        .as("passkeys"),
      selectFrom("past_passwords")
        .select(({ fn }) => fn.max("replaced_at").as("at"))
        .where("user_id", "=", userId)
        .as("replacedAt"),
      selectFrom("users").select("created_at").where("id", "=", userId).as("createdAt"),
      selectFrom("audit_events")
        .select(({ fn }) => fn.countAll().as("count"))
        .where("name", "=", "session.refused")
        .where("subject", "=", userId)
        .where("at", ">", now - refusedDays * DAY_MS)
        .as("refused"),
    ])
    .executeTakeFirstOrThrow();
  return {
    appSince: factor?.since ?? null,
    passkeys: Number(passkeys),
    codesLeft: factor?.codesLeft ?? null,
    passwordSince: Number(replacedAt ?? createdAt),
    refused: Number(refused),
  };
}

async function listSessions(db: Store, userId: string, own: string, now: number): Promise<PersonSession[]> {
  const rows = await db
    .selectFrom("sessions")
    .selectAll()
    .where("user_id", "=", userId)
    .where("revoked_at", "is", null)
    .orderBy("last_action_at", "desc")
    .execute();
  return rows
    .filter((row) => isLive(row, now))
    .map(({ id, device, address, created_at, last_action_at, locked_at }) => ({
      id: sessionName(id),
      device,
      address,
      since: Number(created_at),
      lastActionAt: Number(last_action_at),
      isLocked: locked_at !== null,
      isOwn: id === own,
    }));
}

/** A name for a session that can be shown: its id is what its cookie holds. */
export const sessionName = (id: string) => sha256Hex(id);

async function listChanges(db: Store, userId: string): Promise<PersonChange[]> {
  const rows = await db
    .selectFrom("audit_events")
    .select(["position", "at", "name", "user_name", "data"])
    .where("subject", "=", userId)
    .where("name", "in", changeNames)
    .orderBy("position", "desc")
    .limit(5)
    .execute();
  return rows.map(({ position, at, name, user_name, data }) => ({
    position: Number(position),
    at: Number(at),
    by: user_name,
    what: definitionOf(name).label,
    detail: summaryOf({ name, subject: null, data: readFields(data) }),
  }));
}

const changeNames = keysOf(auditEvents).filter((name) => /^(?:user|factor|passkey|identity)\./.test(name));

/** Nothing of an event that somebody changed by hand. */
function readFields(data: string): Record<string, unknown> {
  try {
    return { ...JSON.parse(data) };
  } catch {
    return {};
  }
}
