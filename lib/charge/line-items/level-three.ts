import { amountFormat, typedCents } from "#lib/format/amount-text.ts";
import { t, text } from "#lib/language/t.ts";
import { type ChargeValues, currencyIn } from "../fields/values.ts";
import { kindIn } from "../kinds.ts";
import { isBlankItem, type LineItemKey, type LineItemValues } from "./line-items.ts";

type OfLevelThree = Pick<
  ChargeValues,
  "tender" | "kind" | "items" | "order" | "breakdown" | "itemized" | "shipping" | "more"
>;

/**
 * What a card payment with line items lacks for the rates of level 3 (contract: ponum, lineitems), each in words. Nothing is
 * missing where level 3 does not apply: without items, by check or in cash, and where no money is taken.
 */
export function missingForLevelThree(values: OfLevelThree): string[] {
  const items = values.items.filter((item) => !isBlankItem(item));
  const isCard = values.tender === "card" || values.tender === "token";
  if (items.length === 0 || !isCard || !takingKinds.has(kindIn(values))) return [];
  return [
    ...(values.order.ponum ? [] : [t("PO number")]),
    ...(hasTax(values, items) ? [] : [t("tax")]),
    ...(values.shipping.postalcode ? [] : [t("postal code shipped to")]),
    ...itemFields.flatMap(([keys, label]) => missingOf(items, keys, t(label))),
  ];
}

const takingKinds: ReadonlySet<string> = new Set(["now", "later", "voice"]);

/** Of each item: one of these fields. */
const itemFields: readonly (readonly [keys: readonly LineItemKey[], label: string])[] = [
  [["commodity_code"], text("commodity code")],
  [["um"], text("unit of measure")],
  [["product_key", "sku"], text("product key or SKU")],
];

function missingOf(items: readonly LineItemValues[], keys: readonly LineItemKey[], label: string): string[] {
  const lacking = items.filter((item) => keys.every((key) => item[key] === ""));
  if (lacking.length === 0) return [];
  const [first] = lacking;
  if (lacking.length === items.length)
    return [items.length === 1 ? label : t("{label} of all items", { label })];
  return [
    lacking.length === 1 && first?.name
      ? t("{label} of {name}", { label, name: first.name })
      : t("{label} of {length} items", { label, length: lacking.length }),
  ];
}

/** Tax of nothing has to be stated too: 0.00. */
function hasTax(
  { breakdown, itemized, tender, more }: OfLevelThree,
  items: readonly LineItemValues[],
): boolean {
  const format = amountFormat(currencyIn({ tender, more }));
  if (itemized && typedCents(breakdown.tax, format) !== null) return true;
  return items.every(({ tax_amount }) => typedCents(tax_amount, format) !== null);
}
