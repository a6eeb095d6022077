import { commands, type Tender } from "../gateway/commands.ts";
import { refundCommands } from "../gateway/refund-commands.ts";
import type { BulkTotal } from "./bulk-totals.ts";

/** What a sum of a bulk file is called: "Card sales", "Refund, card". */
export function formatTotal({ command, tender }: BulkTotal): string {
  if (command === "sale" || command === "check:sale" || command === "cash:sale")
    return `${tenders[tender]} sales`;
  return `${commands[command].label}, ${tenders[tender].toLowerCase()}`;
}

/** The cents of a sum with the direction of its money: what goes back to customers is below zero. */
export const signedCents = ({ command, cents }: BulkTotal) => (command in refundCommands ? -cents : cents);

const tenders = {
  card: "Card",
  token: "Saved card",
  check: "Check",
  cash: "Cash",
} as const satisfies Record<Tender, string>;
