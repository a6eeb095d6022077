import { listOf } from "#lib/format/list.ts";
import { formatMoney } from "../format/money.ts";
import { netOf } from "./entries.ts";
import type { Figures } from "./reconciliation.ts";

/** What is signed, each currency separately: "$97.00", or "$97.00 and €5,100.00". */
export function totalsText({ total, others = [] }: Pick<Figures, "total" | "others">): string {
  const foreign = others.map(({ currency, header }) => formatMoney(netOf(header), { code: currency }));
  const all = [formatMoney(total.cents), ...foreign];
  return listOf(all, "conjunction", ", ");
}
