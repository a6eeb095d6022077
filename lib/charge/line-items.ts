import { keysOf } from "#lib/keys-of.ts";
import { t, translated } from "#lib/language/t.ts";
import { amountFormat, amountProblem, typedCents } from "../format/amount-text.ts";
import { lineTotalCents } from "../gateway/line-total.ts";
import { toDecimal } from "../money.ts";
import { lineProblems } from "./field.ts";

/** What a line item holds, under its name in the request (contract: lineitems). */
export type LineItemField = {
  label: string;
  control: "text" | "quantity" | "amount";
  /** Columns of twelve. */
  width: 2 | 3 | 4 | 6;
  phoneWidth: 4 | 6 | 12;
  max: number;
  /** Why an item needs it. */
  required?: string;
  /** Shown only once it is asked for. */
  extra?: true;
};

export const lineItemFields = translated(["label", "required"], {
  product_key: { label: "Product key", control: "text", width: 2, phoneWidth: 6, max: 64 },
  name: { label: "Name", control: "text", width: 4, phoneWidth: 6, max: 128, required: "Name the item." },
  qty: {
    label: "Quantity",
    control: "quantity",
    width: 2,
    phoneWidth: 4,
    max: 14,
    required: "Enter how many.",
  },
  cost: {
    label: "Unit price",
    control: "amount",
    width: 2,
    phoneWidth: 4,
    max: 16,
    required: "Enter the price of one.",
  },
  tax_amount: { label: "Tax", control: "amount", width: 2, phoneWidth: 4, max: 16 },
  sku: { label: "SKU", control: "text", width: 3, phoneWidth: 6, max: 64, extra: true },
  description: { label: "Description", control: "text", width: 6, phoneWidth: 12, max: 255, extra: true },
  list_price: {
    label: "Price before discount",
    control: "amount",
    width: 3,
    phoneWidth: 6,
    max: 16,
    extra: true,
  },
  um: { label: "Unit of measure", control: "text", width: 3, phoneWidth: 6, max: 12, extra: true },
  commodity_code: { label: "Commodity code", control: "text", width: 3, phoneWidth: 6, max: 12, extra: true },
  location_key: { label: "Location key", control: "text", width: 3, phoneWidth: 6, max: 64, extra: true },
} as const satisfies Record<string, LineItemField>);

export type LineItemKey = keyof typeof lineItemFields;
/** A line item as it is typed. */
export type LineItemValues = Record<LineItemKey, string>;

export const lineItemKeys = keysOf(lineItemFields);
export const fieldOf = (key: LineItemKey): LineItemField => lineItemFields[key];

/** As many as one payment may have here. */
export const mostLineItems = 100;

export const emptyLineItem = (): LineItemValues => ({
  ...(Object.fromEntries(lineItemKeys.map((key) => [key, ""])) as LineItemValues), // a text of each
  qty: "1",
});

/** Without what a removed item leaves behind when one of its fields loses the focus late: an item that lacks fields. */
export const wholeItems = (items: readonly LineItemValues[]): LineItemValues[] =>
  items.filter((item) => item && lineItemKeys.every((key) => typeof item[key] === "string"));

/** Whether nobody has typed anything into it: such an item is neither refused nor sent. */
export const isBlankItem = (item: LineItemValues): boolean =>
  lineItemKeys.every((key) => item[key] === "" || (key === "qty" && item.qty === "1"));

/** What keeps line items from being sent, with the path of the field. */
export function* lineItemProblems(
  items: readonly LineItemValues[],
  currency: string | undefined,
): Generator<readonly [path: string, message: string]> {
  for (const [place, item] of items.entries()) {
    if (isBlankItem(item)) continue;
    for (const key of lineItemKeys) {
      const problem = problemIn(key, item, currency);
      if (problem) yield [`items.${place}.${key}`, problem];
    }
    const isPriced = typedCents(item.cost, amountFormat(currency)) !== null && readQuantity(item.qty);
    if (isPriced && itemCents(item, currency) === undefined)
      yield [`items.${place}.qty`, t("This item comes to more than one payment can be.")];
  }
}

function problemIn(key: LineItemKey, item: LineItemValues, currency: string | undefined): string | undefined {
  const { control, max, required } = fieldOf(key);
  const text = item[key];
  if (text === "") return required;
  const [problem] = lineProblems(text, max);
  if (problem) return problem;
  if (control === "amount") return amountProblem(text, currency);
  return control === "quantity" && readQuantity(text) === undefined
    ? t("Enter a quantity such as 2 or 0.5.")
    : undefined;
}

/** A typed quantity as the wire has it, above zero and with four decimals at most; undefined of any other text. */
function readQuantity(text: string): string | undefined {
  const quantity = text.replace(amountFormat().point, ".");
  return /^\d{1,9}(\.\d{1,4})?$/.test(quantity) && /[1-9]/.test(quantity) ? quantity : undefined;
}

/** What one item comes to without its tax, in cents; undefined while it isn't complete, and beyond any payment. */
export function itemCents({ cost, qty }: LineItemValues, currency: string | undefined): number | undefined {
  const cents = typedCents(cost, amountFormat(currency));
  const quantity = readQuantity(qty);
  if (cents === null || quantity === undefined) return undefined;
  const total = lineTotalCents({ cost: toDecimal(cents), qty: quantity });
  return total !== undefined && total <= mostItemCents ? total : undefined;
}

/** So that the sum of all items stays a whole number. */
const mostItemCents = 1e11;

/** Items without problems as the request has them. */
export const toLineItems = (
  items: readonly LineItemValues[],
  currency: string | undefined,
): Record<string, string>[] =>
  items
    .filter((item) => !isBlankItem(item))
    .map((item) =>
      Object.fromEntries(
        lineItemKeys
          .filter((key) => item[key] !== "")
          .map((key) => [key, itemToWire(fieldOf(key), item[key], currency)]),
      ),
    );

function itemToWire({ control }: LineItemField, text: string, currency: string | undefined): string {
  if (control === "amount") return toDecimal(typedCents(text, amountFormat(currency)) ?? 0);
  return control === "quantity" ? (readQuantity(text) ?? text) : text;
}
