import Papa from "papaparse";
import { t } from "#lib/language/t.ts";
import { lineItemProblems } from "./line-item-problems.ts";
import {
  emptyLineItem,
  isBlankItem,
  type LineItemKey,
  type LineItemValues,
  lineItemFields,
  lineItemKeys,
  maxLineItems,
} from "./line-items.ts";

/**
 * Reads rows copied from a spreadsheet, their cells separated by tabs. The first row may name the columns; a column with
 * another name is left out (null). `problems` say what keeps a row from being added, by its number among the items.
 */
export function readPastedItems(
  text: string,
  currency: string | undefined,
): { columns: (LineItemKey | null)[]; items: LineItemValues[]; problems: string[] } {
  const { data } = Papa.parse<string[]>(text.trim(), { delimiter: "\t", skipEmptyLines: "greedy" });
  const rows = data
    .slice(0, maxLineItems + 2)
    .map((cells) => cells.map((cell) => cell.replace(/\s+/g, " ").trim()));
  const named = rows[0]?.map(columnNamed) ?? [];
  const hasNames = named.filter(Boolean).length >= 2;
  const columns = hasNames ? named : usualColumns.slice(0, Math.max(0, ...rows.map(({ length }) => length)));
  const items = rows.slice(hasNames ? 1 : 0).map((cells) => toItem(columns, cells));
  const tooWide = rows.findIndex(({ length }) => length > columns.length);
  const problems = [...lineItemProblems(items, currency)].map(([path, message]) => {
    const [, place, key = ""] = path.split(".");
    return t("Row {row}, {column}: {message}", {
      row: Number(place) + 1,
      column: labelOf(key).toLowerCase(),
      message,
    });
  });
  if (tooWide >= 0)
    problems.unshift(t("There are more columns than expected. Name the columns in a first row."));
  const blank = items.findIndex(isBlankItem);
  if (blank >= 0) problems.unshift(t("Row {row} has no values that can be read.", { row: blank + 1 }));
  return { columns, items, problems };
}

const usualColumns: readonly LineItemKey[] = ["product_key", "name", "qty", "cost", "tax_amount"];

function toItem(columns: readonly (LineItemKey | null)[], cells: readonly string[]): LineItemValues {
  const item = emptyLineItem();
  for (const [place, key] of columns.entries()) {
    const cell = cells[place] ?? "";
    if (key && !(key === "qty" && cell === "")) item[key] = cell;
  }
  return item;
}

const plain = (name: string) => name.toLowerCase().replace(/[^a-z]/g, "");
const labelOf = (key: string) => (key in lineItemFields ? lineItemFields[key as LineItemKey].label : key); // just checked

const otherNames: Partial<Record<LineItemKey, readonly string[]>> = {
  product_key: ["key", "product", "productid", "item", "itemno"],
  name: ["productname", "itemname", "title"],
  qty: ["qty", "quantity", "count", "units"],
  cost: ["unitprice", "price", "cost", "unitcost", "rate"],
  tax_amount: ["tax", "taxamount", "salestax"],
  list_price: ["pricebeforediscount", "listprice", "regularprice"],
  um: ["unitofmeasure", "unit", "uom"],
  commodity_code: ["commodity"],
  location_key: ["location"],
};

/** The field that a column's name means. */
function columnNamed(name: string): LineItemKey | null {
  const text = plain(name);
  const isKnown = (key: LineItemKey) =>
    text === plain(key) || text === plain(lineItemFields[key].label) || otherNames[key]?.includes(text);
  return (text !== "" && lineItemKeys.find(isKnown)) || null;
}
