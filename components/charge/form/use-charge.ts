"use client";

import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useEffect, useEffectEvent, useRef, useState } from "react";
import type { FieldPath } from "react-hook-form";
import { useMerchant } from "#components/layout/merchant.tsx";
import { keepUnknown, readUnknown } from "#components/layout/resolved/unknown-storage.ts";
import { cancelRequests } from "#components/payment-result/approval/cancel-requests.ts";
import { firstAnswer, keepsForm } from "#components/payment-result/first-answer.ts";
import { answerTimeoutMs, withTimeout } from "#components/payment-result/queue/with-timeout.ts";
import { type Attempt, newAttemptId } from "#lib/attempt.ts";
import type { ChargeValues, ValidCharge } from "#lib/charge/fields/values.ts";
import type { Answer, ChargeEffect, ChargeEvent, FocusOn } from "#lib/charge/machine-events.ts";
import { type Step, start } from "#lib/charge/machine-start.ts";
import { addressOf, type Ended, type Stage } from "#lib/charge/stage.ts";
import { paths } from "#lib/paths.ts";
import type { ApprovalGiven } from "#lib/payments/approval.ts";
import { gatewayReadingsKey } from "#lib/queries/gateway.ts";
import { attemptKeys, attentionKey, batchKeys } from "#lib/queries/keys.ts";
import { moneyMarks } from "#lib/session/money-marks.ts";
import { onCardDataMustGo } from "#lib/session/session-over.ts";
import { charge } from "#server/actions/payments.ts";
import { followAttempt } from "../result/follow-attempt.ts";
import { onceLoaded } from "./form-logic.ts";
import { fromAttempt } from "./next-values.ts";
import type { ChargeForm } from "./use-charge-form.ts";
import { wipe } from "./use-wipe.ts";

/**
 * A wait that is over sooner is not shown, neither on the screen, which would only flicker, nor in the address, whose
 * change makes the browser read the page's icon again in the very moment of the answer. Until then a second press does nothing.
 */
const shownAfterMs = 150;

/** Runs the state machine of the charge page (lib/charge/machine.ts): performs its effects and reports what came of them. */
export function useCharge({
  first,
  form,
  mayOverride,
  onReset,
}: {
  first: Stage;
  form: ChargeForm;
  /** Whether this person may let a payment pass the duplicate block. */
  mayOverride: boolean;
  /** The form begins again. */
  onReset: (focusOn: FocusOn) => void;
}): { stage: Stage; report: (event: ChargeEvent) => void } {
  const client = useQueryClient();
  const { waitMs } = useMerchant();
  const [started] = useState(() => start(first));
  const [stage, setStage] = useState(started.state.stage);
  const state = useRef(started.state);
  const left = useRef<AbortSignal>(undefined);
  const underWay = useLeftBehind(() => addressOf(state.current.stage));

  const { paint, performLater } = usePainted(stage, perform);

  const report = (event: ChargeEvent) =>
    onceLoaded(({ next }) => {
      paint();
      go(next(state.current, event));
    });

  function go(step: Step) {
    state.current = step.state;
    for (const effect of step.effects) perform(effect);
    performLater(step.painted);
    if (left.current?.aborted) paint();
    setStage(step.state.stage);
  }

  function perform(effect: ChargeEffect) {
    switch (effect.kind) {
      case "send":
        return void send(effect.values, effect.approval);
      case "follow":
        return void follow(effect.attemptId, effect.once);
      case "wipe":
        wipe(form);
        return form.clearErrors();
      case "reset":
        form.reset(effect.values);
        return onReset(effect.focusOn);
      case "refill":
        // What was read before may be of an earlier state of the payment.
        client.setQueryData(attemptKeys.one(effect.attempt.id), effect.attempt);
        return form.reset(fromAttempt(effect.attempt, newAttemptId()));
      case "renew":
        form.setValue("attemptId", newAttemptId());
        return effect.attempt && void markReasons(form, client, effect.attempt);
      case "markFields":
        return markFields(form, effect.fields);
      case "refresh":
        return refresh(client, effect.attempt);
      case "checkSession":
        return void client.invalidateQueries({ queryKey: gatewayReadingsKey });
      case "cancelRequests":
        return void cancelRequests([effect.ask]);
      case "track":
        return underWay.track(effect.attemptId);
      case "address":
        // The address of another page is its own.
        return left.current?.aborted ? undefined : showAddress(effect);
      default:
        return effect satisfies never;
    }
  }

  async function send(values: ValidCharge, approval?: ApprovalGiven) {
    const { attemptId } = values;
    performance.mark(moneyMarks.sent);
    const answering = charge(values, approval).then((result) => {
      if (result.ok) noteWaiting(client, result.value);
      return toAnswer(result, mayOverride);
    });
    const slow = setTimeout(() => report({ kind: "slow", attemptId }), shownAfterMs);
    const answer = (await withTimeout(answering, waitMs + answerTimeoutMs)) ?? lost;
    clearTimeout(slow);
    report({ kind: "answered", attemptId, answer });
    performance.mark(moneyMarks.answered);
  }

  async function follow(attemptId: string, once: boolean) {
    const onWaiting = (attempt: Attempt) => noteWaiting(client, attempt);
    const end = await followAttempt(attemptId, left.current, { once, onWaiting });
    if (end.kind === "gone") return;
    report({ kind: "found", attemptId, found: end.kind === "finished" ? toEnded(end.attempt) : end });
  }

  const open = useEffectEvent(() => {
    for (const effect of started.effects) perform(effect);
  });
  const forget = useEffectEvent(() => report({ kind: "cardDataMustGo" }));
  useEffect(() => {
    const leaving = new AbortController();
    left.current = leaving.signal;
    const stop = onCardDataMustGo(() => forget());
    open();
    return () => {
      stop();
      leaving.abort();
      forget();
    };
  }, []);

  return { stage, report };
}

/** Effects of a step that are performed once its stage is on the screen, or before the next step. */
function usePainted(stage: Stage, perform: (effect: ChargeEffect) => void) {
  const unpainted = useRef<ChargeEffect[]>([]);
  function paint() {
    const effects = unpainted.current;
    unpainted.current = [];
    for (const effect of effects) perform(effect);
  }
  const painted = useEffectEvent(paint);
  useEffect(() => {
    if (stage && unpainted.current.length > 0) setTimeout(() => painted());
  }, [stage]);
  const performLater = (effects: ChargeEffect[]) => {
    unpainted.current = effects;
  };
  return { paint, performLater };
}

function markFields(form: ChargeForm, fields: Record<string, string>) {
  for (const [path, message] of Object.entries(fields))
    form.setError(path as FieldPath<ChargeValues>, { message }); // the action names the form's own fields
}

/** What an outcome changes is read again. */
function refresh(client: QueryClient, attempt: Attempt) {
  client.setQueryData(attemptKeys.one(attempt.id), attempt);
  for (const queryKey of [attemptKeys.lists, attentionKey, batchKeys.all, gatewayReadingsKey])
    void client.invalidateQueries({ queryKey });
}

/** The router knows its own entries by their state. */
const showAddress = ({ quietly, path }: Extract<ChargeEffect, { kind: "address" }>) =>
  window.history.replaceState(quietly ? window.history.state : null, "", path);

/** The result shows why in any case. */
async function markReasons(form: ChargeForm, client: QueryClient, attempt: Attempt) {
  const attemptId = form.getValues("attemptId");
  const reasons = await import("./field-reasons.ts").catch(() => undefined);
  reasons?.noteRefused(client, attempt);
  // The next customer's form may be here by now.
  if (!reasons || form.getValues("attemptId") !== attemptId) return;
  for (const [path, message] of reasons.fieldReasons(attempt)) form.setError(path, { message });
}

/** One that waits to be stopped is shown at once, here and in the bar above every page. */
function noteWaiting(client: QueryClient, attempt: Attempt) {
  const key = attemptKeys.one(attempt.id);
  const isNoted = client.getQueryData<Attempt>(key)?.delayed !== undefined;
  if (!attempt.delayed && !isNoted) return;
  client.setQueryData(key, attempt);
  if (!isNoted || !attempt.delayed) void client.invalidateQueries({ queryKey: attentionKey });
}

const lost: Answer = { kind: "lost" };

const toEnded = (attempt: Attempt): Ended => ({
  kind: "ended",
  attempt,
  keepsForm: keepsForm(firstAnswer(attempt)),
});

function toAnswer(result: Awaited<ReturnType<typeof charge>>, mayOverride: boolean): Answer {
  if (result.ok)
    return firstAnswer(result.value) === "waiting" ? { kind: "recorded" } : toEnded(result.value);
  const { problem } = result;
  if (problem.kind === "refused") return problem;
  return { kind: "stopped", stop: problem, mayGoOn: mayOverride || problem.kind !== "blocked" };
}

/**
 * Holds the attemptId of a payment that is under way. When the page is left with it, the empty form of this tab leads to that
 * payment from then on, and the frame of any page says what became of it. A reload of a result leads to it too: the browser
 * may have begun it before the result was in the address.
 */
function useLeftBehind(shownAddress: () => string) {
  const router = useRouter();
  const { userId } = useMerchant();
  const underWay = useRef<string>(undefined);
  const noteUnderWay = useEffectEvent(() => {
    if (!underWay.current) return;
    sessionStorage.setItem(KEY, paths.attempt(underWay.current));
    keepUnknown(userId, [...readUnknown(userId), underWay.current]);
  });
  const noteOnLeave = useEffectEvent(() => {
    noteUnderWay();
    sessionStorage.setItem(SHOWN_KEY, shownAddress());
  });
  useEffect(() => {
    const path = sessionStorage.getItem(KEY) ?? (isReload() ? sessionStorage.getItem(SHOWN_KEY) : null);
    sessionStorage.removeItem(KEY);
    sessionStorage.removeItem(SHOWN_KEY);
    // The address of another payment is that of its own result.
    if (path?.startsWith(paths.attempt("")) && window.location.pathname === paths.charge())
      router.replace(path);
    const onLeave = () => noteOnLeave();
    window.addEventListener("pagehide", onLeave);
    return () => {
      window.removeEventListener("pagehide", onLeave);
      noteUnderWay();
    };
  }, [router]);
  const track = (attemptId: string | undefined) => {
    // Its result may come after the page was left.
    if (!attemptId) sessionStorage.removeItem(KEY);
    underWay.current = attemptId;
  };
  return { track };
}

/** Whether this document is the charge page without an attempt, loaded again. */
const isReload = () =>
  performance
    .getEntriesByType("navigation")
    .some(
      (entry) =>
        "type" in entry && entry.type === "reload" && new URL(entry.name).pathname === paths.charge(),
    );

const SHOWN_KEY = "payment-shown";
const KEY = "payment-under-way";
