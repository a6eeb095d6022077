import { randomUUID } from "node:crypto";
import type { Kysely } from "kysely";
import { cardNumberProblem, holdsCardNumber } from "#lib/card-data/card-detector.ts";
import { plainName, plainNameProblem } from "#lib/forms/plain-name.ts";
import { type Role, roleId, roleName } from "#lib/permissions.ts";
import { ok, type Result, refuse } from "#lib/result.ts";
import { type AuditActor, type NewAuditEvent, record, recordAlone } from "#server/audit/record.ts";
import type { Database } from "#server/db/database.ts";
import { endWaitingOf } from "#server/payments/end-waiting.ts";
import { isPostgres } from "#server/sql/dialect.ts";
import { lockRights } from "./people/change-rights.ts";
import { findRole, readRoles, roleIsGone, roleOf } from "./roles/read-roles.ts";
import { revokeSessionsOf } from "./session/sessions.ts";
import { forgetBrowsersOf } from "./sign-in/known-browsers.ts";
import { hashPassword } from "./sign-in/password.ts";
import { lengthProblem, newPasswordProblem } from "./sign-in/password-rules.ts";
import { keepPastPassword, lastPasswordHashes } from "./sign-in/past-passwords.ts";
import { unlockAccount } from "./sign-in/sign-in-limits.ts";

export type User = {
  id: string;
  email: string;
  name: string;
  role: Role;
  disabled: boolean;
  createdAt: number;
};

type Store = Kysely<Database>;

/** A demo's password is printed where it is started: only its length is checked, and it may come again. */
type Passwords = { isDemo?: boolean };

/** Adds a user. Refuses an email that is taken or invalid, and a password that breaks the rules. */
export async function addUser(
  db: Store,
  person: { email: string; name: string; role: Role; password: string },
  by: AuditActor = "operator",
  { isDemo = false }: Passwords = {},
): Promise<Result<{ id: string }>> {
  const email = normalizeEmail(person.email);
  if (!EMAIL.test(email))
    return refuse(`"${person.email}" is not an email address.`, { email: "Not an email address." });
  if (holdsCardNumber(email) || holdsCardNumber(person.name)) return refuse(cardNumberProblem);
  const name = plainName(person.name);
  const unseen = plainNameProblem(name);
  if (unseen) return refuse(unseen, { name: unseen });
  const tooWeak = isDemo
    ? lengthProblem(person.password)
    : await newPasswordProblem(person.password, { email, name });
  if (tooWeak) return refuse(tooWeak, { password: tooWeak });
  const { role } = person;
  const row = {
    id: randomUUID(),
    email,
    name: name || email,
    role: roleId(role),
    password_hash: await hashPassword(person.password),
    disabled: 0 as const,
    created_at: Date.now(),
  };
  return db.transaction().execute(async (store): Promise<Result<{ id: string }>> => {
    await lockRights(store);
    if (!(await findRole(store, row.role))) return refuse(roleIsGone, { role: roleIsGone });
    const added = await store
      .insertInto("users")
      .values(row)
      .onConflict((conflict) => conflict.column("email").doNothing())
      .executeTakeFirst();
    if (added.numInsertedOrUpdatedRows === 0n)
      return refuse(await takenBy(store, email), { email: "Taken." });
    await record(store, { name: "user.added", by, subject: row.id, fields: { role: roleName(role) } });
    return ok({ id: row.id });
  });
}

/** Sets a new password, revokes all sessions of the user and makes all their browsers unknown. */
export async function setPassword(
  db: Store,
  email: string,
  password: string,
  by: AuditActor = "operator",
  { isDemo = false }: Passwords = {},
): Promise<Result<User>> {
  const tooWeak = isDemo ? lengthProblem(password) : await passwordProblemOf(db, email, password);
  if (tooWeak) return refuse(tooWeak, { password: tooWeak });
  return changeUser(db, email, {
    change: { password_hash: await hashPassword(password) },
    forgetsBrowsers: true,
    toEvent: ({ id }) => ({ name: "user.passwordSet", by, subject: id }),
  });
}

/** Changes the role and revokes all sessions of the user, so that no page made for the old role stays open. */
export function setRole(
  db: Store,
  email: string,
  role: Role,
  by: AuditActor = "operator",
): Promise<Result<User>> {
  return changeUser(db, email, {
    change: { role: roleId(role) },
    toEvent: (before) => ({
      name: "user.roleChanged",
      by,
      subject: before.id,
      fields: { from: roleName(before.role), to: roleName(role) },
    }),
  });
}

/** Disables a user, revokes all their sessions, and ends their refunds that still wait, unsent. Their past actions keep their name. */
export function disableUser(db: Store, email: string, by: AuditActor = "operator"): Promise<Result<User>> {
  return changeUser(db, email, {
    change: { disabled: 1 },
    endsWaiting: by,
    forgetsBrowsers: true,
    toEvent: ({ id }) => ({ name: "user.disabled", by, subject: id, fields: toDisabled }),
  });
}

/** Lets a disabled user sign in again, with their old password. */
export function enableUser(db: Store, email: string, by: AuditActor = "operator"): Promise<Result<User>> {
  return changeUser(db, email, {
    change: { disabled: 0, enabled_at: Date.now() },
    toEvent: ({ id }) => ({ name: "user.enabled", by, subject: id, fields: toActive }),
  });
}

/** Before and after, as the log has them. */
export const toDisabled = { from: "active", to: "disabled" };
export const toActive = { from: "disabled", to: "active" };

/** Lets a user try their password again at once, after wrong ones have slowed the account down. */
export async function unlockUser(
  db: Store,
  email: string,
  by: AuditActor = "operator",
): Promise<Result<User>> {
  const found = await findUser(db, email);
  if (!found.ok) return found;
  await unlockAccount(db, found.value.email);
  await recordAlone(db, { name: "user.unlocked", by, subject: found.value.id });
  return found;
}

/** The user with this email, or why it can't be used. */
export async function findUser(db: Store, email: string): Promise<Result<User>> {
  const address = normalizeEmail(email);
  const row = await db.selectFrom("users").select(columns).where("email", "=", address).executeTakeFirst();
  return row ? ok(toUser(row, await roleOf(db, row.role))) : noUserWith(address);
}

export async function listUsers(db: Store): Promise<User[]> {
  const rows = await db.selectFrom("users").select(columns).orderBy("email").execute();
  const roleIn = await readRoles(db);
  return rows.map((row) => toUser(row, roleIn(row.role)));
}

/** Lower-cases A to Z alone: other letters, such as the Kelvin sign, would become ones that they only look like. */
export function normalizeEmail(email: string): string {
  return email.trim().replace(/[A-Z]/g, (letter) => letter.toLowerCase());
}

async function takenBy(db: Store, email: string): Promise<string> {
  const row = await db.selectFrom("users").select("disabled").where("email", "=", email).executeTakeFirst();
  return row?.disabled === 1
    ? `${email} exists already and is disabled. ${toEnable(email)}`
    : `${email} exists already.`;
}

/** What to do about a disabled user. */
export const toEnable = (email: string) => `To let them sign in again: npm run user -- enable ${email}`;

const EMAIL = /^[^\s@]+@[^\s@]+$/;
const columns = ["id", "email", "name", "role", "disabled", "created_at"] as const;

async function passwordProblemOf(db: Store, email: string, password: string): Promise<string | undefined> {
  const user = await db
    .selectFrom("users")
    .select(["id", "email", "name"])
    .where("email", "=", normalizeEmail(email))
    .executeTakeFirst();
  return newPasswordProblem(password, {
    ...user,
    lastHashes: user ? await lastPasswordHashes(db, user.id) : [],
  });
}

type UserChange = {
  change: { password_hash?: string; role?: string; disabled?: 0 | 1; enabled_at?: number };
  /** Who ends the refunds of theirs that still wait. */
  endsWaiting?: AuditActor;
  forgetsBrowsers?: boolean;
  toEvent: (before: { id: string; role: Role }) => NewAuditEvent;
};

/** Changes a user, ends their sessions and records it, all in one commit. */
async function changeUser(
  db: Store,
  email: string,
  { change, endsWaiting, forgetsBrowsers, toEvent }: UserChange,
): Promise<Result<User>> {
  const address = normalizeEmail(email);
  return db.transaction().execute(async (store) => {
    if (change.role !== undefined) await lockRights(store);
    if (change.role !== undefined && !(await findRole(store, change.role)))
      return refuse(roleIsGone, { role: roleIsGone });
    const before = await store
      .selectFrom("users")
      .select(["id", "role", "password_hash"])
      .where("email", "=", address)
      .$if(isPostgres<Database>(store), (query) => query.forUpdate())
      .executeTakeFirst();
    if (!before) return noUserWith(address);
    if (change.role === before.role) return findUser(store, address);
    const row = await store
      .updateTable("users")
      .set(change)
      .where("id", "=", before.id)
      .returning(columns)
      .executeTakeFirstOrThrow();
    if (change.password_hash) await keepPastPassword(store, { userId: row.id, hash: before.password_hash });
    await revokeSessionsOf(store, row.id);
    if (forgetsBrowsers) await forgetBrowsersOf(store, row.id);
    if (endsWaiting) await endWaitingOf(store, [row.id], endsWaiting);
    const role = await roleOf(store, before.role);
    await record(store, toEvent({ id: before.id, role }));
    return ok(toUser(row, await roleOf(store, row.role)));
  });
}

const noUserWith = (email: string) =>
  refuse(`No user has the email ${email}.`, { email: "No user has this email." });

function toUser(
  row: { id: string; email: string; name: string; disabled: 0 | 1; created_at: number },
  role: Role,
): User {
  const { id, email, name } = row;
  return { id, email, name, role, disabled: row.disabled === 1, createdAt: row.created_at };
}
