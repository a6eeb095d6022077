import type { Kysely, Transaction } from "kysely";
import { type Access, inAnotherAccount, mayGrant } from "#lib/people/grants.ts";
import { roleName } from "#lib/permissions.ts";
import { ok, type Result, refuse } from "#lib/result.ts";
import { record } from "#server/audit/record.ts";
import type { Database } from "#server/db/database.ts";
import { endWaitingOf } from "#server/payments/end-waiting.ts";
import { resetFactorsIn } from "../factors/second-factor.ts";
import { accessOf } from "../roles/access.ts";
import { findRole, roleIsGone, roleOf } from "../roles/read-roles.ts";
import { revokeSessionsOf } from "../session/sessions.ts";
import { forgetBrowsersOf } from "../sign-in/known-browsers.ts";
import { unlockAccount } from "../sign-in/sign-in-limits.ts";
import { toActive, toDisabled } from "../users.ts";
import { giveAccountRole } from "./account-roles.ts";
import { changeRights, whyNotActOn } from "./change-rights.ts";
import { sessionName } from "./list-people.ts";

type Store = Kysely<Database>;
/** The admin who does it. */
type Admin = { id: string; name: string; sessionId: string };

/** Gives a person another role, and signs them out everywhere: no page made for the old role stays open. */
export const changeRole = (db: Store, by: Admin, id: string, role: string): Promise<Result<null>> =>
  changePerson(db, by, id, async (store, own, before) => {
    const given = await findRole(store, role);
    if (!given) return refuse(roleIsGone, { role: "Choose another role." });
    if (!mayGrant(own, accessOf(given))) return refuse(beyondOwnRights, { role: beyondOwnRights });
    if (before.role === role) return ok(null);
    await store.updateTable("users").set({ role }).where("id", "=", id).execute();
    await revokeSessionsOf(store, id);
    const fields = { from: roleName(await roleOf(store, before.role)), to: roleName(given) };
    await record(store, { name: "user.roleChanged", by, subject: id, fields });
    return ok(null);
  });

/** Gives a person a role in a further account; "" takes theirs away. Signs them out everywhere, as a change of their main role does. */
export const changeAccountRole = (
  db: Store,
  by: Admin,
  { id, account, role }: { id: string; account: string; role: string },
): Promise<Result<null>> =>
  changePerson(db, by, id, async (store, own) => {
    const given = role === "" ? undefined : await findRole(store, role);
    if (role !== "" && !given) return refuse(roleIsGone);
    if (given && !mayGrant(own, inAnotherAccount(accessOf(given)))) return refuse(beyondOwnRights);
    return giveAccountRole(store, by, { id, account, given });
  });

/** Keeps a person from signing in, signs them out everywhere, and ends their refunds that still wait, unsent. */
export const disablePerson = (db: Store, by: Admin, id: string): Promise<Result<null>> =>
  changePerson(db, by, id, async (store, _own, before) => {
    if (before.disabled === 1) return ok(null);
    await store.updateTable("users").set({ disabled: 1 }).where("id", "=", id).execute();
    await revokeSessionsOf(store, id);
    await forgetBrowsersOf(store, id);
    await endWaitingOf(store, [id], { id: by.id, name: by.name });
    await record(store, { name: "user.disabled", by, subject: id, fields: toDisabled });
    return ok(null);
  });

/** Lets a disabled person sign in again, with their old password. */
export const enablePerson = (db: Store, by: Admin, id: string): Promise<Result<null>> =>
  changePerson(db, by, id, async (store, _own, before) => {
    if (before.disabled === 0) return ok(null);
    await store
      .updateTable("users")
      .set({ disabled: 0, enabled_at: Date.now() })
      .where("id", "=", id)
      .execute();
    await revokeSessionsOf(store, id);
    await record(store, { name: "user.enabled", by, subject: id, fields: toActive });
    return ok(null);
  });

/** Lets a person try their password again at once. */
export const unlockPerson = (db: Store, by: Admin, id: string): Promise<Result<null>> =>
  changePerson(db, by, id, async (store, _own, { email }) => {
    await unlockAccount(store, email);
    await record(store, { name: "user.unlocked", by, subject: id });
    return ok(null);
  });

/** For somebody who lost app and recovery codes: they sign in with the password, and set it up again if their role needs it. */
export async function resetSecondStep(db: Store, by: Admin, id: string): Promise<Result<null>> {
  if (id === by.id) return refuse("You can't reset your own second step here. Use Your account.");
  return changePerson(db, by, id, (store) => resetFactorsIn(store, id, { id: by.id, name: by.name }));
}

/** Ends one session of a person or one's own, by its name, or all; never the one that asks. */
export async function endSessions(
  db: Store,
  by: Admin,
  { id, session }: { id: string; session?: string | undefined },
  now = Date.now(),
): Promise<Result<null>> {
  return changeAnybody(db, by, id, async (store) => {
    const event = { name: "user.sessionsEnded", by, subject: id } as const;
    if (session === undefined) {
      const ended = await revokeSessionsOf(store, id, now, by.sessionId);
      if (ended > 0) await record(store, { ...event, fields: { ended } });
      return ok(null);
    }
    const found = (await readSessions(store, id)).find((row) => sessionName(row.id) === session);
    if (found?.id === by.sessionId) return refuse("This is where you are signed in. Sign out instead.");
    const ended = await store
      .updateTable("sessions")
      .set({ revoked_at: now })
      .where("id", "=", found?.id ?? "")
      .where("revoked_at", "is", null)
      .executeTakeFirst();
    // It is over, as was asked.
    if (!found || ended.numUpdatedRows === 0n) return ok(null);
    const place = { ...(found.device && { device: found.device }) };
    const fields = { ended: 1, ...place, ...(found.address && { address: found.address }) };
    await record(store, { ...event, fields });
    return ok(null);
  });
}

const readSessions = (store: Transaction<Database>, userId: string) =>
  store
    .selectFrom("sessions")
    .select(["id", "device", "address"])
    .where("user_id", "=", userId)
    .where("revoked_at", "is", null)
    .execute();

type PersonChange = (
  store: Transaction<Database>,
  own: Access,
  before: { email: string; role: string; disabled: 0 | 1 },
) => Promise<Result<null>>;

/** Changes somebody else, whose rights are all among the author's own. */
async function changePerson(db: Store, by: Admin, id: string, change: PersonChange): Promise<Result<null>> {
  if (id === by.id) return refuse("You can't change your own role or access. Ask another admin.");
  return changeAnybody(db, by, id, change);
}

/** Changes any user whose rights are all among the author's own, also the author. */
function changeAnybody(db: Store, by: Admin, id: string, change: PersonChange): Promise<Result<null>> {
  return changeRights(db, by, async (store, own) => {
    const before = await store
      .selectFrom("users")
      .select(["email", "role", "disabled"])
      .where("id", "=", id)
      .executeTakeFirst();
    if (!before) return refuse(noSuchPersonText);
    // What a person may do in another account counts too.
    const others = await store.selectFrom("account_roles").select("role").where("user_id", "=", id).execute();
    const refused = await whyNotActOn(
      store,
      own,
      before.role,
      id === by.id ? [] : others.map(({ role }) => role),
    );
    return refused ?? change(store, own, before);
  });
}

const noSuchPersonText = "There is no such person. Nothing was changed.";
const beyondOwnRights = "You can only give a role whose rights and limits you have yourself.";
