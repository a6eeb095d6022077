/** The words that a field takes where it takes no others, and what each asks of a transaction of the index. */

export type Word = {
  word: string;
  aliases: readonly string[];
  /** For a list of choices. */
  label: string;
  /** In a sentence: "settled payments". */
  says: string;
  asks: Condition;
  /** Whether it means this without its field too: "refunded". */
  bare: boolean;
};

/** What a column of `indexed_transactions` must hold. */
export type Condition =
  | { column: string; in: readonly string[] }
  | { column: string; above: number }
  | { column: string; below: number }
  | { column: string; known: boolean };

type Rest = { aliases?: readonly string[]; says?: string; bare?: true };

const row = (word: string, label: string, asks: Condition, rest: Rest = {}): Word => ({
  ...{ word, label, asks },
  ...{ aliases: rest.aliases ?? [], says: rest.says ?? label.toLowerCase(), bare: rest.bare ?? false },
});

const phases = (...list: string[]): Condition => ({ column: "phase", in: list });
const outcome = (name: string): Condition => ({ column: "outcome", in: [name] });
const tender = (name: string): Condition => ({ column: "tender", in: [name] });
const trantypes = (...codes: string[]): Condition => ({ column: "trantype_code", in: codes });
const above0 = (column: string): Condition => ({ column, above: 0 });
const known = (column: string): Condition => ({ column, known: true });
const brand = (word: string, label: string, ...aliases: string[]) =>
  row(word, label, { column: "brand", in: [label] }, { aliases, says: label, bare: true });

export const statusWords: readonly Word[] = [
  row("authorized", "Authorized", phases("authorized", "expired"), { aliases: ["authorised"], bare: true }),
  row("pending", "Approved, not settled", phases("pending", "closing"), {
    ...{ aliases: ["open"], says: "pending", bare: true },
  }),
  row("submitted", "Sent to the bank", phases("submitted"), { aliases: ["sent"], says: "submitted" }),
  row("settled", "Settled", phases("settled"), { aliases: ["funded"], bare: true }),
  row("posted", "Posted", phases("posted")),
  row("voided", "Voided", phases("voided", "voidedForGood", "released"), {
    ...{ aliases: ["void", "voids", "released"], bare: true },
  }),
  row("declined", "Declined", phases("declined"), { bare: true }),
  row("returned", "Returned by the bank", phases("returned"), { says: "returned", bare: true }),
  row("held", "Held for review", phases("held"), { says: "held" }),
  row("verification", "Verification required", phases("verification"), { says: "unverified" }),
  row("error", "Error", phases("error"), { aliases: ["failed"], says: "failed" }),
  row("timed-out", "Timed out", phases("timedOut"), { aliases: ["timeout"], says: "timed-out" }),
  row("other", "Other", phases("other"), { says: "unclassified" }),
];

export const outcomeWords: readonly Word[] = [
  row("approved", "Approved", outcome("approved")),
  row("partial", "Partly approved", outcome("partial")),
  row("declined", "Declined", outcome("declined")),
  row("error", "Error", outcome("error")),
  row("verification", "Verification required", outcome("verification")),
  row("pending", "Waiting for the answer", outcome("pending"), { says: "not yet known" }),
  row("unknown", "Unknown", outcome("unknown")),
  row("refused", "Refused", outcome("refused")),
  row("unsent", "Not sent", outcome("unsent")),
];

export const tenderWords: readonly Word[] = [
  row("card", "Card", tender("card"), { aliases: ["cards"] }),
  row("saved", "Saved card", tender("token"), { aliases: ["token"] }),
  row("check", "Check", tender("check"), { aliases: ["checks", "ach"], bare: true }),
  row("cash", "Cash", tender("cash"), { bare: true }),
];

export const brandWords: readonly Word[] = [
  brand("visa", "Visa"),
  brand("mastercard", "Mastercard", "mc"),
  brand("amex", "American Express"),
  brand("discover", "Discover"),
  brand("diners", "Diners Club"),
  brand("jcb", "JCB"),
  brand("unionpay", "UnionPay"),
];

export const typeWords: readonly Word[] = [
  row("sale", "Sale", trantypes("S", "K", "G", "V"), { aliases: ["sales"], says: "sales", bare: true }),
  row("refund", "Refund", trantypes("C", "Z", "R", "H", "E"), {
    ...{ aliases: ["refunds", "credit", "credits"], says: "refunds", bare: true },
  }),
  row("authorization", "Authorization", trantypes("A"), { aliases: ["auth"], says: "authorizations" }),
  row("capture", "Capture", trantypes("L"), { aliases: ["captures"], says: "captures" }),
  row("verification", "Card verification", trantypes("_"), { says: "card verifications" }),
];

export const flagWords: readonly Word[] = [
  row("refunded", "Refunded in part or in full", above0("refunded_cents"), { says: "refunded", bare: true }),
  row("partial", "Partly approved", outcome("partial")),
  row("paid", "Paid, or will be", above0("net_cents"), { says: "paid" }),
  row("paid-back", "Paid back", { column: "net_cents", below: 0 }),
  row("elsewhere", "Taken outside this console", { column: "user_id", known: false }),
];

export const partWords: readonly Word[] = [
  row("tip", "A tip", above0("tip_cents")),
  row("tax", "Tax", above0("tax_cents")),
  row("shipping", "Shipping", above0("shipping_cents")),
  row("customer", "A customer's name", known("customer")),
  row("invoice", "An invoice number", known("invoice")),
  row("order", "An order number", known("orderid")),
  row("batch", "A batch", known("batch_key")),
];
