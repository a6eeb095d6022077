import { countOf } from "#lib/format/counts.ts";
import { t } from "#lib/language/t.ts";
import { formatMoney } from "../format/money.ts";
import type { ChargeSection } from "./fields/sections.ts";
import { type ChargeValues, currencyIn, fieldList, isOffered, valueIn } from "./fields/values.ts";
import { lineItemSums } from "./line-items/line-item-sums.ts";
import { wholeItems } from "./line-items/line-items.ts";

type Summarized = Pick<
  ChargeValues,
  "tender" | "kind" | "items" | "order" | "custom" | "customer" | "billing" | "receipt" | "more"
>;

/** The line of a closed section of the form. */
export function summaryOf(section: ChargeSection, values: Summarized): string {
  const { billing, receipt } = values;
  switch (section) {
    case "order":
      return joined(filledIn("order", values), filledIn("custom", values));
    case "customer":
      return joined(
        [`${billing.firstname} ${billing.lastname}`.trim() || billing.company, billing.postalcode],
        filledIn("customer", values),
      );
    case "items": {
      const currency = currencyIn(values);
      const sums = lineItemSums(wholeItems(values.items), currency);
      if (!sums) return t("Not complete");
      const { count, cents } = sums;
      return count === 0 ? t("None") : `${countOf(count, "item")}, ${formatMoney(cents, { code: currency })}`;
    }
    case "receipt":
      return receipt.email
        ? `${receipt.send ? t("Email") : t("Not sent to")} ${receipt.email}`
        : t("Not emailed");
    case "more":
      return joined(filledIn("more", values));
  }
}

const joined = (...parts: string[][]) => parts.flat().filter(Boolean).join(", ") || t("None");

/** What the fields of a group hold, each after its name. */
const filledIn = (group: "order" | "custom" | "customer" | "more", values: Summarized): string[] =>
  fieldList
    .filter((field) => field.group === group && !field.pinned && isOffered(field, values))
    .flatMap(({ key, label, custom, summary = custom ? "" : label }) => {
      const value = valueIn(values, { group, key });
      if (value === true) return label;
      return value ? `${summary} ${value}`.trim() : [];
    });
