import { keysOf } from "#lib/keys-of.ts";
import { type Command, type MoneyTrait, moneyEffects } from "./commands/command.ts";
import { paymentCommands } from "./commands/payment-commands.ts";
import { refundCommands } from "./commands/refund-commands.ts";
import { unsettledCommands } from "./commands/unsettled-commands.ts";

export type {
  Command,
  CommandRight,
  MoneyEffect,
  ReplyPart,
  ShownChange,
  Tender,
} from "./commands/command.ts";

/** Every command of `POST /transactions`. Code reads these rows instead of comparing command names. */
export const commands = { ...paymentCommands, ...refundCommands, ...unsettledCommands };

export type CommandName = keyof typeof commands;
type Rows = typeof commands;

export const commandNames = keysOf(commands);

/** A row by any name, without its literal types. */
export const commandRow = (name: CommandName): Command => commands[name];

/** The columns of the state table, and the values of `available_actions` that the rows know. */
export type Action = NonNullable<Rows[CommandName]["action"]>;
export type AvailableAction = Rows[CommandName]["offeredAs"][number];
export const availableActions: readonly AvailableAction[] = commandNames.flatMap(
  (name) => commands[name].offeredAs,
);

const hasTrait =
  (trait: MoneyTrait) =>
  (name: CommandName): boolean =>
    (moneyEffects[commands[name].money] as readonly MoneyTrait[]).includes(trait); // includes takes only members of the list

/** Whether an approval collects money from a customer, or holds it to be collected. */
export const takesMoney = hasTrait("takes");

/** Whether an approval sends money back as a separate transaction. */
export const givesMoneyBack = hasTrait("gives");

/** Whether it may pay out, at once or when the payment it acts on is settled. */
export const paysOut = hasTrait("paysOut");

/**
 * Whether the command changes an earlier payment instead of creating a new transaction. The amount moved then differs
 * from the amount of the request.
 */
export const changesPayment = hasTrait("changes");

/** Whether it collects money as part of the payment it acts on: together they are one payment. */
export const isPartOfPayment = hasTrait("partOfPayment");

/** Whether what it does depends on whether the payment is settled. */
export const dependsOnSettlement = hasTrait("dependsOnSettlement");

/** Whether it may make a new transaction, which its answer then names, instead of changing the payment it acts on. */
const mayMakeNew = (name: CommandName): boolean =>
  dependsOnSettlement(name) || commandRow(name).mayReplace === true;

/** Whether it made a transaction, `key`, instead of changing the one it acts on. */
export const madeTransaction = (
  name: CommandName,
  { key, originalKey }: { key: string | null | undefined; originalKey: string | null | undefined },
): boolean =>
  commandRow(name).records !== null || (mayMakeNew(name) && typeof key === "string" && key !== originalKey);

/** Whether the issuer may approve a part of it (`P`): a later command's `P` only repeats that of the payment it acts on. */
export const canBePartial = (name: CommandName): boolean =>
  takesMoney(name) && commandRow(name).results.includes("P");

/** Whether the amount is only held until it is captured. */
export const holdsMoney = (name: CommandName): boolean => commands[name].money === "holds";

/** Whether it gives money back as a new credit, which the gateway holds to no earlier payment. */
export const isNewCredit = (name: CommandName): boolean => commands[name].money === "credits";

/** Whether it voids the payment it acts on, in any state; whether it undoes a void. */
export const voidsPayment = (name: CommandName): boolean => commands[name].money === "voids";
export const restoresPayment = (name: CommandName): boolean => commands[name].money === "restores";

const byWireName = new Map<string, CommandName>(
  commandNames.flatMap((name) => [name, ...commands[name].aliases].map((wire) => [wire, name] as const)),
);

/** The row behind any spelling of a command, or undefined. */
export function findCommand(wireName: string): CommandName | undefined {
  return byWireName.get(wireName);
}

/** The command that an `available_actions` value offers. An unknown value offers nothing. */
export function commandForAction(action: string): CommandName | undefined {
  return commandNames.find((name) => commandRow(name).offeredAs.includes(action));
}
