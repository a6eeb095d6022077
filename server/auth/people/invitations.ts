import { randomBytes, randomUUID } from "node:crypto";
import type { Kysely, Transaction } from "kysely";
import { emailProblem } from "#lib/forms/email.ts";
import { nameKey } from "#lib/forms/plain-name.ts";
import { mayGrant } from "#lib/people/grants.ts";
import { INVITATION_HOURS } from "#lib/people/person.ts";
import { may, type Role, roleName } from "#lib/permissions.ts";
import { ok, type Result, refuse, refuseFields } from "#lib/result.ts";
import { programNames, record } from "#server/audit/record.ts";
import type { Actor } from "#server/auth/actor.ts";
import type { Database } from "#server/db/database.ts";
import { sha256Hex } from "#server/sha256.ts";
import { accountOf } from "#server/sql/account-of.ts";
import { accessOf } from "../roles/access.ts";
import { findRole, roleOf } from "../roles/read-roles.ts";
import { hashPassword } from "../sign-in/password.ts";
import { newPasswordProblem } from "../sign-in/password-rules.ts";
import { normalizeEmail } from "../users.ts";
import { changeRights, lockRights, whyNotActOn } from "./change-rights.ts";

type Store = Kysely<Database>;

/** An invitation as it was just made. The token is in no other place: it can't be shown again. */
export type NewInvitation = { id: string; email: string; token: string; expiresAt: number };

/** Invites a person by a link that works once. Refuses an email that is in use or invited, and rights the inviter lacks. */
export async function invite(
  db: Store,
  by: Actor,
  person: { name: string; email: string; role: string },
  now = Date.now(),
): Promise<Result<NewInvitation>> {
  const email = normalizeEmail(person.email);
  const problem = emailProblem(email);
  if (problem) return refuse(`No invitation was made. ${problem}`, { email: problem });
  const link = newLink(now);
  const { role } = person;
  const row = {
    id: randomUUID(),
    email,
    name: person.name,
    role,
    token_hash: link.hash,
    invited_by: by.id,
    created_at: now,
    expires_at: link.expiresAt,
    used_at: null,
    revoked_at: null,
  };
  return changeRights(db, by, async (store, own) => {
    const given = await findRole(store, role);
    if (!given) return refuse(roleIsGone, { role: roleIsGone });
    if (!mayGrant(own, accessOf(given))) return refuse(beyondOwnRights, { role: beyondOwnRights });
    const taken = await takenBy(store, email);
    if (taken) return refuse(taken, { email: taken });
    const confused = await confusedWith(store, person.name);
    if (confused) return refuseFields({ name: confused });
    const added = await store
      .insertInto("invitations")
      .values(row)
      .onConflict((conflict) =>
        conflict
          .column("email")
          .doUpdateSet(row)
          .where(({ or, eb }) =>
            or([
              eb("invitations.revoked_at", "is not", null),
              eb("invitations.used_at", "is not", null),
              eb("invitations.expires_at", "<=", now),
            ]),
          ),
      )
      .executeTakeFirst();
    if (added.numInsertedOrUpdatedRows === 0n)
      return refuse(alreadyInvitedText, { email: alreadyInvitedText });
    const fields = { email, role: roleName(given) };
    await record(store, { name: "user.invited", by, subject: row.id, fields });
    return ok({ id: row.id, email, token: link.token, expiresAt: link.expiresAt });
  });
}

/** Makes a new link in place of one that was lost or has expired, which stops working. */
export async function renewInvitation(
  db: Store,
  by: Actor,
  id: string,
  now = Date.now(),
): Promise<Result<NewInvitation>> {
  const link = newLink(now);
  return changeRights(db, by, async (store, own) => {
    const open = await store
      .selectFrom("invitations")
      .select(["email", "role"])
      .where("id", "=", id)
      .executeTakeFirst();
    const role = open && (await findRole(store, open.role));
    if (!role) return refuse(invitationOverText);
    const whyNot = await whyNotActOn(store, own, open.role);
    if (whyNot) return whyNot;
    const renewed = await store
      .updateTable("invitations")
      .set({ token_hash: link.hash, expires_at: link.expiresAt, invited_by: by.id })
      .where("id", "=", id)
      .where("used_at", "is", null)
      .where("revoked_at", "is", null)
      .executeTakeFirst();
    if (renewed.numUpdatedRows === 0n) return refuse(invitationOverText);
    const fields = { email: open.email, role: roleName(role) };
    await record(store, { name: "user.inviteRenewed", by, subject: id, fields });
    return ok({ id, email: open.email, token: link.token, expiresAt: link.expiresAt });
  });
}

/** Ends an invitation: its link does nothing any more. */
export async function revokeInvitation(
  db: Store,
  by: Actor,
  id: string,
  now = Date.now(),
): Promise<Result<null>> {
  return changeRights(db, by, async (store, own) => {
    const invited = await store
      .selectFrom("invitations")
      .select("role")
      .where("id", "=", id)
      .executeTakeFirst();
    if (!invited) return refuse(invitationOverText);
    const whyNot = await whyNotActOn(store, own, invited.role);
    if (whyNot) return whyNot;
    const revoked = await store
      .updateTable("invitations")
      .set({ revoked_at: now })
      .where("id", "=", id)
      .where("used_at", "is", null)
      .where("revoked_at", "is", null)
      .returning(["email", "role"])
      .executeTakeFirst();
    if (!revoked) return refuse(invitationOverText);
    const fields = { email: revoked.email, role: roleName(await roleOf(store, revoked.role)) };
    await record(store, { name: "user.inviteRevoked", by, subject: id, fields });
    return ok(null);
  });
}

/** The invitation of a link that still works. */
export async function findInvitation(
  db: Store,
  token: string,
  now = Date.now(),
): Promise<{ name: string; email: string; role: Role; expiresAt: number } | undefined> {
  const row = await openInvitation(db, token, now).executeTakeFirst();
  if (!row) return undefined;
  const { name, email, role, expires_at } = row;
  return { name, email, role: await roleOf(db, role), expiresAt: Number(expires_at) };
}

/**
 * Makes a user of the invited person, once: a second use, or one after its time, is refused, also when
 * both do so at the same moment. It also ends with the right of the inviter to invite. Returns the email to sign in with.
 */
export async function acceptInvitation(
  db: Store,
  typed: { token: string; name: string; password: string; address?: string | undefined },
  now = Date.now(),
): Promise<Result<{ email: string }>> {
  if (accountOf(db) !== undefined) return refuse("Open this link in the main account.");
  // Without an invitation nothing is hashed.
  const open = await openInvitation(db, typed.token, now).executeTakeFirst();
  if (!open) return refuse(linkIsOver);
  const tooWeak = await newPasswordProblem(typed.password, { email: open.email, name: typed.name });
  if (tooWeak) return refuse(tooWeak, { password: tooWeak });
  const password_hash = await hashPassword(typed.password);
  return db.transaction().execute(async (store) => {
    await lockRights(store);
    const confused = await confusedWith(store, typed.name);
    if (confused) return refuseFields({ name: confused });
    const used = await store
      .updateTable("invitations")
      .set({ used_at: now })
      .where("token_hash", "=", hashOf(typed.token))
      .where("used_at", "is", null)
      .where("revoked_at", "is", null)
      .where("expires_at", ">", now)
      .returning(["id", "email", "role", "invited_by"])
      .executeTakeFirst();
    if (!used) return refuse(linkIsOver);
    const { id, email, role, invited_by } = used;
    const given = await findRole(store, role);
    if (!given || !(await stillGrants(store, invited_by, given))) return refuse(inviterIsOver);
    const user = { id, email, role, name: typed.name, password_hash, disabled: 0 as const, created_at: now };
    const added = await store
      .insertInto("users")
      .values({ ...user, seen_at: null })
      .onConflict((conflict) => conflict.column("email").doNothing())
      .executeTakeFirst();
    if (added.numInsertedOrUpdatedRows === 0n)
      return refuse("You already have an account. Sign in with your password.");
    const fields = { role: roleName(given), ...(typed.address && { address: typed.address }) };
    await record(store, { name: "user.joined", by: { id, name: typed.name }, subject: id, fields });
    return ok({ email });
  });
}

function openInvitation(db: Store, token: string, now: number) {
  return db
    .selectFrom("invitations")
    .select(["name", "email", "role", "expires_at"])
    .where("token_hash", "=", hashOf(token))
    .where("used_at", "is", null)
    .where("revoked_at", "is", null)
    .where("expires_at", ">", now);
}

async function stillGrants(store: Transaction<Database>, inviterId: string, role: Role): Promise<boolean> {
  const inviter = await store
    .selectFrom("users")
    .select(["role", "disabled"])
    .where("id", "=", inviterId)
    .executeTakeFirst();
  const own = accessOf(await roleOf(store, inviter?.role ?? ""));
  return inviter?.disabled === 0 && may(own.role, "managePeople") && mayGrant(own, accessOf(role));
}

async function takenBy(store: Transaction<Database>, email: string): Promise<string | undefined> {
  const user = await store
    .selectFrom("users")
    .select("disabled")
    .where("email", "=", email)
    .executeTakeFirst();
  if (!user) return undefined;
  return user.disabled
    ? "A user with this email already exists, but is disabled. Enable that user instead."
    : "A user with this email already exists.";
}

/** Why nobody else may have this name: payments and the audit log name people, also those who were disabled since. */
async function confusedWith(store: Transaction<Database>, name: string): Promise<string | undefined> {
  const key = nameKey(name);
  if (Object.values(programNames).some((one) => one === key)) return isProgramName;
  const users = await store.selectFrom("users").select("name").execute();
  return users.some((user) => nameKey(user.name) === key) ? nameIsTaken : undefined;
}

function newLink(now: number) {
  // In hex, which no check for card numbers takes for one.
  const token = randomBytes(32).toString("hex");
  return { token, hash: hashOf(token), expiresAt: now + INVITATION_HOURS * 3_600_000 };
}

const hashOf = (token: string) => sha256Hex(`invitation ${token}`);

const beyondOwnRights = "You can only give a role whose rights and limits you have yourself.";
const nameIsTaken = "Another person here has this name. Add an initial, so that records tell the two apart.";
const isProgramName = "The audit log uses this name for the console itself. Enter another one.";
const roleIsGone = "This role has been deleted. Choose another one.";
const alreadyInvitedText = "This email is invited already. Send a new link from the list instead.";
const invitationOverText = "This invitation has been used or revoked. Nothing was changed.";
const linkIsOver = "This link no longer works. Ask the person who sent it for a new one.";
const inviterIsOver = "The person who invited you may no longer do so. Ask for a new invitation.";
