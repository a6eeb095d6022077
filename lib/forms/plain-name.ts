import { t } from "#lib/language/t.ts";

/** A name as it is kept: letters that only look wider or joined are the plain ones, and spaces are single. */
export const plainName = (name: string): string => name.normalize("NFKC").replace(/\s+/g, " ").trim();

/** What two names have in common when they are one name. */
export const nameKey = (name: string): string => plainName(name).toLowerCase();

/** What is wrong with a name that shows more, less or another order than it has; undefined for a plain one. */
export const plainNameProblem = (name: string): string | undefined =>
  unseen.test(name) ? t("Leave out characters that can't be seen.") : undefined;

/** Controls, marks of direction, and what takes no space or ink. */
const unseen = /[\p{C}\p{Default_Ignorable_Code_Point}\p{Zl}\p{Zp}\u2800]/u;
