import { keysOf } from "#lib/keys-of.ts";
import { translated } from "../language/t.ts";

/** The colors that tell accounts apart: each has its place in both themes (app/globals.css). */
export const accountColors = translated("*", {
  accent: "Blue",
  approved: "Green",
  warning: "Amber",
  unknown: "Violet",
  declined: "Red",
} as const);
export type AccountColor = keyof typeof accountColors;
export const accountColorNames = keysOf(accountColors);

export const isAccountColor = (text: string): text is AccountColor => Object.hasOwn(accountColors, text);

/** A further gateway account as the settings show it: never with its keys. */
export type GatewayAccount = {
  id: string;
  name: string;
  color: AccountColor;
  urls: string;
  port: number;
  /** As it was given; "" for the console's own address with the port. */
  origin: string;
  version: number;
  /** Whether it was removed: nothing serves it, and its store is kept. */
  isRemoved: boolean;
  /** Whether its console answers at its port. */
  isAnswering: boolean;
  /** Where its store is. */
  store: string;
};

/** An account that a person may use, as the switcher shows it. */
export type AccountLink = {
  /** "" for the main account. */
  id: string;
  name: string;
  color: AccountColor;
  /** Scheme, host and port. */
  origin: string;
  isHere: boolean;
};

export const longestAccountName = 40;
export const maxAccounts = 20;

/** The address at which browsers reach an account: the one that was given, else the console's own host with its port. */
export function accountOrigin(
  consoleOrigin: string,
  account: { port: number; origin: string | null },
): string {
  if (account.origin) return account.origin;
  const url = new URL(consoleOrigin);
  url.port = String(account.port);
  return url.origin;
}

/** The id of an account named so: short, lower case, and with an end that no other ever had. */
export function toAccountId(name: string, end: string): string {
  const plain = name
    .normalize("NFD")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-+|-+$/g, "")
    .slice(0, 24)
    .replace(/-+$/, "");
  return `${plain || "account"}-${end}`;
}
