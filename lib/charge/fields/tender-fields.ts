import { cleanExpiry } from "#lib/format/expiry-text.ts";
import { readDigits } from "#lib/forms/digits.ts";
import {
  expiryState,
  isCardNumber,
  isRoutingNumber,
  isToken,
  normalizeToken,
} from "#lib/gateway/card-number.ts";
import { checkFormats } from "#lib/gateway/codes/check-formats.ts";
import type { Tender } from "#lib/gateway/commands.ts";
import { t, text, translated } from "#lib/language/t.ts";
import type { ChargeField } from "./field.ts";

const securityCode = {
  label: text("Security code"),
  control: "securityCode",
  wrong: (code: string) =>
    /^\d{3,4}$/.test(code) ? undefined : t("Three digits, or four on American Express."),
  clearedWhen: "sent",
  wire: "creditcard.cvc",
} as const;

const expiryProblems: Record<ReturnType<typeof expiryState>, string | undefined> = translated(
  ["malformed", "no-month", "expired"],
  {
    ok: undefined,
    malformed: "Enter month and year, such as 11 / 28.",
    "no-month": "The month goes from 01 to 12.",
    expired: "This card has expired.",
  },
);

function expiryProblem(text: string, currentMonth: string): string | undefined {
  const expiry = cleanExpiry(text);
  const problem = expiryProblems[expiryState(expiry, currentMonth)];
  if (problem) return problem;
  const year = `20${expiry.slice(2)}`;
  return Number(year) - Number(currentMonth.slice(0, 4)) > maxYearsAhead
    ? t("Check the year: {year} is too far ahead.", { year })
    : undefined;
}

/** A later year is a slip, such as one written before the month. The contract's own example is 23 years ahead of 2026. */
const maxYearsAhead = 30;

const formatLabels: Record<(typeof checkFormats)[number], string> = {
  ARC: text("Mailed check (ARC)"),
  BOC: text("Back office conversion (BOC)"),
  CCD: text("Business account (CCD)"),
  POP: text("Point of purchase (POP)"),
  PPD: text("Prearranged payment or deposit (PPD)"),
  RCK: text("Re-presented check (RCK)"),
  TEL: text("Authorized by phone (TEL)"),
  WEB: text("Authorized online (WEB)"),
  ICL: text("Image cash letter (ICL)"),
};

const routingProblem = text(
  "A routing number has nine digits with a check digit: compare it with the check.",
);
const accountProblem = text("Enter the account number, 4 to 17 digits.");

/** The fields of what is paid with, by tender. */
export const tenderFields = translated(["label", "required", "help"], {
  card: {
    number: {
      label: "Card number",
      control: "cardNumber",
      width: 6,
      required: "Enter the card number.",
      wrong: (text) =>
        isCardNumber(readDigits(text)) ? undefined : t("This isn't a valid card number: check the digits."),
      holdsNumber: true,
      clearedWhen: "sent",
      wire: "creditcard.number",
    },
    expiration: {
      label: "Expires",
      control: "expiry",
      width: 3,
      phoneWidth: 6,
      required: "Enter when the card expires.",
      wrong: expiryProblem,
      clearedWhen: "left",
      wire: "creditcard.expiration",
    },
    cvc: { ...securityCode, width: 3, phoneWidth: 6 },
    // These are of the one card: another may be anyone's.
    name: {
      label: "Name on card",
      control: "text",
      width: 4,
      max: 64,
      clearedWhen: "tenderChanged",
      wire: "creditcard.cardholder",
    },
    street: {
      label: "Street",
      control: "text",
      width: 5,
      max: 128,
      clearedWhen: "tenderChanged",
      wire: "creditcard.avs_street",
    },
    postalCode: {
      label: "Postal code",
      control: "text",
      width: 3,
      max: 16,
      clearedWhen: "tenderChanged",
      wire: "creditcard.avs_zip",
    },
    save: {
      label: "Save this card for next time",
      control: "checkbox",
      width: 12,
      help: "We keep a token, never the number.",
      right: "saveCard",
      kinds: ["now", "later", "voice"],
      clearedWhen: "tenderChanged",
      wire: "save_card",
    },
  },
  token: {
    token: {
      label: "Token",
      control: "text",
      width: 8,
      spellCheck: false,
      // Its groups are read out and typed with gaps.
      clean: (text) => text.replace(/\s+/g, "-"),
      stopsAt: 24,
      required: "Enter the saved card's token.",
      unless: "paymentKey",
      wrong: (text) =>
        isToken(text)
          ? undefined
          : t("A token is four groups of four letters or digits, such as a1b2-c3d4-e5f6-g7h8."),
      clearedWhen: "left",
      wire: "creditcard.number",
      toWire: normalizeToken,
    },
    cvc: { ...securityCode, width: 4 },
    paymentKey: {
      label: "Or a payment key",
      control: "text",
      width: 8,
      spellCheck: false,
      help: "From a payment page. It can be used once.",
      max: 128,
      wrong: (text) =>
        /^[\w.-]{6,}$/.test(text) ? undefined : t("Enter the key as the payment page gave it."),
      clearedWhen: "sent",
      // The contract names it for these commands alone.
      kinds: ["now", "later"],
      wire: "payment_key",
    },
  },
  check: {
    name: {
      label: "Name on account",
      control: "text",
      width: 4,
      max: 64,
      required: "Enter the account holder's name.",
      wire: "check.accountholder",
    },
    routing: {
      label: "Routing number",
      control: "text",
      width: 4,
      inputMode: "numeric",
      clean: readDigits,
      required: routingProblem,
      wrong: (text) => (isRoutingNumber(text) ? undefined : t(routingProblem)),
      holdsNumber: true,
      clearedWhen: "left",
      wire: "check.routing",
    },
    account: {
      label: "Account number",
      control: "text",
      width: 4,
      inputMode: "numeric",
      clean: readDigits,
      required: accountProblem,
      wrong: (text) => (/^\d{4,17}$/.test(text) ? undefined : t(accountProblem)),
      holdsNumber: true,
      clearedWhen: "left",
      wire: "check.account",
    },
    accountType: {
      label: "Account type",
      control: "select",
      width: 3,
      phoneWidth: 6,
      options: [
        { value: "checking", label: "Checking" },
        { value: "savings", label: "Savings" },
      ],
      clearedWhen: "tenderChanged",
      wire: "check.account_type",
    },
    number: {
      label: "Check number",
      control: "text",
      width: 3,
      phoneWidth: 6,
      inputMode: "numeric",
      wrong: (text) => (/^\d{0,10}$/.test(text) ? undefined : t("Enter the check number in digits.")),
      clearedWhen: "tenderChanged",
      wire: "check.number",
    },
    format: {
      label: "Format",
      control: "select",
      width: 6,
      options: [
        { value: "", label: "Not given" },
        ...checkFormats.map((value) => ({ value, label: formatLabels[value] })),
      ],
      clearedWhen: "tenderChanged",
      wire: "check.format",
    },
  },
  cash: {
    /** What was handed over; the change follows from it. */
    received: {
      label: "Cash received",
      control: "amount",
      width: 6,
      size: "m",
      kinds: ["now"],
      clearedWhen: "tenderChanged",
      stored: "cash_received",
    },
  },
} as const satisfies Record<Tender, Record<string, ChargeField>>);
