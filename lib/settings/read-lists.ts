import { holdsCardNumber } from "../card-data/card-detector.ts";
import { type BuiltInRole, roles } from "../permissions.ts";

export const maxDrawers = 50;
export const longestDrawerName = 40;

/** Reads "Counter, Back office": 1 to 50 names of 40 characters at most, each once. Any other text is undefined. */
export function readDrawers(text: string): string[] | undefined {
  const names = partsOf(text);
  const isValid =
    names.length > 0 &&
    names.length <= maxDrawers &&
    new Set(names).size === names.length &&
    names.every((name) => name.length <= longestDrawerName && !holdsCardNumber(name));
  return isValid ? names : undefined;
}

/** Reads "manager, admin". A text that names something else is undefined. */
export function readRoles(text: string): BuiltInRole[] | undefined {
  const names = partsOf(text);
  const known = roles.filter((role) => names.includes(role));
  return names.every((name) => (known as string[]).includes(name)) ? known : undefined; // includes takes only members of the list
}

const partsOf = (text: string) =>
  text
    .split(",")
    .map((part) => part.trim())
    .filter((part) => part !== "");
