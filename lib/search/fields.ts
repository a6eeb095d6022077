import { keysOf } from "#lib/keys-of.ts";
import { t, translated } from "#lib/language/t.ts";
import {
  brandWords,
  flagWords,
  outcomeWords,
  partWords,
  statusWords,
  tenderWords,
  typeWords,
  type Word,
} from "./words.ts";

/**
 * What can be searched for by name: parser, printer, explanation, suggestions and the store's conditions follow from these
 * rows. `kind` says which values a field takes:
 * - `amount`: an amount, a comparison or a range
 * - `days`: days in words or as dates
 * - `words`: some of its `words`
 * - `name`: words of a name, by their beginnings; whole words in quotes
 * - `code`: an identifier as it is, by its beginning (`A-1*`), or a range (`10260..10269`)
 */
export type Field = {
  aliases: readonly string[];
  label: string;
  /** What it finds, for the list of fields. */
  finds: string;
  example: string;
  /** Its values in a sentence. `adjective` precedes "payments", `noun` replaces it, the rest follows it. */
  place: "adjective" | "noun" | "clause" | "days";
  says: (values: string) => string;
} & (
  | { kind: "amount" | "days" }
  | { kind: "words"; words: readonly Word[] }
  /** `columns` of the index: one of them has to match. */
  | { kind: "name" | "code"; columns: readonly string[]; takes?: Takes }
);

/** What its values look like, and what is said of others. `isUpper`: they are kept in capitals. */
export type Takes = { values: RegExp; reason: string; isUpper?: true };

const asIs = (values: string) => values;

const fields = translated(["label", "finds", "reason"], {
  amount: {
    kind: "amount",
    aliases: ["total", "sum"],
    label: "Amount",
    finds: "The amount, or a range",
    example: "amount:10..20",
    place: "clause",
    says: asIs,
  },
  card: {
    kind: "code",
    aliases: ["last4", "ending"],
    label: "Card",
    finds: "The card's last four digits",
    example: "card:1111",
    place: "clause",
    columns: ["last_four"],
    says: (values) => t("on a card ending {values}", { values }),
    takes: { values: /^\d{1,4}$/, reason: "Search for the last four digits, such as card:1111." },
  },
  status: {
    kind: "words",
    aliases: ["state"],
    label: "Status",
    finds: "Where the payment is now",
    example: "status:settled,voided",
    place: "adjective",
    says: asIs,
    words: statusWords,
  },
  brand: {
    kind: "words",
    aliases: ["network"],
    label: "Brand",
    finds: "The card's brand",
    example: "brand:visa",
    place: "adjective",
    says: asIs,
    words: brandWords,
  },
  tender: {
    kind: "words",
    aliases: ["method"],
    label: "Tender",
    finds: "Card, saved card, check or cash",
    example: "tender:check",
    place: "adjective",
    says: asIs,
    words: tenderWords,
  },
  type: {
    kind: "words",
    aliases: ["kind"],
    label: "Type",
    finds: "Sales, refunds, authorizations",
    example: "type:refund",
    place: "noun",
    says: asIs,
    words: typeWords,
  },
  clerk: {
    kind: "name",
    aliases: ["by", "user"],
    label: "Clerk",
    finds: "Who took it",
    example: "clerk:ann",
    place: "clause",
    columns: ["user_name", "clerk"],
    says: (values) => t("taken by {values}", { values }),
  },
  customer: {
    kind: "name",
    aliases: ["name"],
    label: "Customer",
    finds: "Words of the customer's name",
    example: 'customer:"Ann Lee"',
    place: "clause",
    columns: ["customer"],
    says: (values) => t("from customer {values}", { values }),
  },
  invoice: {
    kind: "code",
    aliases: ["inv"],
    label: "Invoice",
    finds: "An invoice, or a range",
    example: "invoice:10260..10269",
    place: "clause",
    columns: ["invoice"],
    says: (values) => t("with invoice {values}", { values }),
  },
  order: {
    kind: "code",
    aliases: ["orderid"],
    label: "Order",
    finds: "An order, or a range",
    example: "order:A-17",
    place: "clause",
    columns: ["orderid"],
    says: (values) => t("with order {values}", { values }),
  },
  batch: {
    kind: "code",
    aliases: [],
    label: "Batch",
    finds: "A batch by its number or key",
    example: "batch:2184",
    place: "clause",
    columns: ["batch_key"],
    says: (values) => t("in batch {values}", { values }),
  },
  ref: {
    kind: "code",
    aliases: ["refnum", "reference"],
    label: "Reference",
    finds: "A reference number",
    example: "ref:3108419034",
    place: "clause",
    columns: ["refnum"],
    says: (values) => t("with reference {values}", { values }),
  },
  key: {
    kind: "code",
    aliases: ["id"],
    label: "Key",
    finds: "The key of a transaction or an attempt",
    example: "key:bnf9hzkp1gzwn4z",
    place: "clause",
    columns: ["id", "attempt_id"],
    says: (values) => t("with key {values}", { values }),
  },
  auth: {
    kind: "code",
    aliases: ["authcode"],
    label: "Authorization",
    finds: "An authorization code",
    example: "auth:074418",
    place: "clause",
    columns: ["authcode"],
    says: (values) => t("with authorization code {values}", { values }),
  },
  outcome: {
    kind: "words",
    aliases: ["result"],
    label: "Outcome",
    finds: "How the request ended",
    example: "outcome:unknown",
    place: "clause",
    words: outcomeWords,
    says: (values) => t("with outcome {values}", { values }),
  },
  is: {
    kind: "words",
    aliases: [],
    label: "Is",
    finds: "Refunded, partly approved, taken elsewhere",
    example: "-is:refunded",
    place: "clause",
    says: asIs,
    words: flagWords,
  },
  has: {
    kind: "words",
    aliases: [],
    label: "Has",
    finds: "A tip, tax, an invoice number …",
    example: "has:tip",
    place: "clause",
    words: partWords,
    says: (values) => t("with {values}", { values }),
  },
  currency: {
    kind: "code",
    aliases: [],
    label: "Currency",
    finds: "A currency other than your own",
    example: "currency:EUR",
    place: "clause",
    columns: ["currency"],
    says: (values) => t("in {values}", { values }),
    takes: {
      values: /^[a-z]{3}$/i,
      reason: "Use the three letters of a currency, such as currency:EUR.",
      isUpper: true,
    },
  },
  day: {
    kind: "days",
    aliases: ["date"],
    label: "Day",
    finds: "Days in words or as dates",
    example: "day:2026-11-01..2026-11-15",
    place: "days",
    says: asIs,
  },
} as const satisfies Record<string, Field>);

export type FieldName = keyof typeof fields;

export const fieldNames = keysOf(fields);

/** A row by any name, without its literal types. */
export const fieldRow = (name: FieldName): Field => fields[name];

/** A field by its name or one of its aliases, in any case. */
export const findField = (name: string): FieldName | undefined => byName.get(name.toLowerCase());

const byName: ReadonlyMap<string, FieldName> = new Map<string, FieldName>(
  fieldNames.flatMap((name) => [name, ...fields[name].aliases].map((alias) => [alias, name] as const)),
);

/** All names of fields, for "Did you mean". */
export const allFieldNames: readonly string[] = [...byName.keys()];

/** What a word without a field means, if it is one of those that need none. */
export const findBareWord = (text: string): { field: FieldName; word: string } | undefined =>
  bareWords.get(text.toLowerCase());

const bareWords = new Map<string, { field: FieldName; word: string }>();
for (const field of fieldNames) {
  const row = fieldRow(field);
  if (row.kind !== "words") continue;
  // The first field that knows a word has it.
  for (const { word, aliases, bare } of row.words)
    if (bare)
      for (const name of [word, ...aliases]) if (!bareWords.has(name)) bareWords.set(name, { field, word });
}

export const findWord = (words: readonly Word[], text: string): Word | undefined =>
  words.find(({ word, aliases }) => word === text.toLowerCase() || aliases.includes(text.toLowerCase()));
