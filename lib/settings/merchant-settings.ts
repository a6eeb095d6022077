import { keysOf } from "#lib/keys-of.ts";
import { translated } from "#lib/language/t.ts";

/**
 * What the merchant decides about the console: the settings that the page Settings changes. Each is also a setting of the
 * environment with the same name and the same text, which is the value until the page gives it another.
 */

export const settingSections = translated("*", {
  store: "Store",
  charge: "Charge form",
  limits: "Limits",
  workstation: "Workstations and sign-in",
  drawer: "Cash drawers",
  journal: "Accounts of the journal",
} as const);
export type SettingSection = keyof typeof settingSections;

type SettingKind =
  | "text"
  | "locale"
  | "number"
  | "amount"
  | "optionalAmount"
  | "flag"
  | "names"
  | "percents"
  | "customFields"
  | "limits"
  | "roles"
  | "accounts";

export type MerchantSetting = {
  label: string;
  help: string;
  section: SettingSection;
  kind: SettingKind;
  /** The text that it has when neither the environment nor the page gives one; of the store name, see the environment. */
  builtIn: string;
  /** Of a `number`. */
  range?: { unit: string; least: number; most: number };
};

export const merchantSettings = translated(["label", "help"], {
  MERCHANT_NAME: {
    label: "Store name",
    help: "On the screens, reports and prints",
    section: "store",
    kind: "text",
    builtIn: "",
  },
  MERCHANT_LOCALE: {
    label: "Formats",
    help: "How dates, numbers and amounts are written and typed",
    section: "store",
    kind: "locale",
    builtIn: "en-US",
  },
  CUSTOM_FIELD_NAMES: {
    label: "Custom fields",
    help: "The gateway's custom fields that the charge form shows, and what each takes",
    section: "charge",
    kind: "customFields",
    builtIn: "",
  },
  TIP_PERCENTAGES: {
    label: "Tips offered",
    help: "In percent of the subtotal, separated by commas; empty offers none",
    section: "charge",
    kind: "percents",
    builtIn: "15, 18, 20",
  },
  MONEY_LIMITS: {
    label: "Limits by role",
    help: "What each role may move without approval; an empty field has no limit",
    section: "limits",
    kind: "limits",
    builtIn: "",
  },
  BULK_SECOND_PERSON_ABOVE: {
    label: "Second person",
    help: "Bulk files above this need one",
    section: "limits",
    kind: "amount",
    builtIn: "10000.00",
  },
  RECALL_ABOVE: {
    label: "Refund delay",
    help: "Refunds and unlinked credits above this amount wait before they are sent, so they can be stopped. Leave empty for no delay.",
    section: "limits",
    kind: "optionalAmount",
    builtIn: "",
  },
  RECALL_SECONDS: {
    label: "Delay in seconds",
    help: "How long they wait",
    section: "limits",
    kind: "number",
    builtIn: "30",
    // Every workstation has to see what waits and have time to stop it: more than twice `delayedPollMs` of the browser.
    range: { unit: "seconds", least: 5, most: 600 },
  },
  APPROVAL_SECONDS: {
    label: "Approval time",
    help: "How long a request for approval waits, and how long an approved one may be sent",
    section: "limits",
    kind: "number",
    builtIn: "900",
    range: { unit: "seconds", least: 10, most: 86_400 },
  },
  WORKSTATION_LOCK_MINUTES: {
    label: "Workstation lock",
    help: "Without activity; with 0, none locks automatically",
    section: "workstation",
    kind: "number",
    builtIn: "15",
    range: { unit: "minutes", least: 0, most: 60 },
  },
  PASSWORD_AGAIN_MINUTES: {
    label: "Password again",
    help: "Exports ask for the password again after this time; 0 never asks",
    section: "workstation",
    kind: "number",
    builtIn: "5",
    range: { unit: "minutes", least: 0, most: 60 },
  },
  MFA_ROLES: {
    label: "Second step required",
    help: "These roles set one up before anything else",
    section: "workstation",
    kind: "roles",
    builtIn: "",
  },
  CASH_DRAWERS: {
    label: "Drawers",
    help: "Their names, separated by commas",
    section: "drawer",
    kind: "names",
    builtIn: "Drawer 1",
  },
  DRAWER_TOLERANCE: {
    label: "Tolerance",
    help: "A drawer over or short by more takes an approval",
    section: "drawer",
    kind: "amount",
    builtIn: "5.00",
  },
  DRAWER_PAYOUT_LIMIT: {
    label: "Pay-out limit",
    help: "The most paid out of a drawer in a day without approval",
    section: "drawer",
    kind: "amount",
    builtIn: "100.00",
  },
  DRAWER_REQUIRED: {
    label: "Open shift",
    help: "Cash is refused while no shift is open",
    section: "drawer",
    kind: "flag",
    builtIn: "0",
  },
  JOURNAL_ACCOUNTS: {
    label: "Names in your books",
    help: "Used in daily summaries; an empty one has the usual name",
    section: "journal",
    kind: "accounts",
    builtIn: "",
  },
} as const satisfies Record<string, MerchantSetting>);

export type MerchantSettingName = keyof typeof merchantSettings;

export const merchantSettingNames = keysOf(merchantSettings);

export const isMerchantSetting = (name: string): name is MerchantSettingName =>
  Object.hasOwn(merchantSettings, name);

/** The row of a setting, with what only some have. */
export const settingOf = (name: MerchantSettingName): MerchantSetting => merchantSettings[name];

export const longestStoreName = 60;
