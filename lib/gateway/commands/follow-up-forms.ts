import { text, translated } from "#lib/language/t.ts";
import type { CommandName } from "../commands.ts";
import type { Phase } from "../transaction-phase.ts";
import { cards, type Tender } from "./command.ts";

/** What a capture or an adjustment may change beside the amount; the first are amounts, parts of the total. */
export const amendedParts = ["tip", "tax", "shipping", "duty", "discount"] as const;
/** The texts of its order; then whom a new payment's receipts go to, by their names in the request. */
export const orderDetails = ["invoice", "ponum", "orderid", "description"] as const;
const receiptDetails = ["email", "merchemailaddr", "receipt-custemail", "receipt-merchemail"] as const;
/** Custom fields by number; the merchant names those in use. */
const customDetails = [
  "field1",
  "field2",
  "field3",
  "field4",
  "field5",
  "field6",
  "field7",
  "field8",
  "field9",
  "field10",
  "field11",
  "field12",
  "field13",
  "field14",
  "field15",
  "field16",
  "field17",
  "field18",
  "field19",
  "field20",
] as const;
export const amendedFields = [...amendedParts, ...orderDetails, ...receiptDetails, ...customDetails] as const;
export type AmendedField = (typeof amendedFields)[number];

/** The texts and inputs of its dialog. */
export type FollowUpForm = {
  /** The position of its button, lowest first. */
  position: number;
  /** A rarer way to do what another button does: under "More actions". */
  inMenu?: true;
  /** One of the ways to capture an authorization that has expired: beside the first ones then. */
  onceExpired?: true;
  /**
   * The amount of the command: `none` — not editable · `part` — all of it or less ·
   * `settledPart` — the same of a settled payment, else all of it · `any` — a new amount, the original's suggested ·
   * `total` — the new amount of the payment, more or less than before.
   */
  amount: "none" | "part" | "settledPart" | "any" | "total";
  /** What else it may change. */
  fields?: readonly AmendedField[];
  /** Whether it may replace the line items. */
  items?: true;
  /** Its parts of the total are asked for only where the payment's breakdown doesn't come to the new amount. */
  partsOnDifference?: true;
  /** Values of `available_actions` that allow it too: the gateway has no value of its own for it. */
  impliedBy?: readonly string[];
  /** The tenders for which they do; all of the command's when left out. */
  impliedFor?: readonly Tender[];
  /** The phase that allows it regardless of what the gateway offers: it acts on no transaction there. */
  inPhase?: Phase;
  /** Whether it asks for a reason, and the usual reasons. */
  reason?: { rule: "optional" | "required"; presets: readonly string[] };
  /** A name of `components/ui`. */
  icon: string;
  /** The key that opens its dialog; unique among commands. */
  key: string;
  /** The label of the cancel button, and the one for a refund. */
  dismiss: string;
  dismissRefund?: string;
  /** `dismiss` for an authorization that was not captured. */
  dismissAuthorization?: string;
  /** The result text after "Approved."; if its amount can be edited, the gateway's amount of the payment follows. */
  done: string;
  /** `done` where the command made a transaction of its own. */
  doneApart?: string;
  /** The command whose effect its result shows: its own is for the choice before. */
  explainedAs?: string;
  /** `explainedAs` where the command made a transaction of its own. */
  explainedApartAs?: string;
};

/** The usual reasons to undo a payment. */
const undoing = [text("Customer changed their mind"), text("Wrong amount"), text("Charged twice")] as const;

const capturing = {
  amount: "total",
  fields: [...amendedParts, ...orderDetails, ...customDetails],
  items: true,
  partsOnDifference: true,
  icon: "download",
  dismiss: text("Keep on hold"),
  done: text("Captured"),
} as const;

/** The gateway offers a capture without saying which. While the authorization is valid, all capture alike. */
const expiredWay = {
  inMenu: true,
  onceExpired: true,
  impliedBy: ["capture"],
  // Once it is captured, that the authorization had expired no longer matters.
  explainedAs: "cc:capture",
} as const;

/**
 * The dialogs of commands that act on a transaction, on its page. Apart from the rows, so that other pages load without
 * their texts.
 */
export const followUpForms = translated(
  ["dismiss", "done", "dismissAuthorization", "doneApart", "dismissRefund"],
  {
    quicksale: {
      position: 80,
      amount: "any",
      fields: [...orderDetails, ...receiptDetails],
      icon: "repeat",
      key: "a",
      dismiss: "Cancel",
      done: "Charged",
    },
    "cash:refund": {
      position: 25,
      amount: "part",
      inPhase: "posted",
      reason: {
        rule: "required",
        presets: [
          text("Goods returned"),
          text("Recorded by mistake"),
          text("Wrong amount"),
          text("Charged twice"),
        ],
      },
      icon: "refund",
      key: "h",
      dismiss: "Keep the sale",
      done: "Refunded in cash",
    },
    refund: {
      position: 20,
      amount: "part",
      reason: { rule: "optional", presets: [text("Goods returned"), text("Not delivered"), ...undoing] },
      icon: "refund",
      key: "u",
      dismiss: "Cancel",
      done: "Refunded",
    },
    quickrefund: {
      position: 90,
      amount: "any",
      fields: [...orderDetails, ...receiptDetails],
      // It has no sale behind it at the gateway, so its reason is all there is.
      reason: {
        rule: "required",
        presets: [text("Goods returned"), text("Not delivered"), text("Goodwill"), ...undoing],
      },
      icon: "refund",
      key: "k",
      dismiss: "Cancel",
      done: "Refunded",
      explainedAs: "refund",
    },
    creditvoid: {
      position: 95,
      inMenu: true,
      impliedBy: ["void", "refund"],
      amount: "settledPart",
      reason: { rule: "optional", presets: [text("Goods returned"), ...undoing] },
      icon: "undo",
      key: "o",
      dismiss: "Keep the sale",
      dismissAuthorization: "Keep the authorization",
      done: "Voided",
      doneApart: "Refunded",
      explainedAs: "void",
      explainedApartAs: "refund",
    },
    "refund:adjust": {
      position: 55,
      inMenu: true,
      impliedBy: ["addtip", "tip", "capture", "refund"],
      impliedFor: cards,
      amount: "part",
      reason: { rule: "optional", presets: [text("Goods returned"), text("Discount"), text("Wrong amount")] },
      icon: "refund",
      key: "l",
      dismiss: "Keep the amount",
      done: "Lowered to",
    },
    "cc:capture": { ...capturing, position: 10, key: "c" },
    "cc:capture:error": { ...capturing, ...expiredWay, position: 12, key: "j" },
    "cc:capture:reauth": { ...capturing, ...expiredWay, position: 14, key: "t" },
    "cc:capture:override": {
      ...capturing,
      ...expiredWay,
      position: 16,
      key: "w",
      reason: {
        rule: "required",
        presets: [text("Goods delivered"), text("The customer agreed"), text("The issuer agreed")],
      },
    },
    "cc:adjust": {
      position: 50,
      amount: "total",
      fields: ["tip", "tax", ...orderDetails, ...customDetails],
      items: true,
      icon: "tip",
      key: "y",
      dismiss: "Keep it as it is",
      done: "New total",
    },
    void: {
      position: 30,
      amount: "none",
      reason: { rule: "optional", presets: undoing },
      icon: "void",
      key: "x",
      dismiss: "Keep the sale",
      dismissRefund: "Keep the refund",
      dismissAuthorization: "Keep the authorization",
      done: "Voided",
    },
    "cc:void:release": {
      position: 40,
      amount: "none",
      reason: { rule: "optional", presets: undoing },
      icon: "unlock",
      key: "f",
      dismiss: "Keep the sale",
      dismissRefund: "Keep the refund",
      dismissAuthorization: "Keep the authorization",
      done: "Voided, funds released",
    },
    unvoid: {
      position: 70,
      amount: "none",
      icon: "undo",
      key: "z",
      dismiss: "Keep it voided",
      done: "Void undone",
    },
    queue: {
      position: 60,
      amount: "none",
      icon: "out",
      key: "q",
      dismiss: "Keep in the batch",
      done: "Taken out of the batch",
    },
  } as const satisfies Partial<Record<CommandName, FollowUpForm>>,
);

/** Commands that a transaction's page has a dialog for. */
export type FollowUpCommand = keyof typeof followUpForms;
