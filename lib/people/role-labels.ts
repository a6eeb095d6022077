import { capitalized } from "#lib/format/capitalized.ts";
import { translated } from "#lib/language/t.ts";
import { countOf } from "../format/counts.ts";
import { listOf } from "../format/list.ts";
import { type BuiltInRole, isBuiltIn, type Right, type Role, rights, roleName } from "../permissions.ts";

const roleNames: Record<BuiltInRole, string> = translated("*", {
  clerk: "Clerk",
  manager: "Manager",
  bookkeeper: "Bookkeeper",
  auditor: "Auditor",
  admin: "Admin",
});

const rolesWithArticle: Record<BuiltInRole, string> = translated("*", {
  clerk: "a clerk",
  manager: "a manager",
  bookkeeper: "a bookkeeper",
  auditor: "an auditor",
  admin: "an admin",
});

/** "a clerk", "an admin". */
const withArticle = (role: BuiltInRole) => rolesWithArticle[role];

/** Which built-in roles have the right, for a sentence: "a clerk, a manager or an admin". */
export const holdersOf = (right: Right): string =>
  listOf(rights[right].map(withArticle), "disjunction", ", ");

/** As what somebody works: "a clerk", or a custom role in quotes: “Senior clerk”. */
export const toRoleNoun = (role: Role) =>
  typeof role === "string" ? roleAppositions[role] : `“${role.name}”`;

/** Other languages have no article there. */
const roleAppositions: Record<BuiltInRole, string> = translated("*", {
  clerk: "a clerk ~as",
  manager: "a manager ~as",
  bookkeeper: "a bookkeeper ~as",
  auditor: "an auditor ~as",
  admin: "an admin ~as",
});

/** "Clerk", or the name of a custom role. */
export const roleTitle = (role: Role): string => titleOfRole(roleName(role));

/** The title of a role by its name: a custom role can't have the name of a built-in one. */
export const titleOfRole = (name: string): string => (isBuiltIn(name) ? roleNames[name] : capitalized(name));

/** What a role is for, in a line. */
export const roleNote = (role: Role): string =>
  typeof role === "string" ? roleNotes[role] : countOf(role.rights.length, "right");

const roleNotes: Record<BuiltInRole, string> = translated("*", {
  clerk: "Takes payments and works at a cash drawer",
  manager: "Also refunds, approves, decides and closes",
  bookkeeper: "Sees all payments, reconciles and signs; takes none",
  auditor: "Reads the audit log, nothing else",
  admin: "May do everything, and manages people",
});
