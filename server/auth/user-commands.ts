import { parseArgs } from "node:util";
import type { Kysely } from "kysely";
import { nameKey } from "#lib/forms/plain-name.ts";
import { type Role, roleId, roleName, roles } from "#lib/permissions.ts";
import type { Result } from "#lib/result.ts";
import { listServed } from "#server/accounts/read-accounts.ts";
import type { Database } from "#server/db/database.ts";
import { SettingsError } from "#server/env.ts";
import { resetFactors } from "./factors/second-factor.ts";
import { unlinkUser } from "./oidc/identities.ts";
import { giveAccountRole } from "./people/account-roles.ts";
import { hasManager, lockRights } from "./people/change-rights.ts";
import { findRoleByName, listRoleNames } from "./roles/read-roles.ts";
import { UnreadablePasswordError } from "./sign-in/ask-password.ts";
import {
  addUser,
  disableUser,
  enableUser,
  findUser,
  listUsers,
  setPassword,
  setRole,
  toEnable,
  type User,
  unlockUser,
} from "./users.ts";

type Store = Kysely<Database>;
type UserCommand = {
  verb: string;
  email: string;
  account: string;
  role: string | undefined;
  name: string | undefined;
};

/** A command that is refused; the message is for the person at the terminal. */
export class RefusedCommandError extends Error {}

const USAGE = `Usage:
  npm run user -- add EMAIL --role ROLE [--name "FULL NAME"]
  npm run user -- password EMAIL
  npm run user -- role EMAIL ROLE
  npm run user -- account-role EMAIL ACCOUNT ROLE
  npm run user -- disable EMAIL
  npm run user -- enable EMAIL
  npm run user -- unlock EMAIL
  npm run user -- reset-factors EMAIL
  npm run user -- unlink EMAIL
  npm run user -- list
Roles: ${roles.join(", ")}, and custom ones by their name in quotes. ACCOUNT is the name of a further gateway account, and ROLE may be "none" there. The password is asked for, or read from standard input.`;

/** The arguments after `npm run user --`. */
export function readUserCommand(args: string[]): UserCommand {
  const options = { role: { type: "string" }, name: { type: "string" } } as const;
  try {
    const { positionals, values } = parseArgs({ args, options, allowPositionals: true });
    const [verb = "", email = "", ...rest] = positionals;
    const account = verb === "account-role" ? (rest.shift() ?? "") : "";
    return { verb, email, account, role: rest[0] ?? values.role, name: values.name };
  } catch (error) {
    throw new RefusedCommandError(`${error instanceof Error ? error.message : error}\n\n${USAGE}`);
  }
}

/** Does it and resolves to what is printed. `askPassword` is called where a command needs one. */
export async function runUserCommand(
  db: Store,
  { verb, email, account, role, name }: UserCommand,
  askPassword: () => Promise<string>,
): Promise<string> {
  if (verb === "list") return toList(await listUsers(db));
  if (!email) throw new RefusedCommandError(USAGE);
  switch (verb) {
    case "add": {
      const known = await requireRole(db, role);
      unwrap(await addUser(db, { email, role: known, name: name ?? "", password: await askPassword() }));
      return `${email} may now sign in as ${roleName(known)}.`;
    }
    case "password":
      return report(
        unwrap(await setPassword(db, email, await askPassword())),
        "has a new password and is signed out everywhere",
      );
    case "role": {
      const known = await requireRole(db, role);
      const before = unwrap(await findUser(db, email));
      if (roleId(before.role) === roleId(known))
        return `${email} is ${roleName(known)} already. Nothing was changed.`;
      const user = unwrap(await setRole(db, email, known));
      const done = report(user, `is now ${roleName(user.role)} and has to sign in again`);
      return `${done}${await noManagerNote(db)}`;
    }
    case "account-role": {
      const user = unwrap(await findUser(db, email));
      const there = await requireAccount(db, account);
      const given = role === "none" ? undefined : await requireRole(db, role);
      const done = await db.transaction().execute(async (store) => {
        await lockRights(store);
        return giveAccountRole(store, "operator", { id: user.id, account: there.id, given });
      });
      unwrap(done);
      const now = given ? `is now ${roleName(given)} in ${there.name}` : `has no role in ${there.name} now`;
      return report(user, `${now} and has to sign in again`);
    }
    case "disable":
      unwrap(await disableUser(db, email));
      return `${email} can no longer sign in and is signed out everywhere.${await noManagerNote(db)}`;
    case "enable":
      unwrap(await enableUser(db, email));
      return `${email} can sign in again with their old password.`;
    case "unlock":
      return report(unwrap(await unlockUser(db, email)), "can try to sign in again now");
    case "reset-factors": {
      const user = unwrap(await findUser(db, email));
      unwrap(await resetFactors(db, user.id, "operator"));
      return report(user, "no longer has a second step and is signed out everywhere");
    }
    case "unlink": {
      const user = unwrap(await findUser(db, email));
      unwrap(await unlinkUser(db, user.id, "operator"));
      return report(user, "is no longer linked to the OpenID provider and is signed out everywhere");
    }
    default:
      throw new RefusedCommandError(USAGE);
  }
}

/** A warning where the change left no user who can manage people on the pages. */
const noManagerNote = async (db: Store) =>
  (await hasManager(db))
    ? ""
    : "\nWarning: no active user can manage people now. Give one the role: npm run user -- role EMAIL admin";

/** A note, after a change to a disabled user, that they still cannot sign in. */
function report({ email, disabled }: User, what: string): string {
  return disabled ? `${email} ${what}, but is disabled. ${toEnable(email)}` : `${email} ${what}.`;
}

async function requireRole(db: Store, role: string | undefined): Promise<Role> {
  const found = role === undefined ? undefined : await findRoleByName(db, role);
  if (found) return found;
  const given = role === undefined ? "A role is missing" : `"${role}" is not a role`;
  throw new RefusedCommandError(`${given}: it must be one of ${await listRoleNames(db)}.`);
}

async function requireAccount(db: Store, name: string) {
  const accounts = await listServed(db);
  const found = accounts.find((one) => nameKey(one.name) === nameKey(name) || one.id === name);
  if (found) return found;
  const names = accounts.map((one) => one.name).join(", ");
  throw new RefusedCommandError(
    accounts.length === 0
      ? "There is no further gateway account."
      : `"${name}" is not a gateway account: it must be one of ${names}.`,
  );
}

function unwrap<Value>(result: Result<Value>): Value {
  if (result.ok) return result.value;
  throw new RefusedCommandError(result.problem.message);
}

function toList(users: Awaited<ReturnType<typeof listUsers>>): string {
  if (users.length === 0) return "No users yet. Add the first: npm run user -- add EMAIL --role admin";
  const lines = users.map(({ email, role, name, disabled }) => [
    email,
    roleName(role),
    name,
    disabled ? "disabled" : "",
  ]);
  const width = (column: number) => Math.max(...lines.map((line) => line[column]?.length ?? 0));
  const widths = [width(0), width(1), width(2)];
  return lines
    .map((line) =>
      line
        .map((cell, i) => cell.padEnd(widths[i] ?? 0))
        .join("  ")
        .trimEnd(),
    )
    .join("\n");
}

/** What is printed where it was not done. */
export function refusalText(error: unknown): string {
  if (error instanceof RefusedCommandError || error instanceof UnreadablePasswordError) return error.message;
  if (error instanceof SettingsError) return error.sentences.join("\n");
  return `The store could not be opened or changed: ${error instanceof Error ? error.message : error}`;
}
