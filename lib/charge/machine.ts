import { t, text } from "#lib/language/t.ts";
import { paths } from "../paths.ts";
import type { ApprovalGiven } from "../payments/approval.ts";
import type { ValidCharge } from "./fields/values.ts";
import type { Answer, ChargeEffect, ChargeEvent, Found } from "./machine-events.ts";
import { type ChargeState, restore, type Step, step, type UnderWay } from "./machine-start.ts";
import { toPayment } from "./payment.ts";
import { addressOf, type Ended, type Stage, stageOf, type Wait } from "./stage.ts";

/**
 * The charge page as a state machine: what is on the screen, what is under way, and what happens next. Pure; the hook
 * `useCharge` performs the effects and reports what came of them. The same `attemptId` is the same payment: an answer
 * that was lost is looked for, never sent again.
 */

/** What an event does. One that does not fit the state does nothing. */
export function next(state: ChargeState, event: ChargeEvent): Step {
  const { stage, underWay } = state;
  switch (event.kind) {
    case "slow":
      return underWay?.kind === "sending" && underWay.attemptId === event.attemptId
        ? showWait(state, underWay.wait)
        : step(state);
    case "answered":
      if (underWay?.kind !== "sending" || underWay.attemptId !== event.attemptId) return step(state);
      return answered(state, underWay, isOf(event.attemptId, event.answer) ? event.answer : { kind: "lost" });
    case "found":
      if (!underWay || underWay.kind === "sending" || underWay.attemptId !== event.attemptId)
        return step(state);
      return isOf(event.attemptId, event.found) ? found(state, underWay, event.found) : step(state);
    case "arrived":
      return arrive(state, event);
    case "cardDataMustGo":
      return forget(state);
    case "pressed":
      return stage.kind === "form" && !underWay ? send(state, event.values, event.at) : step(state);
    case "decided":
    case "signed":
      if (stage.kind !== "stopped" || underWay) return step(state);
      if (!state.kept) return reopen(state, t(forgotten));
      return event.kind === "signed"
        ? send(state, state.kept, event.at, event.approval)
        : send(state, { ...state.kept, ...event.decided }, event.at);
    case "wentBack":
      return stage.kind === "stopped" && !underWay ? reopen(state) : step(state);
    case "opened": {
      if (underWay) return step(state);
      const { values, focusOn } = event;
      return step({ ...state, stage: { kind: "form" }, kept: undefined }, [
        { kind: "reset", values, focusOn },
        { kind: "address", path: paths.charge(), quietly: false },
      ]);
    }
  }
}

/** A result counts only for the attempt that it was read for. */
const isOf = (attemptId: string, result: Answer | Found): boolean =>
  result.kind !== "ended" || result.attempt.id === attemptId;

function send(state: ChargeState, values: ValidCharge, at: number, approval?: ApprovalGiven): Step {
  const { attemptId } = values;
  if (state.ended.includes(attemptId)) return restore(state, attemptId);
  const wait = { ...toPayment(values), attemptId, since: at, lost: false };
  const underWay: UnderWay = { kind: "sending", attemptId, wait, values };
  return step({ ...state, underWay, kept: undefined }, [
    { kind: "track", attemptId },
    { kind: "send", values, approval },
  ]);
}

function showWait(state: ChargeState, wait: Wait): Step {
  return step({ ...state, stage: { kind: "waiting", wait } }, [
    { kind: "wipe" },
    // A reload from now on shows this payment again, not an empty form to charge it a second time.
    { kind: "address", path: paths.attempt(wait.attemptId), quietly: true },
  ]);
}

function answered(state: ChargeState, sending: UnderWay & { kind: "sending" }, answer: Answer): Step {
  const { attemptId, wait, values } = sending;
  const done: ChargeEffect[] = [{ kind: "wipe" }, { kind: "track", attemptId: undefined }];
  switch (answer.kind) {
    case "ended":
      return finish(state, answer);
    case "recorded":
    case "lost": {
      const shown = showWait(state, { ...wait, lost: answer.kind === "lost" });
      const following = { ...shown.state, underWay: { kind: "following", attemptId } as const };
      return step(following, [...shown.effects, { kind: "follow", attemptId, once: false }]);
    }
    case "refused":
      return step({ ...state, underWay: { kind: "refused", attemptId, refusal: answer } }, [
        ...done,
        { kind: "follow", attemptId, once: true },
      ]);
    case "stopped": {
      const { command, amountCents, paymentMethod, currency } = wait;
      const payment = { command, amountCents, paymentMethod, ...(currency && { currency }) };
      const stage: Stage = { kind: "stopped", stop: answer.stop, payment };
      const kept = answer.mayGoOn ? values : undefined;
      return step({ ...state, stage, kept, underWay: undefined }, [
        ...done,
        { kind: "address", path: paths.charge(), quietly: true },
      ]);
    }
  }
}

function found(state: ChargeState, looked: Exclude<UnderWay, { kind: "sending" }>, result: Found): Step {
  if (result.kind === "ended" && looked.kind === "restoring") {
    const { attempt } = result;
    return step({ ...ended(state, result), stage: stageOf(result) }, [{ kind: "refill", attempt }]);
  }
  if (result.kind === "ended") return finish(state, result, looked.kind === "refused");
  switch (looked.kind) {
    case "refused": {
      const { message, fields = {}, isCanceled } = looked.refusal;
      return reopen(state, message, [
        ...(isCanceled ? [{ kind: "renew" } as const] : []),
        { kind: "checkSession" },
        { kind: "markFields", fields },
      ]);
    }
    case "following":
      return canceled(state, pressAgain(state.stage), { kind: "track", attemptId: undefined });
    case "restoring":
      return canceled(state, nothingHere);
  }
}

/** The result is on the screen before anything else is brought up to date. */
function finish(state: ChargeState, result: Ended, isEarlier = false): Step {
  const { attempt, keepsForm } = result;
  const rest: ChargeEffect[] = [
    { kind: "wipe" },
    { kind: "refresh", attempt },
    { kind: "renew", attempt },
    { kind: "address", path: paths.attempt(attempt.id), quietly: false },
    { kind: "track", attemptId: undefined },
  ];
  const stage = stageOf(result);
  const next: ChargeState = {
    ...ended(state, result),
    stage: stage.kind === "result" && isEarlier ? { ...stage, isEarlier } : stage,
  };
  return keepsForm ? step(next, rest) : step(next, [], rest);
}

const ended = (state: ChargeState, { attempt }: Ended): ChargeState => ({
  ...state,
  underWay: undefined,
  kept: undefined,
  ended: [...state.ended, attempt.id],
});

/** The form again, without its card number. */
function reopen(state: ChargeState, problem?: string, effects: ChargeEffect[] = []): Step {
  return step({ ...state, stage: { kind: "form", problem }, underWay: undefined, kept: undefined }, [
    { kind: "address", path: paths.charge(), quietly: true },
    ...effects,
  ]);
}

/** The form with another `attemptId`. The router drops the action that got no answer: it would hold up the next one. */
const canceled = (state: ChargeState, problem: string, ...effects: ChargeEffect[]): Step =>
  reopen(state, t(problem), [
    { kind: "address", path: paths.charge(), quietly: false },
    { kind: "renew" },
    ...effects,
  ]);

/** The page shows the attempt of its address, or the address is put back: a reload must not show another customer's payment. */
function arrive(state: ChargeState, { attemptId, stays }: Extract<ChargeEvent, { kind: "arrived" }>): Step {
  const path = addressOf(state.stage);
  if (path === paths.attempt(attemptId)) return step(state);
  if (state.underWay || stays)
    return step(state, [{ kind: "address", path, quietly: state.underWay !== undefined }]);
  const restored = restore(state, attemptId);
  return { ...restored, effects: [{ kind: "wipe" }, ...restored.effects] };
}

/** What is under way goes on: what came of it has to be shown. */
function forget(state: ChargeState): Step {
  const { stage, underWay } = state;
  if (underWay?.kind === "sending")
    return step({ ...state, kept: undefined, underWay: { ...underWay, values: undefined } });
  if (underWay) return step({ ...state, kept: undefined });
  if (stage.kind !== "stopped") return step(state);
  const { stop } = stage;
  return reopen(
    state,
    t(forgotten),
    stop.kind === "needs-approval" ? [{ kind: "cancelRequests", ask: stop.ask }] : [],
  );
}

const pressAgain = (stage: Stage) =>
  stage.kind === "waiting" && stage.wait.tender === "card" ? typeAgain : submitAgain;

const forgotten = text(
  "Nothing was sent. A card number is forgotten when the page is left: type it again and press Charge.",
);
const nothingHere = text(
  "There is no payment at this address. What was submitted under it did not reach the console and is canceled. No money moved, and none will. Enter it again.",
);
const submitAgain = text(
  "We lost the connection, and this did not reach the console. It is canceled: no money moved, and none will. Submit it again.",
);
const typeAgain = text(
  "We lost the connection, and this did not reach the console. It is canceled: no money moved, and none will. Type the card number again and submit it.",
);
