import { t, translated } from "#lib/language/t.ts";
import { countOf } from "../format/counts.ts";
import { formatMoney } from "../format/money.ts";
import { type CommandName, commands, type MoneyEffect, paysOut } from "../gateway/commands.ts";
import { tenderLabels } from "../payments/tender-labels.ts";
import type { BulkTotal } from "./bulk-totals.ts";

/** What a sum of a bulk file is called: "Card sales", "Refund, card". */
export function formatTotal({ command, tender }: BulkTotal): string {
  if (commands[command].label === commands.sale.label)
    return t("{tender} sales", { tender: tenderLabels[tender] });
  return `${commands[command].label}, ${tenderLabels[tender].toLowerCase()}`;
}

/** What rows do that change their payment by an amount they name: none of it is in the sums. */
export function formatExistingPayments(
  command: CommandName,
  { count, cents }: { count: number; cents: number },
): string {
  const rows = countOf(count, "row");
  const money = formatMoney(cents);
  const named =
    count === 1
      ? t("{rows} with {money}", { rows, money })
      : t("{rows} with {money} in all", { rows, money });
  const does = effectTexts[commands[command].money];
  return does ? `${named}: ${does}` : named;
}

/** Of effects whose amount is not what they move. */
const effectTexts: Record<MoneyEffect, string | undefined> = translated(
  ["sets", "lowers", "voidsOrRefunds"],
  {
    takes: undefined,
    holds: undefined,
    collects: undefined,
    refunds: undefined,
    credits: undefined,
    voids: undefined,
    restores: undefined,
    postpones: undefined,
    none: undefined,
    sets: "the amount is the new total of the payment.",
    lowers: "lowers the payment by the amount; once settled, gives it back.",
    voidsOrRefunds: "voids the whole payment; once settled, gives back the amount.",
  },
);

/** The cents of a sum with the direction of its money: what goes back to customers is below zero. */
export const signedCents = ({ command, cents }: BulkTotal) => (paysOut(command) ? -cents : cents);
