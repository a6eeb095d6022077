import { t, translated } from "../language/t.ts";
import type { MoneyRight } from "../permissions.ts";
import type { RoleEntry } from "./role-entry.ts";

/**
 * `inactive`: may sign in, and hasn't for so long that the account will be disabled soon. `locked`: has to wait after wrong passwords. `invited`: has not
 * used the link yet. `expired`: did not use it in time.
 */
export type PersonState = "active" | "inactive" | "locked" | "invited" | "expired" | "disabled";

/** Somebody who may sign in, might once, or is invited. Times are epoch ms. */
export type Person = {
  id: string;
  name: string;
  email: string;
  /** A built-in role by its name, or the id of a custom one. */
  role: string;
  state: PersonState;
  /** The last sign-in or action; null when there was none. */
  seenAt: number | null;
  /** When they were added or invited. */
  addedAt: number;
  /** How many browsers they are signed in to. */
  sessions: number;
  /** What can follow their password at sign-in; nothing when the password is enough. */
  secondSteps: readonly SecondStep[];
  /** Until when they have to wait, or their link works, or an inactive person is disabled; null for the last who manages people. */
  until: number | null;
};

export type SecondStep = "passkey" | "app";

export const secondStepNames: Record<SecondStep, string> = translated("*", {
  passkey: "Passkey",
  app: "Authenticator app",
});

export type People = { people: Person[]; roles: RoleEntry[]; now: number };

export type PersonSession = {
  /** Names the session without being it. */
  id: string;
  device: string | null;
  address: string | null;
  since: number;
  lastActionAt: number;
  isLocked: boolean;
  /** Whether it is the one that asks. */
  isOwn: boolean;
};

/** What was done about a person, as the audit log has it. */
export type PersonChange = { position: number; at: number; by: string; what: string; detail: string };

/** How a person signs in. Times are epoch ms. */
export type PersonSignIn = {
  /** When the authenticator app was set up; null without one. */
  appSince: number | null;
  passkeys: number;
  /** Recovery codes not used yet; null while no second step is set up. */
  codesLeft: number | null;
  passwordSince: number;
  /** Refused sign-ins of the last `refusedDays` days. */
  refused: number;
};
export const refusedDays = 30;

export type PersonDetail = {
  sessions: PersonSession[];
  changes: PersonChange[];
  signIn: PersonSignIn;
  /** Cents moved on this business day, by each right that has a limit for the day. */
  used: Partial<Record<MoneyRight, number>>;
  /** Their role in each further gateway account; "" for none. */
  accounts: { id: string; name: string; role: string }[];
  now: number;
};

/** How long an invitation's link works. */
export const INVITATION_HOURS = 72;

export const longestName = 100;
export const longestEmail = 254;

/** "Chrome on Linux", as the server names it, in the reader's language. */
export function deviceText(device: string): string {
  const [browser = "", system] = device.split(" on ");
  return system === undefined ? device : t("{browser} on {system}", { browser, system });
}
