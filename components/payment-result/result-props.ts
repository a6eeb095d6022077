import type { Attempt } from "#lib/attempt.ts";
import type { Tender } from "#lib/gateway/commands.ts";
import type { Role } from "#lib/permissions.ts";

/** What the page around a result lets the person do next. What is left out is not offered. */
export type ResultActions = {
  /** A new, empty form. */
  next?: (() => void) | undefined;
  /** The same order by another tender; `cents` when another amount is due. */
  payBy?: ((tender: Tender, cents?: number) => void) | undefined;
  /** The same form again. */
  edit?: (() => void) | undefined;
  /** The same form again, past the gateway's duplicate check, for a reason. */
  chargeAgain?: ((reason: string) => void) | undefined;
};

export type ResultProps = {
  attempt: Attempt;
  actions: ResultActions;
  role: Role;
  /** IANA name of the merchant's zone. */
  timeZone: string;
};
