import type { Attempt } from "../attempt.ts";
import { paths } from "../paths.ts";
import type { Payment } from "./payment.ts";
import type { ChargeStop } from "./stop.ts";

/** What is being waited for. `since` is epoch ms; `lost` once the console itself does not answer. */
export type Wait = Payment & {
  since: number;
  attemptId: string;
  lost: boolean;
};

/** What is on the screen. `restoring`: the result at this address is read again. */
export type Stage =
  | { kind: "restoring"; attemptId: string }
  | { kind: "form"; problem?: string | undefined; after?: Attempt | undefined }
  | { kind: "waiting"; wait: Wait }
  | {
      kind: "stopped";
      stop: ChargeStop;
      payment: Pick<Payment, "command" | "amountCents" | "paymentMethod" | "currency">;
    }
  /** `isEarlier`: of an earlier press, after a later one was refused. */
  | { kind: "result"; attempt: Attempt; isEarlier?: true };

/** A result; `keepsForm` when nothing was charged and the same form can be corrected. */
export type Ended = { kind: "ended"; attempt: Attempt; keepsForm: boolean };

/** The screen of an attempt that is not waited for any more. */
export const stageOf = ({ attempt, keepsForm }: Pick<Ended, "attempt" | "keepsForm">): Stage =>
  keepsForm ? { kind: "form", after: attempt } : { kind: "result", attempt };

/** Whether the form is on the screen and none of its payments is: what it holds is not charged yet. */
export const isUncharged = (stage: Stage): boolean => stage.kind === "form" && !stage.after;

/** The address under which a reload shows the stage again. */
export function addressOf(stage: Stage): string {
  switch (stage.kind) {
    case "restoring":
      return paths.attempt(stage.attemptId);
    case "waiting":
      return paths.attempt(stage.wait.attemptId);
    case "result":
      return paths.attempt(stage.attempt.id);
    case "form":
      return stage.after ? paths.attempt(stage.after.id) : paths.charge();
    case "stopped":
      return paths.charge();
  }
}
