import { text, translated } from "#lib/language/t.ts";

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
  /** Of a noun: whether it is feminine where nouns are, so that what is said of it agrees. */
  feminine: boolean;
};

/** What a column of `indexed_transactions` must hold. */
export type Condition =
  | { column: string; in: readonly string[] }
  | { column: string; above: number }
  | { column: string; below: number }
  | { column: string; known: boolean };

type Rest = { aliases?: readonly string[]; bare?: true; feminine?: true };

/**
 * `label` and `says` are translated where they are shown, and may be typed so too; a search itself is English. A
 * translation of an adjective that depends on its noun has both forms: "liquidados|liquidadas".
 */
const row = (word: string, label: string, says: string, asks: Condition, rest: Rest = {}): Word =>
  translated(["label", "says"], {
    ...{ word, label, says, asks },
    ...{ aliases: rest.aliases ?? [], bare: rest.bare ?? false, feminine: rest.feminine ?? false },
  });

const phases = (...list: string[]): Condition => ({ column: "phase", in: list });
const outcome = (name: string): Condition => ({ column: "outcome", in: [name] });
const tender = (name: string): Condition => ({ column: "tender", in: [name] });
const trantypes = (...codes: string[]): Condition => ({ column: "trantype_code", in: codes });
const above0 = (column: string): Condition => ({ column, above: 0 });
const known = (column: string): Condition => ({ column, known: true });
const brand = (word: string, label: string, ...aliases: string[]) =>
  row(word, label, label, { column: "brand", in: [label] }, { aliases, bare: true });

export const statusWords: readonly Word[] = [
  row("authorized", text("Authorized"), text("authorized ~payments"), phases("authorized", "expired"), {
    aliases: ["authorised"],
    bare: true,
  }),
  row("pending", text("Approved, not settled"), text("pending ~payments"), phases("pending", "closing"), {
    ...{ aliases: ["open"], bare: true },
  }),
  row("submitted", text("Sent to the bank"), text("submitted ~payments"), phases("submitted"), {
    aliases: ["sent"],
  }),
  row("settled", text("Settled"), text("settled ~payments"), phases("settled"), {
    ...{ aliases: ["funded"], bare: true },
  }),
  row("posted", text("Posted"), text("posted ~payments"), phases("posted")),
  row("voided", text("Voided"), text("voided ~payments"), phases("voided", "voidedForGood", "released"), {
    aliases: ["void", "voids", "released"],
    bare: true,
  }),
  row("declined", text("Declined"), text("declined ~payments"), phases("declined"), { bare: true }),
  row("returned", text("Returned by the bank"), text("returned ~payments"), phases("returned"), {
    bare: true,
  }),
  row("held", text("Held for review"), text("held ~payments"), phases("held")),
  row("verification", text("Verification required"), text("unverified ~payments"), phases("verification")),
  row("error", text("Error"), text("failed ~payments"), phases("error"), { aliases: ["failed"] }),
  row("timed-out", text("Timed out"), text("timed-out ~payments"), phases("timedOut"), {
    aliases: ["timeout"],
  }),
  row("other", text("Other"), text("unclassified ~payments"), phases("other")),
];

export const outcomeWords: readonly Word[] = [
  row("approved", text("Approved"), text("approved ~outcome"), outcome("approved")),
  row("partial", text("Partly approved"), text("partly approved ~outcome"), outcome("partial")),
  row("declined", text("Declined"), text("declined ~outcome"), outcome("declined")),
  row("error", text("Error"), text("error ~outcome"), outcome("error")),
  row(
    "verification",
    text("Verification required"),
    text("verification required ~outcome"),
    outcome("verification"),
  ),
  row("pending", text("In progress"), text("not yet known ~outcome"), outcome("pending")),
  row("unknown", text("Unknown"), text("unknown ~outcome"), outcome("unknown")),
  row("refused", text("Refused"), text("refused ~outcome"), outcome("refused")),
  row("unsent", text("Not sent"), text("not sent ~outcome"), outcome("unsent")),
];

export const tenderWords: readonly Word[] = [
  row("card", text("Card"), text("card ~payments"), tender("card"), {
    ...{ aliases: ["cards"], bare: true },
  }),
  row("saved", text("Saved card"), text("saved card ~payments"), tender("token"), { aliases: ["token"] }),
  row("check", text("Check"), text("check ~payments"), tender("check"), {
    ...{ aliases: ["checks", "ach"], bare: true },
  }),
  row("cash", text("Cash"), text("cash ~payments"), tender("cash"), { bare: true }),
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
  row("sale", text("Sale"), text("sales"), trantypes("S", "K", "G", "V"), {
    ...{ aliases: ["sales"], bare: true, feminine: true },
  }),
  row("refund", text("Refund"), text("refunds"), trantypes("C", "Z", "R", "H", "E"), {
    ...{ aliases: ["refunds", "credit", "credits"], bare: true },
  }),
  row("authorization", text("Authorization"), text("authorizations"), trantypes("A"), {
    ...{ aliases: ["auth"], feminine: true },
  }),
  row("capture", text("Capture"), text("captures"), trantypes("L"), {
    ...{ aliases: ["captures"], feminine: true },
  }),
  row("verification", text("Card verification"), text("card verifications"), trantypes("_"), {
    feminine: true,
  }),
];

export const flagWords: readonly Word[] = [
  row("refunded", text("Refunded in part or in full"), text("refunded ~payments"), above0("refunded_cents"), {
    bare: true,
  }),
  row("partial", text("Partly approved"), text("partly approved ~payments"), outcome("partial")),
  row("paid", text("Paid, or will be"), text("paid ~payments"), above0("net_cents")),
  row("paid-back", text("Paid back"), text("paid back ~payments"), { column: "net_cents", below: 0 }),
  row("elsewhere", text("Taken outside this console"), text("taken outside this console"), {
    column: "user_id",
    known: false,
  }),
];

export const partWords: readonly Word[] = [
  row("tip", text("A tip"), text("a tip"), above0("tip_cents")),
  row("tax", text("Tax"), text("tax"), above0("tax_cents")),
  row("shipping", text("Shipping"), text("shipping"), above0("shipping_cents")),
  row("customer", text("A customer's name"), text("a customer's name"), known("customer")),
  row("invoice", text("An invoice number"), text("an invoice number"), known("invoice")),
  row("order", text("An order number"), text("an order number"), known("orderid")),
  row("batch", text("A batch"), text("a batch"), known("batch_key")),
];
