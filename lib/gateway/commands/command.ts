import { keysOf } from "../../keys-of.ts";
import { type ResultCode, resultCodes } from "../codes/result-codes.ts";
import type { TrantypeCode } from "../codes.ts";
import type { EventName } from "../events.ts";
import type { Transaction } from "../schemas/transaction.ts";

/**
 * Everything a command is, in one row of plain facts: buttons, dialogs, dispatch, replies, lookups, documents and conformance
 * tests are derived from it. Its request schema is named only, so that a browser gets the facts without the schemas.
 */
export type Command = {
  /** Other spellings of the command on the wire. */
  aliases: readonly string[];
  /** The label of its button. */
  label: string;
  tenders: readonly Tender[];
  /** The shape of its request in `command-requests.ts`. */
  request: string;
  /** The fields of its reply beside those that every reply has. */
  reply: readonly ReplyPart[];
  /** The type of the transaction it makes, by card where it takes more tenders; null where it makes none. */
  records: TrantypeCode | null;
  /** What it does to the money, shown to the user before they submit. */
  effect: string;
  /** The effect on a transaction that isn't a card sale in the open batch. */
  effectOn?: EffectOn;
  money: MoneyEffect;
  /** The column of the table in `transaction-state.ts` of the states that allow it; null where no state limits it. */
  action: string | null;
  /** Values of `available_actions` that lead to it: `action`, which the sandbox writes, and other spellings of it. */
  offeredAs: readonly string[];
  /** The state of the payment it acts on afterwards. */
  becomes?: "pending" | "authorized" | "voided" | "released" | "undone";
  /** Whether it may replace the payment it acts on by a new transaction, which its reply names. */
  mayReplace?: true;
  right: CommandRight;
  results: readonly ResultCode[];
  event: EventName | null;
  /** Whether it acts on an earlier transaction. */
  original: "none" | "optional" | "required";
  /** The field of its request that names that; `trankey` when left out. */
  originalField?: "refnum";
  /**
   * Where our reference travels. Never in the order id: the gateway compares it to detect duplicates, and a new one each
   * time would blind that check. `unlisted-comments`: the contract does not list `comments` for the command, so a gateway
   * may drop it and a missing reference proves nothing. A command with `none` is proven by the state of its original.
   */
  reference: "comments" | "unlisted-comments" | "none";
  evidence: Evidence;
};

export type Tender = "card" | "token" | "check" | "cash";
export type CommandRight = "charge" | "capture" | "void" | "refund" | "quickRefund" | "credit" | "saveCard";

/** A field of the reply that not every command has. */
export type ReplyPart = keyof Pick<
  Transaction,
  | "creditcard"
  | "invoice"
  | "avs"
  | "cvc"
  | "batch"
  | "customer"
  | "savedcard"
  | "auth_amount"
  | "trantype"
  | "iccdata"
  | "proc_refnum"
  | "receipts"
>;

/**
 * What an approval does to the merchant's money:
 * `takes` — a new payment · `holds` — a new authorization · `collects` — what was held · `refunds` — gives back, at most what
 * is left of the payment · `credits` — gives money that no payment limits · `voids` — the payment is not collected ·
 * `restores` — undoes a void · `postpones` — collected only once it is captured again · `sets` — a new total ·
 * `lowers` — takes the amount off an unsettled payment, refunds it of a settled one · `voidsOrRefunds` — the same for all of it.
 */
export const moneyEffects = {
  takes: ["takes"],
  holds: ["takes"],
  collects: ["takes", "changes", "partOfPayment"],
  refunds: ["gives", "paysOut"],
  credits: ["gives", "paysOut"],
  voids: ["changes"],
  restores: ["changes", "partOfPayment"],
  postpones: ["changes"],
  sets: ["changes"],
  lowers: ["changes", "paysOut", "dependsOnSettlement"],
  voidsOrRefunds: ["changes", "paysOut", "dependsOnSettlement"],
  none: [],
} as const satisfies Record<string, readonly MoneyTrait[]>;
export type MoneyEffect = keyof typeof moneyEffects;

/** The properties of an effect; `commands.ts` explains each. */
export type MoneyTrait = "takes" | "gives" | "paysOut" | "changes" | "partOfPayment" | "dependsOnSettlement";

/**
 * Where a command shows at the gateway, and so what can prove that it did not happen:
 * `batch` — a transaction with our reference, in a batch when it is a card's · `list` — one with our reference, in no batch ·
 * `original` — the payment it acts on changes · `either` — a new transaction or a changed payment: only a trace proves
 * anything · `saved` — no transaction: saving the card again shows the same token. `change`: what to see at the payment.
 */
type Evidence =
  | { source: "batch" | "list" | "saved" }
  | { source: "original" | "either"; change: ShownChange };
export type ShownChange =
  | "voided"
  | "released"
  | "restored"
  | "captured"
  | "capturedOrReplaced"
  | "amended"
  | "postponed"
  | "lowered"
  | "voidedOrRefunded";

/** The effect on a refund, on a check, on an authorization, on a settled payment. */
type EffectOn = Partial<Record<"refund" | "check" | "authorized" | "settled", string>>;

/** Values shared by several rows. */
export const outcome = keysOf(resultCodes);
export const followUp = ["A", "E"] as const;
export const cards = ["card", "token"] as const;
export const nonCashTenders = ["card", "token", "check"] as const;

export const replies = {
  card: [
    "creditcard",
    "invoice",
    "avs",
    "cvc",
    "batch",
    "customer",
    "savedcard",
    "auth_amount",
    "trantype",
    "iccdata",
    "receipts",
  ],
  check: ["invoice", "customer", "auth_amount", "trantype", "proc_refnum", "receipts"],
  cash: ["invoice", "customer", "auth_amount", "trantype", "receipts"],
  refund: ["creditcard", "invoice", "avs", "batch", "auth_amount", "trantype", "proc_refnum", "receipts"],
  amendment: ["invoice", "batch", "auth_amount"],
} as const satisfies Record<string, readonly ReplyPart[]>;
