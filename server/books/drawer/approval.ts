import { may } from "#lib/permissions.ts";
import { ok, type Result } from "#lib/result.ts";
import type { Actor, ActorWithRole } from "#server/auth/actor.ts";

/** Asks for the manager who approves, once it is known that one has to. */
export type FindApprover = () => Promise<Result<Actor>>;

/** Who approves what this person does: they themselves, if they may, or the one who signs at their workstation. */
export async function toApprover(person: ActorWithRole, findApprover: FindApprover): Promise<Result<Actor>> {
  return may(person.role, "approveDrawer") ? ok({ id: person.id, name: person.name }) : await findApprover();
}
