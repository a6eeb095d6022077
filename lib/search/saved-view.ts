import { translated } from "#lib/language/t.ts";
import type { BuiltInRole } from "../permissions.ts";
import type { FoundCount } from "./found.ts";

/** Whom a search is shared with: `id` as a user's role is stored, `label` names its people: "clerks". */
export type ViewRole = { id: string; label: string };

/** A search kept under a name. `role` sees it besides its owner. */
export type SavedView = {
  id: string;
  name: string;
  query: string;
  role: ViewRole | null;
  isOwn: boolean;
  ownerName: string;
};

/** Searches that everyone has as tabs; the first finds everything. */
export const standingViews = translated(["name"], [
  { name: "All", query: "" },
  { name: "Today", query: "today" },
  { name: "Unknown", query: "outcome:unknown" },
] as const);

/** How many transactions a tab's search finds, by its query. One that took too long to count is missing. */
export type ViewCounts = Readonly<Record<string, FoundCount>>;

export const longestViewName = 40;

/** The people of a built-in role. */
export const roleLabels = translated("*", {
  clerk: "clerks",
  manager: "managers",
  bookkeeper: "bookkeepers",
  auditor: "auditors",
  admin: "admins",
} as const satisfies Record<BuiltInRole, string>);
