import type { Attempt, AttemptState } from "#lib/attempt.ts";
import type { CheckedCharge } from "#lib/forms/charge.ts";
import type { FollowUpCommand } from "#lib/forms/follow-up.ts";
import type { Plan } from "#server/journal/run.ts";

/** What a desk does when a clerk presses the button: through the console's two doors, or a command that has no form yet. */
export type Press =
  | { door: "plan"; plan: Plan }
  /** What the gateway delivers, signed. */
  | { door: "event"; body: string }
  | { door: "charge"; values: CheckedCharge }
  | { door: "follow-up"; values: { attempt: string; key: string; command: FollowUpCommand; amount: string } };

export type TillAnswer = { attempt: Attempt } | { refused: string };

/** What the journal says of one submission. */
export type Known = {
  id: string;
  state: AttemptState;
  reference: string;
  /** As settled by evidence: whether the money moved. */
  moved?: boolean | undefined;
  /** The result code it holds. */
  result?: string | undefined;
  steps: string[];
};

/** An event in the inbox. */
export type KeptEvent = { key: string | undefined; deliveries: number; isWaiting: boolean };

export type Till = {
  press(pressed: Press): Promise<TillAnswer>;
  known(): Promise<Known[]>;
  events(): Promise<KeptEvent[]>;
};
