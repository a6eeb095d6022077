import { countOf } from "#lib/format/counts.ts";
import { listOf } from "#lib/format/list.ts";
import { t } from "#lib/language/t.ts";
import { formatMoney } from "../format/money.ts";
import { netOf } from "./entries.ts";
import { type Figures, remaindersOf } from "./reconciliation.ts";

/** What is signed, each currency separately: "$97.00", or "$97.00 and €5,100.00". */
export function totalsText({ total, others = [] }: Pick<Figures, "total" | "others">): string {
  const foreign = others.map(({ currency, header }) => formatMoney(netOf(header), { code: currency }));
  const all = [formatMoney(total.cents), ...foreign];
  return listOf(all, "conjunction", ", ");
}

/** What was found once every difference is explained, in all currencies: "6 causes, nothing left". */
export function causesText(figures: Pick<Figures, "causeSums" | "remainder" | "others">): string {
  const count = figures.causeSums.reduce((sum, one) => sum + one.count, 0);
  const causes = countOf(count, "cause");
  const left = remaindersOf(figures).filter(({ cents }) => cents !== 0);
  if (left.length > 0) {
    const money = listOf(left.map(({ cents, currency }) => formatMoney(cents, { code: currency })));
    return t("{causes}, {money} explained", { causes, money });
  }
  return count === 0 ? t("nothing differs") : t("{causes}, nothing left", { causes });
}
