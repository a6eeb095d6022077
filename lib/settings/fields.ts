import { t } from "#lib/language/t.ts";
import { holdsCardNumber } from "../card-data/card-detector.ts";
import { readTipPercents } from "../charge/amount/tips.ts";
import {
  areChoices,
  longestCustomName,
  maxChoices,
  readCustomFields,
  writeCustomField,
} from "../charge/fields/custom-field-settings.ts";
import { type CustomField, type CustomType, customNumbers } from "../charge/fields/custom-fields.ts";
import { journalAccounts, readJournalAccounts } from "../exports/journal/accounts.ts";
import { amountProblem, groupedAmountText, pointFormat, typedCents } from "../format/amount-text.ts";
import { toLocale } from "../format/locale.ts";
import { plainNameProblem } from "../forms/plain-name.ts";
import { toDecimal } from "../money.ts";
import { dayLimitProblem, limitedRoles, readMoneyLimits } from "../payments/money-limits.ts";
import { moneyRights, roles } from "../permissions.ts";
import { longestStoreName, type MerchantSettingName, settingOf } from "./merchant-settings.ts";
import { longestDrawerName, maxDrawers, readDrawers, readRoles } from "./read-lists.ts";

/**
 * A setting as the page shows it: texts by the name of the field. Most have one field, named ""; of the others each name, role or
 * limit has one. Amounts are written in the merchant's locale here, and with a point in the setting's own text.
 */
export type SettingFields = Readonly<Record<string, string>>;

/** What is wrong, by the name of the field. */
export type FieldProblems = Record<string, string>;

/** The fields for a setting's text, which is valid. */
export function toFields(name: MerchantSettingName, text: string): SettingFields {
  switch (settingOf(name).kind) {
    case "amount":
    case "optionalAmount":
      return { "": shownAmount(text) };
    case "customFields":
      return Object.fromEntries(Object.entries(readCustomFields(text) ?? {}).flatMap(toCustomFields));
    case "accounts":
      return { ...readJournalAccounts(text) };
    case "roles":
      return Object.fromEntries((readRoles(text) ?? []).map((role) => [role, "1"]));
    case "limits":
      return toLimitFields(text);
    default:
      return { "": text };
  }
}

/** The setting's text for its fields; of wrong fields one that `fieldProblems` refuses too. */
export function toText(name: MerchantSettingName, fields: SettingFields): string {
  const own = (fields[""] ?? "").trim();
  switch (settingOf(name).kind) {
    case "amount":
    case "optionalAmount":
      return writtenAmount(own);
    case "customFields":
      return pairsOf(customNumbers, writtenCustomFields(fields));
    case "accounts":
      return pairsOf(journalAccounts, fields);
    case "roles":
      return roles.filter((role) => fields[role]).join(", ");
    case "limits":
      return toLimitText(fields);
    case "names":
    case "percents":
      return own
        .split(",")
        .map((part) => part.trim())
        .filter((part) => part !== "")
        .join(", ");
    default:
      return own;
  }
}

/** What is wrong with the fields, in the words of the page; none when they can be saved. */
export function fieldProblems(name: MerchantSettingName, fields: SettingFields): FieldProblems {
  const { kind } = settingOf(name);
  if (kind === "customFields") return customFieldProblems(fields);
  if (kind === "accounts") return accountProblems(fields);
  if (kind === "limits") return limitProblems(fields);
  const problem = problemOf(name, fields[""] ?? "");
  return kind !== "roles" && problem ? { "": problem } : {};
}

/** Whether a text is one that this setting can have. */
export const isSettingText = (name: MerchantSettingName, text: string): boolean =>
  toText(name, toFields(name, text)) === text &&
  Object.keys(fieldProblems(name, toFields(name, text))).length === 0;

function problemOf(name: MerchantSettingName, text: string): string | undefined {
  const { kind, range } = settingOf(name);
  const own = text.trim();
  if (holdsCardNumber(own)) return t("This looks like a card number.");
  switch (kind) {
    case "text":
      if (own === "") return t("Enter a name.");
      if (plainNameProblem(own)) return plainNameProblem(own);
      return own.length > longestStoreName
        ? t("Use {limit} characters at most.", { limit: longestStoreName })
        : undefined;
    case "locale":
      return toLocale(own) === own ? undefined : t("Choose one of the list.");
    case "number": {
      const { least, most, unit } = range ?? { least: 0, most: 0, unit: "" };
      const number = /^\d{1,9}$/.test(own) ? Number(own) : -1;
      return number >= least && number <= most
        ? undefined
        : t("Enter a whole number of {unit} from {least} to {most}.", { unit, least, most });
    }
    case "amount":
      return own === "" ? t("Enter an amount.") : amountProblem(own);
    case "optionalAmount":
      return amountProblem(own);
    case "names":
      return readDrawers(own)
        ? undefined
        : t("Enter 1 to {count} different names with {limit} characters at most, separated by commas.", {
            count: maxDrawers,
            limit: longestDrawerName,
          });
    case "percents":
      return readTipPercents(own)
        ? undefined
        : t("Enter up to six whole percentages from 1 to 100, each once, such as 15, 18, 20.");
    default:
      return undefined;
  }
}

/** The fields of a custom field beside its name, which has its number alone: "2 type", "2 choices". */
export const customField = (number: string, of: "type" | "choices") => `${number} ${of}`;

const toCustomFields = ([number, { name, type, choices }]: [string, CustomField]): [string, string][] => [
  [number, name],
  [customField(number, "type"), type],
  ...(choices ? [[customField(number, "choices"), choices.join(", ")] satisfies [string, string]] : []),
];

/** Each number with what the setting's text says of it. */
const writtenCustomFields = (fields: SettingFields): SettingFields =>
  Object.fromEntries(
    customNumbers.flatMap((number) => {
      const name = fields[number]?.trim();
      const type = (fields[customField(number, "type")] ?? "text") as CustomType; // the page offers these alone
      return name ? [[number, writeCustomField({ name, type, choices: choicesIn(fields, number) })]] : [];
    }),
  );

const choicesIn = (fields: SettingFields, number: string): string[] =>
  (fields[customField(number, "choices")] ?? "")
    .split(",")
    .map((choice) => choice.trim())
    .filter((choice) => choice !== "");

function customFieldProblems(fields: SettingFields): FieldProblems {
  const problems: FieldProblems = {};
  const used = customNumbers.map((number) => fields[number]?.trim() ?? "");
  for (const number of customNumbers) {
    const name = fields[number]?.trim() ?? "";
    const isList = fields[customField(number, "type")] === "list";
    const choices = choicesIn(fields, number);
    if (name === "") continue;
    const problem = customNameProblem(name, used);
    if (problem) problems[number] = problem;
    else if (isList && choices.some((choice) => customNameProblem(choice, choices)))
      problems[customField(number, "choices")] = t(
        "Enter each choice once, without | or :, with {limit} characters at most.",
        { limit: longestCustomName },
      );
    else if (isList && !areChoices(choices))
      problems[customField(number, "choices")] = t("Enter 2 to {count} choices, separated by commas.", {
        count: maxChoices,
      });
  }
  return problems;
}

function customNameProblem(name: string, used: readonly string[]): string | undefined {
  if (name.includes(",")) return t("Leave out the comma.");
  if (/[|:]/.test(name)) return t("Leave out | and :.");
  if (plainNameProblem(name)) return plainNameProblem(name);
  if (name.length > longestCustomName)
    return t("Use {limit} characters at most.", { limit: longestCustomName });
  if (holdsCardNumber(name)) return t("This looks like a card number.");
  return used.filter((other) => other === name).length > 1 ? t("Give each name once.") : undefined;
}

const accountProblems = (fields: SettingFields): FieldProblems =>
  problemsBy(fields, (name, account) =>
    readJournalAccounts(`${account}=${name}`) && !name.includes(",")
      ? undefined
      : t("Begin with a letter or digit; single spaces and : . & ' / - may follow."),
  );

function problemsBy(
  fields: SettingFields,
  problemIn: (text: string, field: string) => string | undefined,
): FieldProblems {
  const problems: FieldProblems = {};
  for (const [field, text] of Object.entries(fields)) {
    const problem = text.trim() === "" ? undefined : problemIn(text.trim(), field);
    if (problem) problems[field] = problem;
  }
  return problems;
}

const pairsOf = (order: readonly string[], fields: SettingFields) =>
  order
    .filter((field) => fields[field]?.trim())
    .map((field) => `${field}=${fields[field]?.trim()}`)
    .join(", ");

/** "clerk refund each", "clerk refund day". */
export const limitField = (role: string, right: string, of: "each" | "day") => `${role} ${right} ${of}`;

const limitPlaces = limitedRoles.flatMap((role) => moneyRights.map((right) => ({ role, right })));

function toLimitFields(text: string): SettingFields {
  const { limits } = readMoneyLimits(text);
  const cells = limitPlaces.flatMap(({ role, right }) => {
    const { transactionCents, dayCents } = limits[role]?.[right] ?? {};
    return [
      [limitField(role, right, "each"), transactionCents],
      [limitField(role, right, "day"), dayCents],
    ] as const;
  });
  return Object.fromEntries(
    cells.flatMap(([field, cents]) => (cents === undefined ? [] : [[field, groupedAmountText(cents)]])),
  );
}

const toLimitText = (fields: SettingFields) =>
  limitPlaces
    .flatMap(({ role, right }) => {
      const each = writtenAmount(fields[limitField(role, right, "each")] ?? "");
      const day = writtenAmount(fields[limitField(role, right, "day")] ?? "");
      return each || day ? [`${role} ${right} ${each}${day && `/${day}`}`] : [];
    })
    .join(", ");

function limitProblems(fields: SettingFields): FieldProblems {
  const problems = problemsBy(fields, (text) => amountProblem(text));
  for (const { role, right } of limitPlaces) {
    const [transactionCents, dayCents] = (["each", "day"] as const).map(
      (of) => typed(fields[limitField(role, right, of)]) ?? undefined,
    );
    const problem = dayLimitProblem({ transactionCents, dayCents });
    if (problem) problems[limitField(role, right, "day")] ??= problem;
  }
  return problems;
}

const typed = (text = "") => typedCents(text.trim());

/** "1000.00" of a setting as the merchant's locale writes it. */
function shownAmount(text: string): string {
  const cents = typedCents(text, pointFormat);
  return cents === null ? text : groupedAmountText(cents);
}

/** What was typed in the merchant's locale as settings write it: "1000.00". Text that is no amount stays as it is. */
function writtenAmount(text: string): string {
  const cents = typed(text);
  return cents === null ? text.trim() : toDecimal(cents);
}
