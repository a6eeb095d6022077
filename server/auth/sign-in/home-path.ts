import { paths } from "#lib/paths.ts";
import { may, type Role } from "#lib/permissions.ts";

/** The start page of this role: the first page it may see. */
export function homePath(role: Role): string {
  return may(role, "charge") ? paths.home() : paths.batches();
}
