import type { BulkTotal } from "#lib/bulk/bulk-totals.ts";
import { commands } from "#lib/gateway/commands.ts";

const order = Object.keys(commands);

/** Totals in the order of the contract's commands, whatever the order of the lines. */
export function inOrder(totals: readonly BulkTotal[]): BulkTotal[] {
  return totals.toSorted(
    (a, b) => order.indexOf(a.command) - order.indexOf(b.command) || (a.tender < b.tender ? -1 : 1),
  );
}
