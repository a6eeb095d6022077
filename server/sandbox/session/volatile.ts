import { isCardStandIn } from "./mask/stand-ins.ts";

/** Parts of a text that change from run to run: ids, times, long numbers of the clock, random hex. */
const volatile =
  /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}|\d{4}-\d\d-\d\d[T ]\d\d:\d\d(?::\d\d(?:\.\d+)?)?Z?|(?<![\da-z])1[6-9]\d{8}(?:\d{3})?(?![\da-z])|(?<![0-9a-z])(?=[a-f]*\d)(?=\d*[a-f])[0-9a-f]{16,}(?![0-9a-z])/gi;

/** The volatile parts of a text, in order. */
export const volatileParts = (text: string): string[] => text.match(volatile) ?? [];

/** The text with placeholders for them; a card that is no published one counts by its first digits and length. */
export function steadyText(text: string): string {
  if (isCardStandIn(text)) return `<card ${text.slice(0, 4)} ${text.length}>`;
  return text.replaceAll(volatile, "<changes>");
}

/** Every leaf of a JSON value by its path, such as `batch.key` or `data.0.amount`; empty lists and objects are leaves. */
export function leavesOf(value: unknown, path = ""): [path: string, leaf: unknown][] {
  if (typeof value !== "object" || value === null) return [[path || "(body)", value]];
  const entries = Object.entries(value);
  if (entries.length === 0) return [[path || "(body)", Array.isArray(value) ? "[]" : "{}"]];
  return entries.flatMap(([name, inner]) => leavesOf(inner, path ? `${path}.${name}` : name));
}

/** The last name in a path, without list positions: `lineitems.0.cost` is `cost`. */
export const fieldOf = (path: string): string =>
  path.split(".").findLast((name) => !/^\d+$/.test(name)) ?? path;

/** The value with each text replaced. */
export function mapTexts(
  value: unknown,
  change: (text: string, field: string) => unknown,
  field = "",
): unknown {
  if (typeof value === "string" || typeof value === "number") {
    const changed = change(String(value), field);
    return changed === String(value) ? value : changed;
  }
  if (Array.isArray(value)) return value.map((item) => mapTexts(item, change, field));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [name, mapTexts(inner, change, name)]),
  );
}
