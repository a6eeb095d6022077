import type { RoleForm } from "#lib/people/role-form.ts";
import type { Role } from "#lib/permissions.ts";
import type { Result } from "#lib/result.ts";
import type { TestStore } from "#server/db/test-store.ts";
import { changeRole } from "../people/change-person.ts";
import { beginSession } from "../session/sessions.ts";
import { addUser } from "../users.ts";
import { createRole } from "./change-roles.ts";

export const form: RoleForm = {
  name: "Senior clerk",
  rights: ["charge", "refund", "viewTransactions"],
  limits: { refund: { transactionCents: 10_000, dayCents: 30_000 } },
  needsSecondStep: false,
};

type Person = { id: string; name: string; email: string; sessionId: string };

/** For tests only: a store with an admin, Helen, who adds people and roles. */
export async function setUpRoles(store: TestStore) {
  const add = async (name: string, role: Role): Promise<Person> => {
    const email = `${name.toLowerCase()}@shop.test`;
    const { id } = done(await addUser(store.db, { email, name, role, password: "a long enough one" }));
    return { id, name, email, sessionId: await beginSession(store.db, id) };
  };
  const helen = await add("Helen", "admin");
  return {
    add,
    helen,
    create: async (change: Partial<RoleForm> = {}): Promise<string> =>
      done(await createRole(store.db, helen, { ...form, ...change })).id,
    /** Gives somebody a role; they sign in again. */
    give: async (person: Person, role: string): Promise<Person> => {
      done(await changeRole(store.db, helen, person.id, role));
      return { ...person, sessionId: await beginSession(store.db, person.id) };
    },
    roleIdOf: async (id: string): Promise<string> =>
      (await store.db.selectFrom("users").select("role").where("id", "=", id).executeTakeFirstOrThrow()).role,
  };
}

/** What was done; throws the reason when it wasn't. */
function done<Value>(result: Result<Value>): Value {
  if (result.ok) return result.value;
  throw new Error(result.problem.message);
}
