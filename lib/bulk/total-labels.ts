import { commands, paysOut, type Tender } from "../gateway/commands.ts";
import type { BulkTotal } from "./bulk-totals.ts";

/** What a sum of a bulk file is called: "Card sales", "Refund, card". */
export function formatTotal({ command, tender }: BulkTotal): string {
  if (commands[command].label === commands.sale.label) return `${tenders[tender]} sales`;
  return `${commands[command].label}, ${tenders[tender].toLowerCase()}`;
}

/** The cents of a sum with the direction of its money: what goes back to customers is below zero. */
export const signedCents = ({ command, cents }: BulkTotal) => (paysOut(command) ? -cents : cents);

/** What comes in less what goes back, as far as the lines say. */
export const netCents = (totals: readonly BulkTotal[]) =>
  totals.reduce((sum, total) => sum + signedCents(total), 0);

const tenders = {
  card: "Card",
  token: "Saved card",
  check: "Check",
  cash: "Cash",
} as const satisfies Record<Tender, string>;
