import type { Kysely } from "kysely";
import { may } from "#lib/permissions.ts";
import { DAY_MS } from "#lib/time.ts";
import { record } from "#server/audit/record.ts";
import type { Database } from "#server/db/database.ts";
import { endWaitingOf } from "#server/payments/end-waiting.ts";
import { readRoles } from "../roles/read-roles.ts";
import { revokeSessionsOf } from "../session/sessions.ts";
import { forgetBrowsersOf } from "../sign-in/known-browsers.ts";
import { toDisabled } from "../users.ts";
import { lockRights } from "./change-rights.ts";

type Store = Kysely<Database>;

/** How long before it is disabled an account is called inactive, and its person warned; at most half of the days. */
const warningDays = 14;

/** Somebody whose account is or will soon be disabled. Times are epoch ms. */
export type Inactive = {
  id: string;
  name: string;
  email: string;
  lastUsedAt: number;
  warnedAt: number | null;
  /** Null for the last person who manages people: somebody has to be able to enable the others. */
  disablesAt: number | null;
};

/**
 * The users who can sign in and haven't used the console, nor been added or enabled, since `days` less the warning. Of those who manage
 * people, when all are among them, the one who used it last is never disabled.
 */
export async function listInactive(store: Store, days: number, now: number): Promise<Inactive[]> {
  if (days === 0) return [];
  const warnedAfterMs = (days - Math.min(warningDays, Math.floor(days / 2))) * DAY_MS;
  const users = await listLastUses(store);
  const managers = users.filter(({ isManager }) => isManager).toSorted((a, b) => b.lastUsedAt - a.lastUsedAt);
  return users
    .filter(({ lastUsedAt }) => lastUsedAt <= now - warnedAfterMs)
    .map(({ isManager: _, ...user }) => ({
      ...user,
      disablesAt: user.id === managers[0]?.id ? null : user.lastUsedAt + days * DAY_MS,
    }));
}

/** Disables everyone whose time is over, and signs them out everywhere. Returns how many. */
export async function disableInactive(db: Store, days: number, now = Date.now()): Promise<number> {
  const isOver = ({ disablesAt }: Inactive) => disablesAt !== null && disablesAt <= now;
  if (!(await listInactive(db, days, now)).some(isOver)) return 0;
  return db.transaction().execute(async (store) => {
    await lockRights(store);
    const over = (await listInactive(store, days, now)).filter(isOver);
    for (const { id } of over) {
      await store.updateTable("users").set({ disabled: 1 }).where("id", "=", id).execute();
      await revokeSessionsOf(store, id, now);
      await forgetBrowsersOf(store, id);
    }
    await endWaitingOf(
      store,
      over.map(({ id }) => id),
    );
    const fields = { ...toDisabled, reason: `Not used for ${days} days` };
    await record(
      store,
      ...over.map(({ id }) => ({ name: "user.disabled", by: "console", subject: id, fields }) as const),
    );
    return over.length;
  });
}

async function listLastUses(store: Store) {
  const users = await store
    .selectFrom("users")
    .select(["id", "name", "email", "role", "seen_at", "created_at", "enabled_at", "warned_at"])
    .where("disabled", "=", 0)
    .execute();
  const sessions = await store
    .selectFrom("sessions")
    .select(({ fn }) => ["user_id", fn.max("last_action_at").as("at")])
    .groupBy("user_id")
    .execute();
  const lastActions = new Map(sessions.map(({ user_id, at }) => [user_id, Number(at)]));
  const roleIn = await readRoles(store);
  return users.map(({ id, name, email, role, seen_at, created_at, enabled_at, warned_at }) => ({
    ...{ id, name, email, isManager: may(roleIn(role), "managePeople") },
    lastUsedAt: Math.max(
      ...[seen_at, created_at, enabled_at].map((at) => Number(at ?? 0)),
      lastActions.get(id) ?? 0,
    ),
    warnedAt: warned_at === null ? null : Number(warned_at),
  }));
}
