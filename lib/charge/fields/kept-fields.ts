import { amountText } from "#lib/format/amount-text.ts";
import { toCents } from "#lib/money.ts";
import {
  emptyLineItem,
  fieldOf,
  type LineItemKey,
  lineItemFields,
  lineItemKeys,
} from "../line-items/line-items.ts";
import type { ChargeField } from "./field.ts";
import { type ChargeValues, fieldList, isClearedWhen, type NamedField } from "./values.ts";

/** Values of a charge form by the name of their field, as they are in its stored request. Holds no card or account data. */
export type KeptFields = Readonly<Record<string, string | true>>;

const keptList = fieldList.filter((field) => !isClearedWhen("left", field));

/** What a stored request holds of its form: all that the form itself would keep when the page is left. */
export function keptFields(request: unknown): KeptFields {
  const kept: Record<string, string | true> = {};
  for (const field of keptList) {
    const value = atPath(request, field.wire ?? field.stored);
    if (value === true || (typeof value === "string" && value !== "")) kept[field.name] = value;
  }
  const items = atPath(request, "lineitems");
  for (const [place, item] of (Array.isArray(items) ? items : []).entries())
    for (const key of lineItemKeys) {
      const value = atPath(item, key);
      if (typeof value === "string" && value !== "") kept[`items.${place}.${key}`] = value;
    }
  return kept;
}

/** The values with those that were kept. */
export function withKept(values: ChargeValues, kept: KeptFields): ChargeValues {
  const filled = structuredClone(values);
  for (const field of keptList) {
    const value = kept[field.name];
    if (value !== undefined && fits(field, value))
      Object.assign(filled[field.group], { [field.key]: toTyped(field, value, kept["more.currency"]) });
  }
  for (const [name, value] of Object.entries(kept)) {
    const [, place = "", key = ""] = /^items\.(\d{1,2})\.(\w+)$/.exec(name) ?? [];
    if (!isLineItemKey(key) || value === true) continue;
    const item = filled.items[Number(place)] ?? emptyLineItem();
    filled.items[Number(place)] = { ...item, [key]: toTyped(fieldOf(key), value, kept["more.currency"]) };
  }
  return { ...filled, itemized: keptList.some(({ group, name }) => group === "breakdown" && name in kept) };
}

const fits = ({ control, options }: NamedField, value: string | true) =>
  (control === "checkbox") === (value === true) && (!options || options.some((one) => one.value === value));

const isLineItemKey = (key: string): key is LineItemKey => Object.hasOwn(lineItemFields, key);

function toTyped(
  { control, fromWire }: { control: string; fromWire?: ChargeField["fromWire"] },
  value: string | true,
  currency: KeptFields[string] | undefined,
): string | true {
  if (value === true) return value;
  const cents = control === "amount" ? toCents(value) : null;
  if (cents !== null) return amountText(cents, currency === true ? undefined : currency);
  return fromWire?.(value) ?? value;
}

/** What an object has at a path such as "billing_address.city". */
export const atPath = (body: unknown, path = ""): unknown =>
  path.split(".").reduce<unknown>((part, name) => Object(part)[name], body);
