import { t, translated } from "#lib/language/t.ts";
import { holdsCardNumber } from "../card-data/card-detector.ts";
import { isDay } from "../time.ts";
import type { ChargeField } from "./field.ts";

/** The numbers of custom fields, as the gateway counts them. The merchant names those that are in use. */
export const customNumbers = Array.from({ length: 20 }, (_, place) => String(place + 1));

/** What a custom field takes. Its value is sent as text: "12.5", "2026-11-20", "Yes" or "No", a choice as it is named. */
export const customTypes = translated("*", {
  text: "Text",
  number: "Number",
  date: "Date",
  "yes/no": "Yes or no",
  list: "One of a list",
} as const);
export type CustomType = keyof typeof customTypes;

/** A custom field in use; `choices` are those of a list. */
export type CustomField = { name: string; type: CustomType; choices?: readonly string[] };
/** By number. */
export type CustomFields = Readonly<Record<string, CustomField>>;
export const noCustomFields: CustomFields = {};

export const longestCustomName = 40;
export const mostChoices = 30;

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

/** At least two, each once. */
export const areChoices = (choices: readonly string[]): boolean =>
  choices.length >= 2 &&
  choices.length <= mostChoices &&
  choices.every(isName) &&
  new Set(choices).size === choices.length;

const isName = (text: string) => text !== "" && text.length <= longestCustomName;

/** The inverse of `readCustomFields`, for one field: "Size:S|M|L". */
export const writeCustomField = ({ name, type, choices = [] }: CustomField): string =>
  type === "text" ? name : `${name}:${type === "list" ? choices.join("|") : type}`;

/** Why a text that was typed into a custom field is refused. */
export function customProblem({ type, choices }: CustomField, text: string): string | undefined {
  switch (type) {
    case "number":
      return /^-?\d{1,15}(\.\d{1,6})?$/.test(text)
        ? undefined
        : t("Enter a number with digits and a point, such as 12 or 3.5.");
    case "date":
      return isDay(text) ? undefined : t("Enter the date as year-month-day, such as 2026-11-20.");
    case "yes/no":
      return yesOrNo.includes(text) ? undefined : t("Choose one of the list.");
    case "list":
      return choices?.includes(text) ? undefined : t("Choose one of the list.");
    case "text":
      return undefined;
  }
}

const yesOrNo: readonly string[] = ["Yes", "No"];

/** What its type changes of a custom field's row. */
export function customRow({
  name,
  type,
  choices = [],
}: CustomField): Partial<ChargeField> & { label: string } {
  switch (type) {
    case "number":
      return { label: name, inputMode: "decimal" };
    case "date":
      return { label: name, placeholder: "2026-11-20", inputMode: "numeric" };
    case "yes/no":
      return { label: name, control: "select", options: toOptions(yesOrNo, (word) => said[word] ?? word) };
    case "list":
      return { label: name, control: "select", options: toOptions(choices, (choice) => choice) };
    case "text":
      return { label: name };
  }
}

const said: Record<string, string> = translated("*", { Yes: "Yes", No: "No" });

/** The empty one first: nothing is chosen for the clerk. */
const toOptions = (values: readonly string[], labelOf: (value: string) => string) => [
  { value: "", label: t("Not given") },
  ...values.map((value) => ({ value, label: labelOf(value) })),
];
