import { t, text } from "#lib/language/t.ts";
import { countOf } from "../format/counts.ts";
import { formatMoney } from "../format/money.ts";
import { type CommandName, commands, type MoneyEffect, paysOut } from "../gateway/commands.ts";
import { tenderLabels } from "../payments/tender-labels.ts";
import type { BulkTotal } from "./bulk-totals.ts";

/** What a sum of a bulk file is called: "Card sales", "Refund, card". */
export function formatTotal({ command, tender }: BulkTotal): string {
  if (sales.has(command)) return t("{tender} sales", { tender: tenderLabels[tender] });
  return `${commands[command].label}, ${tenderLabels[tender].toLowerCase()}`;
}

const sales: ReadonlySet<CommandName> = new Set(["sale", "check:sale", "cash:sale"]);

/** What rows do that change their payment by an amount they name: none of it is in the sums. */
export function formatExistingPayments(
  command: CommandName,
  { count, cents }: { count: number; cents: number },
): string {
  const texts = textsOf(commands[command].money);
  return t(count === 1 ? texts.one : texts.several, {
    rows: countOf(count, "row"),
    money: formatMoney(cents),
  });
}

const textsOf = (effect: MoneyEffect) =>
  effect === "sets" || effect === "lowers" || effect === "voidsOrRefunds"
    ? existingTexts[effect]
    : otherTexts;

type ExistingTexts = { one: string; several: string };

const otherTexts = {
  one: text("{rows} with {money}"),
  several: text("{rows} with {money} in all"),
} as const satisfies ExistingTexts;

/** Of effects whose amount is not what they move. */
const existingTexts = {
  sets: {
    one: text("{rows} with {money}: the amount is the new total of the payment."),
    several: text("{rows} with {money} in all: each amount is the new total of its payment."),
  },
  lowers: {
    one: text("{rows} with {money}: lowers the payment by the amount; once settled, refunds it."),
    several: text(
      "{rows} with {money} in all: each lowers its payment by the amount; once settled, refunds it.",
    ),
  },
  voidsOrRefunds: {
    one: text("{rows} with {money}: voids the whole payment; once settled, refunds the amount."),
    several: text(
      "{rows} with {money} in all: each voids the whole payment; once settled, refunds the amount.",
    ),
  },
} as const satisfies Partial<Record<MoneyEffect, ExistingTexts>>;

/** The cents of a sum with the direction of its money: what goes back to customers is below zero. */
export const signedCents = ({ command, cents }: BulkTotal) => (paysOut(command) ? -cents : cents);
