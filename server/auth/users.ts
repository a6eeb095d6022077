import { randomUUID } from "node:crypto";
import type { Kysely } from "kysely";
import { cardNumberProblem, holdsCardNumber } from "#lib/card-data/card-detector.ts";
import { type Role, roles } from "#lib/permissions.ts";
import { ok, type Result, refuse } from "#lib/result.ts";
import type { Database } from "#server/db/database.ts";
import { revokeSessionsOf } from "./sessions.ts";
import { forgetBrowsersOf } from "./sign-in/known-browsers.ts";
import { hashPassword, MAX_PASSWORD_LENGTH, MIN_PASSWORD_LENGTH } from "./sign-in/password.ts";
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

/** Adds a user. Refuses an email that is taken or invalid, and a password that is too short. */
export async function addUser(
  db: Store,
  person: { email: string; name: string; role: Role; password: string },
): Promise<Result<{ id: string }>> {
  const email = normalizeEmail(person.email);
  if (!EMAIL.test(email))
    return refuse(`"${person.email}" is not an email address.`, { email: "Not an email address." });
  if (holdsCardNumber(email) || holdsCardNumber(person.name)) return refuse(cardNumberProblem);
  const tooWeak = passwordProblem(person.password);
  if (tooWeak) return refuse(tooWeak, { password: tooWeak });
  const id = randomUUID();
  const added = await db
    .insertInto("users")
    .values({
      id,
      email,
      name: person.name.trim() || email,
      role: person.role,
      password_hash: await hashPassword(person.password),
      disabled: 0,
      created_at: Date.now(),
    })
    .onConflict((conflict) => conflict.column("email").doNothing())
    .executeTakeFirst();
  if (added.numInsertedOrUpdatedRows === 0n) return refuse(await takenBy(db, email), { email: "Taken." });
  return ok({ id });
}

/** Sets a new password, revokes all sessions of the user and makes all their browsers unknown. */
export async function setPassword(db: Store, email: string, password: string): Promise<Result<User>> {
  const tooWeak = passwordProblem(password);
  if (tooWeak) return refuse(tooWeak, { password: tooWeak });
  const changed = await changeUser(db, email, { password_hash: await hashPassword(password) });
  if (changed.ok) await forgetBrowsersOf(db, changed.value.id);
  return changed;
}

/** Changes the role and revokes all sessions of the user, so that no page made for the old role stays open. */
export function setRole(db: Store, email: string, role: Role): Promise<Result<User>> {
  return changeUser(db, email, { role });
}

/** Disables a user and revokes all their sessions. Their past actions keep their name. */
export async function disableUser(db: Store, email: string): Promise<Result<User>> {
  const disabled = await changeUser(db, email, { disabled: 1 });
  if (disabled.ok) await forgetBrowsersOf(db, disabled.value.id);
  return disabled;
}

/** Lets a disabled user sign in again, with their old password. */
export function enableUser(db: Store, email: string): Promise<Result<User>> {
  return changeUser(db, email, { disabled: 0 });
}

/** Lets a user try their password again at once, after wrong ones have slowed the account down. */
export async function unlockUser(db: Store, email: string): Promise<Result<User>> {
  const address = normalizeEmail(email);
  const row = await db.selectFrom("users").select(columns).where("email", "=", address).executeTakeFirst();
  if (!row) return noUserWith(address);
  await unlockAccount(db, address);
  return ok(toUser(row));
}

export async function listUsers(db: Store): Promise<User[]> {
  const rows = await db.selectFrom("users").select(columns).orderBy("email").execute();
  return rows.map(toUser);
}

export function isRole(text: string): text is Role {
  return (roles as readonly string[]).includes(text);
}

export function normalizeEmail(email: string): string {
  return email.trim().toLowerCase();
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

function passwordProblem(password: string): string | undefined {
  if (password.length < MIN_PASSWORD_LENGTH)
    return `A password needs at least ${MIN_PASSWORD_LENGTH} characters.`;
  if (password.length > MAX_PASSWORD_LENGTH)
    return `A password has at most ${MAX_PASSWORD_LENGTH} characters.`;
  return undefined;
}

async function changeUser(
  db: Store,
  email: string,
  change: { password_hash?: string; role?: Role; disabled?: 0 | 1 },
): Promise<Result<User>> {
  const address = normalizeEmail(email);
  const row = await db
    .updateTable("users")
    .set(change)
    .where("email", "=", address)
    .returning(columns)
    .executeTakeFirst();
  if (!row) return noUserWith(address);
  await revokeSessionsOf(db, row.id);
  return ok(toUser(row));
}

const noUserWith = (email: string) =>
  refuse(`No user has the email ${email}.`, { email: "No user has this email." });

function toUser(row: Omit<User, "disabled" | "createdAt"> & { disabled: 0 | 1; created_at: number }): User {
  const { id, email, name, role } = row;
  return { id, email, name, role, disabled: row.disabled === 1, createdAt: row.created_at };
}
