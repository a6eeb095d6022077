import type { BulkPerson } from "#components/bulk/bulk-person.ts";
import { may } from "#lib/permissions.ts";
import type { SignedInUser } from "#server/auth/session/sessions.ts";

export function toBulkPerson({ id, role }: SignedInUser): BulkPerson {
  return {
    id,
    mayPrepare: may(role, "prepareBulk"),
    mayApprove: may(role, "approveBulk"),
    mayDecide: may(role, "decideUnknown"),
  };
}
