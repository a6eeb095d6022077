import { amountFormat, amountProblem, typedCents } from "#lib/format/amount-text.ts";
import { t } from "#lib/language/t.ts";
import { textProblems } from "../fields/field-problems.ts";
import { itemCents, readQuantity } from "./line-item-sums.ts";
import { fieldOf, isBlankItem, type LineItemKey, type LineItemValues, lineItemKeys } from "./line-items.ts";

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
      yield [`items.${place}.qty`, t("This item is more than the maximum for one payment.")];
  }
}

function problemIn(key: LineItemKey, item: LineItemValues, currency: string | undefined): string | undefined {
  const { control, max, required } = fieldOf(key);
  const text = item[key];
  if (text === "") return required;
  const [problem] = textProblems(text, max);
  if (problem) return problem;
  if (control === "amount") return amountProblem(text, currency);
  return control === "quantity" && readQuantity(text) === undefined
    ? t("Enter a quantity such as 2 or 0.5.")
    : undefined;
}
