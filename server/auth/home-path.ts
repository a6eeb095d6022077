import { paths } from "#lib/paths.ts";
import { may, type Role } from "#lib/permissions.ts";

/** Where a person of this role begins: the first page that is theirs to see. */
export function homePath(role: Role): string {
  return may(role, "charge") ? paths.home() : paths.batches();
}
