import { keysOf } from "#lib/keys-of.ts";
import { translated } from "#lib/language/t.ts";

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
export const maxLineItems = 100;

export const emptyLineItem = (): LineItemValues => ({
  ...(Object.fromEntries(lineItemKeys.map((key) => [key, ""])) as LineItemValues), // a text of each
  qty: "1",
});

/** Drops partial items: a field of a removed item that loses focus late writes an item with missing fields. */
export const wholeItems = (items: readonly LineItemValues[]): LineItemValues[] =>
  items.filter((item) => item && lineItemKeys.every((key) => typeof item[key] === "string"));

/** Whether nobody has typed anything into it: such an item is neither refused nor sent. */
export const isBlankItem = (item: LineItemValues): boolean =>
  lineItemKeys.every((key) => item[key] === "" || (key === "qty" && item.qty === "1"));
