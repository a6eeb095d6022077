import type { Attempt } from "../attempt.ts";
import type { ApprovalAsk, ApprovalGiven } from "../payments/approval.ts";
import type { Refusal } from "../result.ts";
import type { ChargeValues, ValidCharge } from "./fields/values.ts";
import type { Ended } from "./stage.ts";
import type { ChargeStop, Decided } from "./stop.ts";

/** What the charge page's state machine is given and what it asks for. */

/** What the console answered to a send. */
export type Answer =
  | Ended
  /** It is recorded and has no result yet. */
  | { kind: "recorded" }
  | { kind: "lost" }
  | Refusal
  /** Nothing was sent; `mayGoOn` when this person can decide to send it all the same. */
  | { kind: "stopped"; stop: ChargeStop; mayGoOn: boolean };

/** How a search for an attempt ended. `canceled`: it is not recorded and never will be. */
export type Found = Ended | { kind: "nothing" | "canceled" };

/** Where the cursor begins: at the amount, or at what is paid with when the amount is known. */
export type FocusOn = "amount" | "tender";

export type ChargeEvent =
  /** A valid form was submitted. `at` is epoch ms. */
  | { kind: "pressed"; values: ValidCharge; at: number }
  /** The answer takes long enough for the wait to be shown. */
  | { kind: "slow"; attemptId: string }
  | { kind: "answered"; attemptId: string; answer: Answer }
  | { kind: "found"; attemptId: string; found: Found }
  /** The second press after a stop, with what the person has decided. */
  | { kind: "decided"; decided: Decided; at: number }
  /** Somebody approved it: with a signature at this workstation, or on their own screen. A request for that is sent in the same way. */
  | { kind: "signed"; approval?: ApprovalGiven | undefined; at: number }
  | { kind: "wentBack" }
  /** Another form: the next customer, or the same order once more. */
  | { kind: "opened"; values: ChargeValues; focusOn: FocusOn }
  /** The browser went back or forward to the address of an attempt. `stays` when the person keeps what they typed. */
  | { kind: "arrived"; attemptId: string; stays: boolean }
  /** The page is left or the session has ended. */
  | { kind: "cardDataMustGo" };

export type ChargeEffect =
  | { kind: "send"; values: ValidCharge; approval?: ApprovalGiven | undefined }
  /** Looks until it is found or canceled; with `once` a single answer is enough. */
  | { kind: "follow"; attemptId: string; once: boolean }
  /** The form forgets card number, security code and errors. */
  | { kind: "wipe" }
  | { kind: "reset"; values: ChargeValues; focusOn: FocusOn }
  /** The form is filled with what the console recorded of this attempt. */
  | { kind: "refill"; attempt: Attempt }
  /** The form gets an `attemptId` of its own, and the reasons that the gateway gave for this attempt at its fields. */
  | { kind: "renew"; attempt?: Attempt }
  /** Reasons by the path of the field. */
  | { kind: "markFields"; fields: Record<string, string> }
  /** Queries that show attempts are refetched. */
  | { kind: "refresh"; attempt: Attempt }
  /** Sends a read: if the session has ended, its answer leads to the sign-in page. */
  | { kind: "checkSession" }
  /** What was asked for can't be sent any more. */
  | { kind: "cancelRequests"; ask: ApprovalAsk }
  /** The attempt that this tab's next charge page leads to when this page is left now. */
  | { kind: "track"; attemptId: string | undefined }
  /** `quietly` when only a reload needs it: the router would otherwise cancel the action in progress. */
  | { kind: "address"; path: string; quietly: boolean };
