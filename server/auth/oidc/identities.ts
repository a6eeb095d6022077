import type { Kysely } from "kysely";
import { ok, type Result, refuse } from "#lib/result.ts";
import { type AuditActor, record } from "#server/audit/record.ts";
import type { Database } from "#server/db/database.ts";
import { sha256Hex } from "#server/sha256.ts";
import { revokeSessionsOf } from "../session/sessions.ts";
import { normalizeEmail } from "../users.ts";
import type { OidcPerson } from "./provider.ts";

type Store = Kysely<Database>;

/** Why somebody whom the provider has signed in is no user here; for the log, not for the screen. */
type NoUser = { kind: "unknown"; reason: string; userId?: string };
type OidcUser = { kind: "user"; userId: string } | NoUser;

/**
 * The user who this person at the provider is: linked before, or else the one with their verified email, who is linked now. Adds
 * no one. A user who is linked to somebody else at the provider is not linked again: an address may have got a new owner there.
 */
export async function findOidcUser(db: Store, person: OidcPerson, now = Date.now()): Promise<OidcUser> {
  const linked = await findLinked(db, person);
  if (linked) return toOutcome(linked);
  if (person.verifiedEmail === undefined)
    return { kind: "unknown", reason: "Email not verified by the provider" };
  if (!/^[\x21-\x7e]+$/.test(person.verifiedEmail))
    return { kind: "unknown", reason: "Email with letters outside ASCII" };
  const user = await db
    .selectFrom("users")
    .select(["id", "name", "disabled"])
    .where("email", "=", normalizeEmail(person.verifiedEmail))
    .executeTakeFirst();
  if (!user || user.disabled === 1)
    return user ? toOutcome(user) : { kind: "unknown", reason: "No user with this email" };
  const isNew = await db.transaction().execute(async (store) => {
    const added = await store
      .insertInto("identities")
      .values({ issuer: person.issuer, subject: person.subject, user_id: user.id, linked_at: now })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirst();
    if (added.numInsertedOrUpdatedRows === 0n) return false;
    const by = { id: user.id, name: user.name };
    const fields = { issuer: person.issuer };
    await record(store, { name: "identity.linked", by, subject: user.id, fields });
    return true;
  });
  if (isNew) return { kind: "user", userId: user.id };
  // The same sign-in in another tab may have been first.
  const other = await findLinked(db, person);
  return other
    ? toOutcome(other)
    : { kind: "unknown", reason: "Linked to someone else at the provider", userId: user.id };
}

/** For a user who is somebody else at the provider now: their next sign-in links them by email again. Ends their sessions. */
export function unlinkUser(db: Store, userId: string, by: AuditActor): Promise<Result<null>> {
  return db.transaction().execute(async (store) => {
    const removed = await store.deleteFrom("identities").where("user_id", "=", userId).executeTakeFirst();
    if (removed.numDeletedRows === 0n) return refuse("This user is linked to no OpenID provider.");
    await revokeSessionsOf(store, userId);
    await record(store, { name: "identity.unlinked", by, subject: userId });
    return ok(null);
  });
}

/** Whether the user is linked to somebody at a provider. */
export async function isLinked(db: Store, userId: string): Promise<boolean> {
  const linked = await db
    .selectFrom("identities")
    .select("user_id")
    .where("user_id", "=", userId)
    .executeTakeFirst();
  return linked !== undefined;
}

/** Uses up the state of a sign-in, in one statement: false when its answer came before. */
export async function consumeState(
  db: Store,
  { state, expiresAt }: { state: string; expiresAt: number },
  now = Date.now(),
): Promise<boolean> {
  await db.deleteFrom("spent_states").where("expires_at", "<=", now).execute();
  const spent = await db
    .insertInto("spent_states")
    .values({ id: sha256Hex(state), expires_at: expiresAt })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return spent.numInsertedOrUpdatedRows === 1n;
}

/** The user who is linked to this person at the provider. */
export const findLinked = (db: Store, { issuer, subject }: OidcPerson) =>
  db
    .selectFrom("identities")
    .innerJoin("users", "users.id", "identities.user_id")
    .select(["users.id", "users.disabled"])
    .where("issuer", "=", issuer)
    .where("subject", "=", subject)
    .executeTakeFirst();

const toOutcome = ({ id, disabled }: { id: string; disabled: 0 | 1 }): OidcUser =>
  disabled === 1 ? { kind: "unknown", reason: "User disabled", userId: id } : { kind: "user", userId: id };
