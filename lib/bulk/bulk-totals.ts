import { type CommandName, changesPayment, commands, isNewCredit, type Tender } from "../gateway/commands.ts";
import type { RowValidation } from "./file/validate-row.ts";

/** The money of one command by one tender: how many rows, and their sum in cents. Rows without an amount are counted separately. */
export type BulkTotal = {
  command: CommandName;
  tender: Tender;
  count: number;
  cents: number;
  /** Rows whose effect only the gateway knows: they capture or change their original, and an amount they name is not the difference. */
  withoutAmount: number;
  /** Of a command that may name an earlier payment: the cents of the rows that name none, in the merchant's own currency. */
  newCents?: number | undefined;
  /** Of these, rows that name an amount, and what they name: a part of their payment, or its new total. */
  changing?: { count: number; cents: number } | undefined;
};

/** Adds a good row to the totals; the list keeps the order in which kinds first appeared. */
export function addToTotals(
  totals: BulkTotal[],
  { command, tender, amountCents, namesPayment }: Extract<RowValidation, { kind: "good" }>,
) {
  let total = totals.find((one) => one.command === command && one.tender === tender);
  if (!total) {
    total = { command, tender, count: 0, cents: 0, withoutAmount: 0 };
    totals.push(total);
  }
  total.count += 1;
  if (commands[command].original === "optional" && !namesPayment)
    total.newCents = (total.newCents ?? 0) + (amountCents ?? 0);
  if (amountCents !== undefined && namesItsMoney(command)) total.cents += amountCents;
  // Saving a card has no amount either, and moves no money.
  else if (commands[command].money !== "none") total.withoutAmount += 1;
  if (amountCents === undefined || namesItsMoney(command)) return;
  const { count = 0, cents = 0 } = total.changing ?? {};
  total.changing = { count: count + 1, cents: cents + amountCents };
}

/** Rows whose amount only the gateway knows. */
export const countWithoutAmount = (totals: readonly BulkTotal[]): number =>
  totals.reduce((count, { withoutAmount }) => count + withoutAmount, 0);

/** Whether any row gives money back without an earlier payment that limits it. */
export const hasNewCredits = (totals: readonly BulkTotal[]): boolean =>
  totals.some(({ command }) => isNewCredit(command));

/** Rows that change their payment by or to an amount which they name. */
export const countChanging = (totals: readonly BulkTotal[]): number =>
  totals.reduce((sum, { changing }) => sum + (changing?.count ?? 0), 0);

/** Rows that name no amount: they take the whole of their payment, or what is left of it. */
export const countWhole = (totals: readonly BulkTotal[]): number =>
  countWithoutAmount(totals) - countChanging(totals);

/** All cents that the rows name, in both directions: compared with the limit for a second person. */
export function sumOfTotals(totals: readonly BulkTotal[]): { count: number; cents: number } {
  return {
    count: totals.reduce((sum, { count }) => sum + count, 0),
    cents: totals.reduce((sum, { cents }) => sum + cents, 0),
  };
}

/** Whether the amount of a row is what it moves. A capture collects it; other changes move the difference to what the payment was. */
const namesItsMoney = (command: CommandName): boolean =>
  !changesPayment(command) || commands[command].money === "collects";
