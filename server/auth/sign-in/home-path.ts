import { paths } from "#lib/paths.ts";
import { may, type Role } from "#lib/permissions.ts";

/** The page that this role starts with. */
export function homePath(role: Role): string {
  return may(role, "viewToday") ? paths.today() : paths.charge();
}
