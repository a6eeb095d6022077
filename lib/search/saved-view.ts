import { type Role, roles } from "../permissions.ts";
import type { FoundCount } from "./found.ts";

/** A search kept under a name. `role` sees it besides its owner. */
export type SavedView = {
  id: string;
  name: string;
  query: string;
  role: Role | null;
  isOwn: boolean;
  ownerName: string;
};

/** Searches that everyone has as tabs; the first finds everything. */
export const standingViews = [
  { name: "All", query: "" },
  { name: "Today", query: "today" },
  { name: "Unknown", query: "outcome:unknown" },
] as const;

/** How many transactions a tab's search finds, by its query. One that took too long to count is missing. */
export type ViewCounts = Readonly<Record<string, FoundCount>>;

export const longestViewName = 40;

/** For a list of choices: "Clerks". */
export const roleLabels = {
  clerk: "Clerks",
  manager: "Managers",
  bookkeeper: "Bookkeepers",
  admin: "Admins",
} as const satisfies Record<Role, string>;

export const roleChoices = roles.map((role) => ({ role, label: roleLabels[role] }));
