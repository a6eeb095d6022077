import { t } from "#lib/language/t.ts";
import { type Role, type RoleLimits, roleId } from "../permissions.ts";

/** A role as the page of roles has it. */
export type RoleEntry = {
  role: Role;
  /** What holds for it: by the settings for a built-in role, its own for a custom one. */
  limits: RoleLimits;
  needsSecondStep: boolean;
  /** Who has it, or will once they use their invitation. */
  people: number;
  /** Counts the changes of a custom role, so that of two at once the second is refused; 0 for a built-in one. */
  version: number;
};

/** The entry of a role. One that the list doesn't have yet may do nothing. */
export const entryOf = (roles: readonly RoleEntry[], id: string): RoleEntry =>
  roles.find(({ role }) => roleId(role) === id) ?? {
    role: { id, name: t("Unknown role"), rights: [], limits: {}, needsSecondStep: false },
    ...{ limits: {}, needsSecondStep: false, people: 0, version: 0 },
  };

export const longestRoleName = 40;

export type Roles = { roles: RoleEntry[] };
