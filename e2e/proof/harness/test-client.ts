import type { Attempt, AttemptState } from "#lib/attempt.ts";
import type { ValidCharge } from "#lib/charge/fields/values.ts";
import type { FollowUpCommand } from "#lib/forms/follow-up.ts";
import type { Plan } from "#server/payments/plan.ts";

/** What a harness does on submit: one of the console's two forms, an event, or a command without a form. */
export type Submitted =
  | { kind: "plan"; plan: Plan }
  /** A person stops one that waits. */
  | { kind: "stop"; attemptId: string }
  /** What the gateway delivers, signed. */
  | { kind: "event"; body: string }
  | { kind: "charge"; values: ValidCharge }
  | { kind: "follow-up"; values: { attempt: string; key: string; command: FollowUpCommand; amount: string } };

export type TestClientAnswer = { attempt: Attempt } | { refused: string };

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

export type TestClient = {
  submit(submitted: Submitted): Promise<TestClientAnswer>;
  known(): Promise<Known[]>;
  events(): Promise<KeptEvent[]>;
};
