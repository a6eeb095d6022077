import type { z } from "zod";
import type { ResultCode } from "./codes.ts";
import { paymentCommands } from "./payment-commands.ts";
import { refundCommands } from "./refund-commands.ts";
import { unsettledCommands } from "./unsettled-commands.ts";

export type { Command, CommandRight, Tender } from "./command.ts";

/** Every command of `POST /transactions`: buttons, forms, dispatch, documents and conformance tests are derived from these rows. */
export const commands = { ...paymentCommands, ...refundCommands, ...unsettledCommands };

export type CommandName = keyof typeof commands;

/** The request of a command as a caller writes it, without `command`. */
export type CommandInput<Name extends CommandName> = z.input<(typeof commands)[Name]["fields"]>;
/** The same once read: spellings normalised, amounts as decimal text. */
export type CommandFields<Name extends CommandName> = z.output<(typeof commands)[Name]["fields"]>;

/** Whether an approval collects money from a customer, or holds it to be collected. */
export function takesMoney(name: CommandName): boolean {
  const { right, event } = commands[name];
  return right === "charge" || event === "transaction.sale.captured";
}

/** Whether the issuer may approve a part of it (`P`): a later command's `P` only repeats that of the payment it acts on. */
export function canBePartial(name: CommandName): boolean {
  return takesMoney(name) && (commands[name].results as readonly ResultCode[]).includes("P");
}

/** Whether an approval sends money back as a transaction of its own. */
export function givesMoneyBack(name: CommandName): boolean {
  return commands[name].event === "transaction.refund.success";
}

/**
 * Whether the command changes an earlier payment instead of making a new transaction of its own: what it moves is then
 * not the amount it names. `creditvoid` voids an unsettled payment, `refund:adjust` lowers it.
 */
export function changesPayment(name: CommandName): boolean {
  return name in unsettledCommands || name === "creditvoid" || name === "refund:adjust";
}

const byWireName = new Map<string, CommandName>(
  (Object.keys(commands) as CommandName[]).flatMap((name) =>
    [name, ...commands[name].aliases].map((wire) => [wire, name] as const),
  ),
);

/** The row behind any spelling of a command, or undefined. */
export function findCommand(wireName: string): CommandName | undefined {
  return byWireName.get(wireName);
}

/** The commands that an `available_actions` value offers. A value in no row is known to no one: nothing is offered for it. */
export function commandForAction(action: string): CommandName | undefined {
  return (Object.keys(commands) as CommandName[]).find((name) =>
    (commands[name].actions as readonly string[]).includes(action),
  );
}
