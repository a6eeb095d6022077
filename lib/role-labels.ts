import { currentLanguage, translated } from "#lib/language/t.ts";
import { countOf } from "./format/counts.ts";
import { type BuiltInRole, type Right, type Role, rights } from "./permissions.ts";

const roleNames: Record<BuiltInRole, string> = translated("*", {
  clerk: "Clerk",
  manager: "Manager",
  bookkeeper: "Bookkeeper",
  auditor: "Auditor",
  admin: "Admin",
});

/** In a sentence. */
const roleNouns: Record<BuiltInRole, string> = translated("*", {
  clerk: "clerk",
  manager: "manager",
  bookkeeper: "bookkeeper",
  auditor: "auditor",
  admin: "admin",
});

const rolesWithArticle: Record<BuiltInRole, string> = translated("*", {
  clerk: "a clerk",
  manager: "a manager",
  bookkeeper: "a bookkeeper",
  auditor: "an auditor",
  admin: "an admin",
});

/** "a clerk", "an admin". */
export const withArticle = (role: BuiltInRole) => rolesWithArticle[role];

/** Which built-in roles have the right, for a sentence: "an auditor or admin". */
export function holdersOf(right: Right): string {
  const [first, ...others] = rights[right];
  return new Intl.ListFormat(currentLanguage(), { type: "disjunction" }).format([
    withArticle(first),
    ...others.map((role) => roleNouns[role]),
  ]);
}

/** "a clerk", or a custom role in quotes: “Senior clerk”. */
export const toRoleNoun = (role: Role) => (typeof role === "string" ? withArticle(role) : `“${role.name}”`);

/** "Clerk", or the name of a custom role. */
export const roleTitle = (role: Role): string =>
  typeof role === "string" ? roleNames[role] : role.name.charAt(0).toUpperCase() + role.name.slice(1);

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
