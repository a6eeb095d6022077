import { type Role, roles } from "../permissions.ts";

/** A search kept under a name. `role` sees it besides its owner. */
export type SavedView = {
  id: string;
  name: string;
  query: string;
  role: Role | null;
  isOwn: boolean;
  ownerName: string;
};

export const longestViewName = 40;

/** For a list of choices: "Clerks". */
export const roleLabels = {
  clerk: "Clerks",
  manager: "Managers",
  bookkeeper: "Bookkeepers",
  admin: "Admins",
} as const satisfies Record<Role, string>;

export const roleChoices = roles.map((role) => ({ role, label: roleLabels[role] }));
