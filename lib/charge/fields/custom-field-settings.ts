import { holdsCardNumber } from "#lib/card-data/card-detector.ts";
import { translated } from "#lib/language/t.ts";
import { type CustomField, type CustomType, customNumbers } from "./custom-fields.ts";

/** How a merchant names the custom fields. */

export const customTypes: Record<CustomType, string> = translated("*", {
  text: "Text",
  number: "Number",
  date: "Date",
  "yes/no": "Yes or no",
  list: "One of a list",
});

export const longestCustomName = 40;
export const maxChoices = 30;

/** At least two, each once. */
export const areChoices = (choices: readonly string[]): boolean =>
  choices.length >= 2 &&
  choices.length <= maxChoices &&
  choices.every(isName) &&
  new Set(choices).size === choices.length;

const isName = (text: string) => text !== "" && text.length <= longestCustomName;

/** The inverse of `readCustomFields`, for one field: "Size:S|M|L". */
export const writeCustomField = ({ name, type, choices = [] }: CustomField): string =>
  type === "text" ? name : `${name}:${type === "list" ? choices.join("|") : type}`;

/**
 * Reads "1=Delivery window, 2=Deliver on:date, 3=Size:S|M|L": each number and each name once, and after a colon what the
 * field takes where that is no text. Any other text is undefined.
 */
export function readCustomFields(text: string): Record<string, CustomField> | undefined {
  const fields: Record<string, CustomField> = {};
  for (const pair of text.split(",").filter((part) => part.trim() !== "")) {
    const [, number = "", whole = ""] = /^\s*(\d{1,2})\s*=\s*(\S.*?)\s*$/.exec(pair) ?? [];
    const field = readField(whole);
    const isTaken = number in fields || Object.values(fields).some(({ name }) => name === field?.name);
    if (!field || !customNumbers.includes(number) || isTaken || holdsCardNumber(whole)) return undefined;
    fields[number] = field;
  }
  return fields;
}

function readField(text: string): CustomField | undefined {
  const [, name = "", type = ""] = /^(.*\S)\s*:\s*([^:]*)$/.exec(text) ?? [];
  if (type.includes("|")) {
    const choices = type.split("|").map((choice) => choice.trim());
    return isName(name) && areChoices(choices) ? { name, type: "list", choices } : undefined;
  }
  if (type !== "text" && type !== "list" && Object.hasOwn(customTypes, type))
    return isName(name) ? { name, type: type as CustomType } : undefined; // one of its keys
  return isName(text) ? { name: text, type: "text" } : undefined;
}
