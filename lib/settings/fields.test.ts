import { afterEach, expect, it } from "vitest";
import { defaultLocale, setMerchantLocale } from "../format/locale.ts";
import { fieldProblems, isSettingText, limitField, toFields, toText } from "./fields.ts";
import { type MerchantSettingName, merchantSettingNames, merchantSettings } from "./merchant-settings.ts";

afterEach(() => setMerchantLocale(defaultLocale));

const valid: Record<MerchantSettingName, readonly string[]> = {
  MERCHANT_NAME: ["Alder Street Flowers"],
  MERCHANT_LOCALE: ["en-US", "de-DE"],
  CUSTOM_FIELD_NAMES: ["", "1=Delivery window, 20=Florist", "2=Gift:yes/no, 3=Deliver on:date, 4=Size:S|M|L"],
  TIP_PERCENTAGES: ["", "15, 18, 20"],
  MONEY_LIMITS: ["", "clerk charge 1000.00, clerk void /500.00, clerk refund 100.00/300.00"],
  BULK_SECOND_PERSON_ABOVE: ["10000.00", "0.00"],
  RECALL_ABOVE: ["", "500.00"],
  RECALL_SECONDS: ["5", "600"],
  APPROVAL_SECONDS: ["10", "86400"],
  WORKSTATION_LOCK_MINUTES: ["0", "60"],
  PASSWORD_AGAIN_MINUTES: ["0", "5"],
  MFA_ROLES: ["", "manager, admin"],
  CASH_DRAWERS: ["Drawer 1", "Counter, Back office"],
  DRAWER_TOLERANCE: ["5.00"],
  DRAWER_PAYOUT_LIMIT: ["100.00"],
  DRAWER_REQUIRED: ["0", "1"],
  JOURNAL_ACCOUNTS: ["", "sales=Flower Sales, cash=Cash on Hand"],
};

const invalid: [MerchantSettingName, string, string][] = [
  ["MERCHANT_NAME", "", "Enter a name."],
  ["MERCHANT_NAME", "x".repeat(61), "Use 60 characters at most."],
  ["MERCHANT_NAME", "4000 1000 1111 2224", "This looks like a card number."],
  ["MERCHANT_LOCALE", "nowhere", "Choose one of the list."],
  ["TIP_PERCENTAGES", "15, 15", "Enter up to six"],
  ["BULK_SECOND_PERSON_ABOVE", "", "Enter an amount."],
  ["BULK_SECOND_PERSON_ABOVE", "-5", "without a sign"],
  ["RECALL_ABOVE", "1e3", "Enter an amount such as"],
  ["RECALL_SECONDS", "4", "Enter a whole number of seconds from 5 to 600."],
  ["APPROVAL_SECONDS", "9", "Enter a whole number of seconds from 10 to 86400."],
  ["WORKSTATION_LOCK_MINUTES", "7.5", "Enter a whole number of minutes from 0 to 60."],
  ["CASH_DRAWERS", "", "Enter 1 to 50 different names"],
  ["CASH_DRAWERS", "Counter, Counter", "Enter 1 to 50 different names"],
];

it("every text of a setting is the same after its way through the fields of the page", () => {
  for (const name of merchantSettingNames) {
    for (const text of valid[name]) {
      expect(toText(name, toFields(name, text)), name).toBe(text);
      expect(isSettingText(name, text), `${name} ${text}`).toBe(true);
    }
    const { builtIn } = merchantSettings[name];
    expect(toText(name, toFields(name, builtIn)), name).toBe(builtIn);
  }
});

it.each(invalid)("the setting %s is refused with %j", (name, text, reason) => {
  expect(fieldProblems(name, toFields(name, text))[""]).toContain(reason);
  expect(isSettingText(name, text)).toBe(false);
});

it("the name, account or limit that is wrong is marked, and no other", () => {
  expect(fieldProblems("CUSTOM_FIELD_NAMES", { 1: "Florist", 2: "Florist", 3: "A, B", 4: "Bunch" })).toEqual({
    1: "Give each name once.",
    2: "Give each name once.",
    3: "Leave out the comma.",
  });
  const typed = { 1: "Size", "1 type": "list", "1 choices": "S", 2: "Ref:date", 3: "", "3 type": "list" };
  expect(fieldProblems("CUSTOM_FIELD_NAMES", typed)).toEqual({
    "1 choices": "Enter 2 to 30 choices, separated by commas.",
    2: "Leave out | and :.",
  });
  expect(fieldProblems("CUSTOM_FIELD_NAMES", { ...typed, "1 choices": "S, M|L", 2: "Ref" })).toEqual({
    "1 choices": "Enter each choice once, without | or :, with 40 characters at most.",
  });
  expect(Object.keys(fieldProblems("JOURNAL_ACCOUNTS", { sales: "Two  spaces", cash: "Till" }))).toEqual([
    "sales",
  ]);
  const day = limitField("clerk", "refund", "day");
  const fields = { [limitField("clerk", "refund", "each")]: "100", [day]: "50", "manager void each": "x" };
  expect(fieldProblems("MONEY_LIMITS", fields)).toEqual({
    [day]: "Less than one transaction may be.",
    "manager void each": "Enter an amount such as 12.50.",
  });
});

it("a setting's names with characters that can't be seen are refused", () => {
  const unseen = "Leave out characters that can't be seen.";
  expect(fieldProblems("MERCHANT_NAME", { "": "Alder \u202ESrewolF" })).toEqual({ "": unseen });
  expect(fieldProblems("CUSTOM_FIELD_NAMES", { 1: "Flo\u200Brist" })).toEqual({ 1: unseen });
});

it("a setting's amounts are read as the merchant's locale writes them, and stored with a point", () => {
  setMerchantLocale("de-DE");
  expect(toText("RECALL_ABOVE", { "": "1.234,50" })).toBe("1234.50");
  expect(toFields("RECALL_ABOVE", "1234.50")).toEqual({ "": "1.234,50" });
  expect(toText("MONEY_LIMITS", { "clerk refund each": "99,9", "clerk refund day": "1.000" })).toBe(
    "clerk refund 99.90/1000.00",
  );
  expect(toFields("MONEY_LIMITS", "clerk refund 99.90")).toEqual({ "clerk refund each": "99,90" });
});
