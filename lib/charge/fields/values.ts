import { amountFormat, readAmount, typedCents } from "#lib/format/amount-text.ts";
import type { Tender } from "#lib/gateway/commands.ts";
import { currencyOf } from "#lib/gateway/currencies.ts";
import { keysOf } from "#lib/keys-of.ts";
import type { Right } from "#lib/permissions.ts";
import { chargeFields } from "../fields.ts";
import { type ChargeKind, hasAmount, kindIn, kindRow } from "../kinds.ts";
import { type LineItemValues, wholeItems } from "../line-items/line-items.ts";
import { blankOf, type ChargeField } from "./field.ts";

/** The values of the charge form. They mirror the screen; request.ts makes the one wire shape of them, for any tender. */

export const tenders = ["card", "check", "cash", "token"] as const satisfies readonly Tender[];

type Fields = typeof chargeFields;
export type FieldGroup = keyof Fields;
export const breakdownParts = keysOf(chargeFields.breakdown);

type ValueOf<Field> = Field extends { control: "checkbox" }
  ? boolean
  : Field extends { options: readonly { value: infer Value }[] }
    ? Value
    : string;
type FieldValues = {
  [Group in FieldGroup]: { -readonly [Key in keyof Fields[Group]]: ValueOf<Fields[Group][Key]> };
};
type FieldName = { [Group in FieldGroup]: `${Group}.${keyof Fields[Group] & string}` }[FieldGroup];

/** A field with its place in the form: "order.invoice" is `invoice` of the group `order`. */
export type NamedField = ChargeField & { name: FieldName; group: FieldGroup; key: string };

export const fieldList: readonly NamedField[] = Object.entries(chargeFields).flatMap(([group, fields]) =>
  Object.entries<ChargeField>(fields).map(([key, field]) => {
    const place = { name: `${group}.${key}`, group, key } as Pick<NamedField, "name" | "group" | "key">; // the table's keys
    // Its texts stay lazy: a copy of their values would have one language.
    return Object.defineProperties(place, Object.getOwnPropertyDescriptors(field)) as NamedField;
  }),
);

const fieldGroups = [...Map.groupBy(fieldList, ({ group }) => group)];

/** An object with something of each field, by group and key. */
export const byField = (make: (field: NamedField) => unknown): Record<string, Record<string, unknown>> =>
  Object.fromEntries(
    fieldGroups.map(([group, fields]) => [
      group,
      Object.fromEntries(fields.map((field) => [field.key, make(field)])),
    ]),
  );

export type ChargeValues = {
  /** Made when the form opened. */
  attemptId: string;
  tender: (typeof tenders)[number];
  /** As it was chosen; `kindIn` is what is asked for by this tender. */
  kind: ChargeKind;
  amount: string;
  /** Whether the amount is the sum of the breakdown. */
  itemized: boolean;
  /** Whether this payment takes only `partAmount` of the amount, and others the rest. */
  split: boolean;
  partAmount: string;
  /** Charge although the gateway sees a duplicate: needs the right for it. */
  ignoreDuplicate: boolean;
  /** Why it is a second payment. Kept with the attempt, never sent. */
  duplicateReason: string;
  /** Attempts of the same card and amount, approved a moment ago, that the clerk has seen and charges beside. */
  confirmedDuplicates: string[];
  /** The first payment of the order whose rest this payment collects. */
  completes: string | null;
  items: LineItemValues[];
  /** By how many cents the amount may be more (or less, below zero) than the items: a clerk has confirmed this difference. */
  confirmedDifference: number | null;
  /** Charge although the answer of this attempt is not known yet: needs the right for it. */
  blockOverride: { attemptId: string; reason: string } | null;
} & FieldValues;
/** The values once they are trimmed and nothing is wrong with them. */
export type ValidCharge = ChargeValues;

/** What a field holds. */
export function valueIn<Group extends FieldGroup>(
  values: Pick<FieldValues, Group>,
  { group, key }: { group: Group; key: string },
): string | boolean {
  return (values[group] as Record<string, string | boolean>)[key] ?? ""; // the table's keys
}

export function emptyCharge(attemptId: string): ChargeValues {
  return {
    attemptId,
    tender: "card",
    kind: "now",
    amount: "",
    itemized: false,
    split: false,
    partAmount: "",
    items: [],
    confirmedDifference: null,
    ...(byField(blankOf) as FieldValues), // a value of each field
    ignoreDuplicate: false,
    duplicateReason: "",
    confirmedDuplicates: [],
    completes: null,
    blockOverride: null,
  };
}

/** The fields of this payment: not those of another tender, nor a breakdown that is not used. */
export const fieldsInUse = (values: Pick<ChargeValues, "tender" | "kind" | "itemized">): NamedField[] =>
  fieldList.filter((field) => isOffered(field, values) && (field.group !== "breakdown" || values.itemized));

/** Whether a payment by this tender, or what else is asked for, has the field. */
export function isOffered(
  { group, tenders: own, kinds }: NamedField,
  values: Pick<ChargeValues, "tender" | "kind">,
): boolean {
  const kind = kindIn(values);
  const { groups } = kindRow(kind);
  if (groups && !groups.includes(group)) return false;
  if (kinds && !kinds.includes(kind)) return false;
  if ((tenders as readonly string[]).includes(group)) return group === values.tender; // includes takes only members of the list
  return own?.includes(values.tender) ?? true;
}

/** The rights that this payment and its fields need. */
export const rightsOf = (values: ChargeValues): Right[] => [
  ...[kindRow(kindIn(values)).right ?? []].flat(),
  ...fieldsInUse(values).flatMap((field) =>
    field.right && valueIn(values, field) !== blankOf(field) ? field.right : [],
  ),
];

/**
 * The values without what was typed for another tender or into a breakdown that is not used: it must not hold up this
 * payment, and a card number must not travel with a cash sale.
 */
export function inUse(values: ChargeValues): ChargeValues {
  const used = new Set(fieldsInUse(values).map(({ name }) => name));
  const items = hasAmount(values) ? wholeItems(values.items) : [];
  const split = isSplit(values);
  return {
    ...cleared(values, ({ name }) => !used.has(name)),
    items,
    split,
    partAmount: split ? values.partAmount : "",
  };
}

/** When fields are cleared, each time with all before it. */
const moments = ["sent", "left", "tenderChanged"] as const satisfies NonNullable<
  ChargeField["clearedWhen"]
>[];

/** Whether a field is cleared by then: card data first, then what pays, then what only this tender needs. */
export const isClearedWhen = (moment: (typeof moments)[number], { clearedWhen }: ChargeField): boolean =>
  clearedWhen !== undefined && moments.indexOf(clearedWhen) <= moments.indexOf(moment);

/** The values as they are after a moment that clears some of them. */
export const clearedAt = (moment: (typeof moments)[number], values: ChargeValues): ChargeValues =>
  cleared(values, (field) => isClearedWhen(moment, field));

function cleared(values: ChargeValues, isGone: (field: NamedField) => boolean): ChargeValues {
  const left = byField((field) => (isGone(field) ? blankOf(field) : valueIn(values, field)));
  return { ...values, ...(left as FieldValues) }; // a value of each field
}

/** The currency of the amounts where it is not the merchant's own. One that is not known is refused at its field. */
export const currencyIn = ({ tender, more }: Pick<ChargeValues, "tender" | "more">): string | undefined =>
  (tender === "card" || tender === "token") && more.currency !== "" && currencyOf(more.currency).isKnown
    ? more.currency
    : undefined;

/** What the breakdown adds up to, in cents: discount is taken off. Null while a part is not an amount. */
export function breakdownCents(breakdown: ChargeValues["breakdown"], currency?: string): number | null {
  let sum = 0;
  for (const part of breakdownParts) {
    const read = readAmount(breakdown[part], amountFormat(currency));
    if (read.kind === "refused") return null;
    if (read.kind === "amount") sum += (part === "discount" ? -1 : 1) * read.cents;
  }
  return sum;
}

type Amounts = Pick<
  ChargeValues,
  "amount" | "itemized" | "breakdown" | "tender" | "more" | "kind" | "split" | "partAmount" | "completes"
>;

/** The amount on the button and in the request, in cents. Null while what is typed is not an amount. */
export function chargeCents(values: Amounts): number | null {
  return isSplit(values)
    ? typedCents(values.partAmount, amountFormat(currencyIn(values)))
    : wholeCents(values);
}

/** The amount of the order in cents, of which a split payment takes a part. */
export function wholeCents(
  values: Omit<Amounts, "kind" | "split" | "partAmount" | "completes">,
): number | null {
  const currency = currencyIn(values);
  return values.itemized
    ? breakdownCents(values.breakdown, currency)
    : typedCents(values.amount, amountFormat(currency));
}

/** Whether it is the first of several payments of one order. A later one has the rest as its amount. */
export const isSplit = (values: Pick<Amounts, "kind" | "tender" | "split" | "completes">): boolean =>
  values.split && canSplit(values);

/** Whether a payment like this may be the first of several. */
export function canSplit(values: Pick<Amounts, "kind" | "tender" | "completes">): boolean {
  const kind = kindIn(values);
  return values.completes === null && (kind === "now" || kind === "later");
}

/** What all payments of a split order have to add up to, in cents; undefined for a payment that is not split. */
export const orderCents = (values: ValidCharge): number | undefined =>
  isSplit(values) ? (wholeCents(values) ?? undefined) : undefined;
