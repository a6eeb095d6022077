import type { ResultCode } from "#lib/gateway/codes.ts";
import type { OutcomeErrorName } from "#lib/gateway/errors.ts";
import type { State } from "./state.ts";

/** What can be done to an earlier transaction. */
export type Step = "void" | "release" | "unvoid" | "capture" | "adjust" | "queue" | "refund" | "lower";

/** Why a step is refused in a state, or undefined when it may be taken (contract: rules 1 to 8). */
export function stepRefusal(step: Step, state: State): OutcomeErrorName | undefined {
  const answer = steps[state][order.indexOf(step)];
  return answer === yes ? undefined : (answer ?? "unsupportedType");
}

/** A transaction as its state, its approval and its refunds make it; `refunded` in cents. */
export type Standing = {
  state: State;
  row: { result_code: ResultCode; amount: number };
  refunded: number;
};

/** Why a step is refused for a transaction as it stands. What it offers and what it accepts are both decided here. */
export function refusalOf(
  step: Step,
  { state, row: { result_code, amount }, refunded }: Standing,
): OutcomeErrorName | undefined {
  const refusal = stepRefusal(step, state);
  if (refusal) return refusal;
  if (step === "queue" && (result_code !== "A" || refunded > 0)) return queueless;
  if ((step === "void" || step === "release") && refunded > 0) return "exceedsOriginal";
  if (step === "refund" && refunded >= amount) return "exceedsOriginal";
  return undefined;
}

const order: readonly Step[] = ["void", "release", "unvoid", "capture", "adjust", "queue", "refund", "lower"];

type Answer = OutcomeErrorName | "yes";
const yes = "yes";
const voided = "alreadyVoided";
const notVoided = "notVoided";
const settled = "alreadySettled";
const closing = "batchClosing";
const failed = "originalNotApproved";
const queueless = "notQueueable";
const wrongType = "unsupportedType";

type Row = readonly [Answer, Answer, Answer, Answer, Answer, Answer, Answer, Answer];

// In the order of `order`: void, release, unvoid, capture, adjust, queue, refund, lower.
const steps: Record<State, Row> = {
  failed: [failed, failed, failed, failed, failed, failed, failed, failed],
  authorized: [yes, yes, notVoided, yes, yes, queueless, failed, yes],
  // A capture depends on its spelling and the key's setting: `captureRefusal` decides.
  "authorization-expired": [yes, yes, notVoided, yes, "authorizationExpired", queueless, failed, yes],
  "sale-pending": [yes, yes, notVoided, yes, yes, yes, yes, yes],
  "refund-pending": [yes, "notReleasable", notVoided, wrongType, wrongType, queueless, wrongType, wrongType],
  closing: [closing, closing, notVoided, closing, closing, closing, closing, closing],
  "sale-settled": ["batchClosed", "notReleasable", notVoided, settled, settled, "settled", yes, yes],
  "refund-settled": [
    "batchClosed",
    "notReleasable",
    notVoided,
    wrongType,
    wrongType,
    queueless,
    wrongType,
    wrongType,
  ],
  voided: [voided, voided, yes, voided, voided, voided, voided, voided],
  "voided-for-good": [voided, voided, "batchClosed", voided, voided, voided, voided, voided],
  released: [voided, voided, "notReleasable", voided, voided, voided, voided, voided],
  "check-pending": [yes, wrongType, wrongType, wrongType, wrongType, wrongType, yes, wrongType],
  "check-submitted": ["settled", wrongType, wrongType, wrongType, wrongType, wrongType, yes, wrongType],
  "check-settled": ["settled", wrongType, wrongType, wrongType, wrongType, wrongType, yes, wrongType],
  "check-returned": ["settled", wrongType, wrongType, wrongType, wrongType, wrongType, failed, wrongType],
  "check-failed": [failed, wrongType, wrongType, wrongType, wrongType, wrongType, failed, wrongType],
  "check-voided": [voided, wrongType, wrongType, wrongType, wrongType, wrongType, voided, wrongType],
  "check-credit-pending": [yes, wrongType, wrongType, wrongType, wrongType, wrongType, wrongType, wrongType],
  "check-credit-sent": [
    "settled",
    wrongType,
    wrongType,
    wrongType,
    wrongType,
    wrongType,
    wrongType,
    wrongType,
  ],
  cash: [wrongType, wrongType, wrongType, wrongType, wrongType, wrongType, wrongType, wrongType],
};

export type ExpiredMode = "error" | "reauth" | "override";

/** What the four capture commands do with an expired authorization; the plain one follows the key's setting. */
export function expiredMode(
  command: "cc:capture" | "cc:capture:error" | "cc:capture:reauth" | "cc:capture:override",
  setting: ExpiredMode,
): ExpiredMode {
  const modes = {
    "cc:capture": setting,
    "cc:capture:error": "error",
    "cc:capture:reauth": "reauth",
    "cc:capture:override": "override",
  } as const;
  return modes[command];
}

/** creditvoid voids what is not settled and credits what is (contract: rule 3). */
export function creditvoidStep(state: State): "void" | "refund" {
  return stepRefusal("void", state) === undefined || !refundable.has(state) ? "void" : "refund";
}

const refundable: ReadonlySet<State> = new Set(["sale-settled", "check-submitted", "check-settled"]);
