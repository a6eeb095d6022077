import type { Attempt, OrderBalance } from "#lib/attempt.ts";
import type { Tender } from "#lib/gateway/commands.ts";

/** What the page around a result lets the person do next. What is left out is not offered. */
type ResultActions = {
  /** A new, empty form. */
  next?: (() => void) | undefined;
  /** Opens the order with another tender; `due` to collect what a partial approval left. */
  payBy?: ((tender: Tender, due?: BalanceDue) => void) | undefined;
  /** Asks whether to undo every payment of the order. The result itself offers it. */
  undoOrder?: ((due: OrderBalance) => void) | undefined;
  /** Opens the form again, for the code that the issuer gave by phone. */
  voice?: (() => void) | undefined;
  /** Opens the form again with its values. */
  edit?: (() => void) | undefined;
  /** Opens the form again, to be sent skipping the gateway's duplicate detection, for a reason. */
  chargeAgain?: ((reason: string) => void) | undefined;
};

/** What is left to collect, and the partly approved attempt that left it. */
export type BalanceDue = { cents: number; completes: string };

export type ResultProps = {
  attempt: Attempt;
  actions: ResultActions;
};
