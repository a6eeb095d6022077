import { holdsCardNumber } from "../card-data/card-detector.ts";

/** The numbers of custom fields, as the gateway counts them. The merchant names those that are in use. */
export const customNumbers = Array.from({ length: 20 }, (_, place) => String(place + 1));

/** Reads "1=Delivery window, 2=Florist": each number and each name once. Any other text is undefined. */
export function readCustomFields(text: string): Record<string, string> | undefined {
  const pairs = text
    .split(",")
    .filter((pair) => pair.trim() !== "")
    .map((pair) => /^\s*(\d{1,2})\s*=\s*(\S.{0,39}?)\s*$/.exec(pair));
  const names: Record<string, string> = {};
  for (const pair of pairs) {
    const [, number = "", name = ""] = pair ?? [];
    const isTaken = number in names || Object.values(names).includes(name);
    if (!customNumbers.includes(number) || isTaken || holdsCardNumber(name)) return undefined;
    names[number] = name;
  }
  return names;
}
