"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useEffectEvent, useRef, useState } from "react";
import { keepsForm, resultKind } from "#components/payment-result/result-kind.ts";
import type { Attempt } from "#lib/attempt.ts";
import { newAttemptId } from "#lib/attempt.ts";
import { type Charge, toCharge } from "#lib/charge/request.ts";
import type { ChargeStop } from "#lib/charge/stop.ts";
import type { ValidCharge } from "#lib/charge/values.ts";
import { paths } from "#lib/paths.ts";
import { attemptKeys } from "#lib/queries/attempts.ts";
import { attentionKey } from "#lib/queries/attention.ts";
import type { Refusal } from "#lib/result.ts";
import { onCardDataMustGo } from "#lib/session-over.ts";
import { charge } from "#server/actions/payments.ts";
import { followAttempt } from "../result/follow-attempt.ts";
import type { Decided } from "../result/stopped-result.tsx";
import { showAddress } from "./show-address.ts";
import { useLeftBehind } from "./use-left-behind.ts";

/** What is being waited for. `since` is epoch ms; `lost` once the console itself does not answer. */
export type Wait = Pick<Charge, "command" | "amountCents" | "payer"> & {
  since: number;
  attemptId: string;
  lost: boolean;
};

/** `recalling`: one went back to the address of a result, which is read again. */
export type Stage =
  | { kind: "recalling"; attemptId: string }
  | { kind: "form"; problem?: string | undefined; after?: Attempt | undefined }
  | { kind: "waiting"; wait: Wait }
  | { kind: "stopped"; stop: ChargeStop; payment: Pick<Charge, "amountCents" | "payer"> }
  | { kind: "result"; attempt: Attempt };

/** Longer than the console itself waits for the gateway: after that the answer is sought in the journal. */
const patienceMs = 15_000;
/**
 * A wait that is over sooner is not shown, neither on the screen, which would only flicker, nor in the address, whose
 * change makes the browser read the page's icon anew in the very moment of the answer. Until then a second press does nothing.
 */
const shownAfterMs = 150;

/**
 * Sends a form once and follows it to its result. Whatever happens on the way, the same attemptId is the same payment:
 * a lost connection to the console is answered by looking for the attempt, never by sending it again.
 */
export function useCharge({
  first,
  waitMs,
  mayOverride,
  onSent,
  onSettled,
  onRefused,
  onRecalled,
}: {
  first: Stage;
  /** How long the console waits for the gateway. */
  waitMs: number;
  /** Whether this person may let a payment pass the hold. */
  mayOverride: boolean;
  /** The values have left: the form forgets card number and security code. */
  onSent: () => void;
  /** The attempt has its result: the next form needs an attemptId of its own. */
  onSettled: (attempt: Attempt, attemptId: string) => void;
  /** Reasons by the path of the field. */
  onRefused: (fields: Record<string, string>) => void;
  onRecalled: (attempt: Attempt) => void;
}) {
  const client = useQueryClient();
  const [stage, setStage] = useState<Stage>(first);
  const busy = useRef(false);
  const kept = useKept(() => stage.kind === "stopped" && reopen(forgotten));
  const underWay = useLeftBehind();
  const leaving = useRef<AbortController>(null);
  useEffect(() => {
    const controller = new AbortController();
    leaving.current = controller;
    return () => controller.abort();
  }, []);

  const afterwards = useRef<() => void>(undefined);
  useEffect(() => {
    const act = stage && afterwards.current;
    afterwards.current = undefined;
    if (act) setTimeout(act);
  }, [stage]);

  /** The result stands on the screen before anything else is brought up to date. */
  function settle(attempt: Attempt) {
    const rest = () => {
      onSent();
      client.setQueryData(attemptKeys.one(attempt.id), attempt);
      for (const queryKey of [[...attemptKeys.all, "list"], attentionKey, ["batches"], ["gateway"]])
        void client.invalidateQueries({ queryKey });
      onSettled(attempt, newAttemptId());
      window.history.replaceState(null, "", paths.attempt(attempt.id));
      underWay.current = undefined;
    };
    const isForm = keepsForm(resultKind(attempt));
    if (isForm || leaving.current?.signal.aborted) rest();
    else afterwards.current = rest;
    setStage(stageOf(attempt));
  }

  async function follow({ attemptId }: Wait) {
    const end = await followAttempt(attemptId, leaving.current?.signal);
    if (end.kind === "settled") settle(end.attempt);
    else if (end.kind !== "gone") reopen(end.kind === "signedOut" ? signedOut : nothingRecorded);
    if (end.kind === "signedOut") checkSession();
  }

  /** A read that fails shows at once that the session has ended, with the way to sign in. */
  function checkSession() {
    void client.invalidateQueries({ queryKey: ["gateway"] });
  }

  function reopen(problem?: string) {
    setStage({ kind: "form", problem });
    showAddress(paths.charge());
  }

  /** Nothing was done by this press; an earlier one of the same form may have been recorded. */
  async function tellRefusal({ attemptId }: Wait, problem: Refusal) {
    const end = await followAttempt(attemptId, leaving.current?.signal, 1);
    if (end.kind === "settled") return settle(end.attempt);
    reopen(problem.message);
    checkSession();
    onRefused(problem.fields ?? {});
  }

  /** Nothing was sent. The values stay in this page's memory for a second press, if there can be one. */
  function tellStop(values: ValidCharge, { amountCents, payer }: Wait, stop: ChargeStop) {
    if (stop.kind === "needs-confirmation" || mayOverride) kept.current = values;
    setStage({ kind: "stopped", stop, payment: { amountCents, payer } });
    showAddress(paths.charge());
  }

  async function tellProblem(values: ValidCharge, wait: Wait, problem: Refusal | ChargeStop) {
    onSent();
    underWay.current = undefined;
    if (problem.kind === "refused") await tellRefusal(wait, problem);
    else tellStop(values, wait, problem);
  }

  async function submit(values: ValidCharge) {
    if (busy.current) return;
    busy.current = true;
    const wait = toWait(values);
    underWay.current = wait.attemptId;
    const answering = charge(values).catch(() => undefined);
    const shown = setTimeout(() => showWait(wait), shownAfterMs);
    const answer = await withPatience(answering, waitMs + patienceMs);
    clearTimeout(shown);
    if (answer?.ok && resultKind(answer.value) !== "waiting") settle(answer.value);
    else if (answer && !answer.ok) await tellProblem(values, wait, answer.problem);
    else {
      showWait({ ...wait, lost: answer === undefined });
      await follow(wait);
    }
    busy.current = false;
  }

  function showWait(wait: Wait) {
    onSent();
    // Whoever reloads now sees this payment again, not an empty form to charge it a second time.
    showAddress(paths.attempt(wait.attemptId));
    setStage({ kind: "waiting", wait });
  }

  async function recall(attemptId: string) {
    const end = await followAttempt(attemptId, leaving.current?.signal, 1);
    if (end.kind === "gone") return;
    if (end.kind !== "settled") return reopen(end.kind === "nothing" ? nothingHere : undefined);
    // What was read before may be of an earlier state of the payment.
    client.setQueryData(attemptKeys.one(attemptId), end.attempt);
    onRecalled(end.attempt);
    setStage(stageOf(end.attempt));
  }

  const followFirst = useEffectEvent(() => {
    if (first.kind === "waiting") void follow(first.wait);
    if (first.kind === "recalling") void recall(first.attemptId);
  });
  useEffect(() => followFirst(), []);

  return {
    stage,
    setStage,
    submit,
    /** The second press after a stop: the same form with what the person has decided. */
    goOn(decided: Decided) {
      const values = kept.current;
      kept.current = undefined;
      if (values) void submit({ ...values, ...decided });
      else reopen(forgotten);
    },
    /** Back to the form, which has forgotten the card number. */
    goBack() {
      kept.current = undefined;
      reopen();
    },
    /** Another form begins: nothing of this one is kept. */
    forget() {
      kept.current = undefined;
    },
  };
}

/** A form's values between two presses. They are gone when the page is left or its session ends. */
function useKept(onForgotten: () => void) {
  const kept = useRef<ValidCharge>(undefined);
  const forget = useEffectEvent(() => {
    kept.current = undefined;
    onForgotten();
  });
  useEffect(() => {
    const stop = onCardDataMustGo(() => forget());
    return () => {
      stop();
      kept.current = undefined;
    };
  }, []);
  return kept;
}

/** The screen of an attempt that is not waited for any more. */
export function stageOf(attempt: Attempt): Stage {
  return keepsForm(resultKind(attempt)) ? { kind: "form", after: attempt } : { kind: "result", attempt };
}

const signedOut =
  "You are signed out, so it cannot be told here whether it was recorded. Sign in again and look at the last payments before you charge again.";
const forgotten =
  "Nothing was sent. The card number was forgotten when the page was left: type it again and press Charge.";
const nothingHere =
  "There is no payment at this address. If you were just taking one, look for it under Transactions before you charge again.";
const nothingRecorded =
  "We lost the connection to the console, and it has recorded nothing: nothing was charged. Type the card number again and press Charge. It is still the same payment, so it cannot be charged twice.";

function toWait(values: ValidCharge): Wait {
  const { command, amountCents, payer } = toCharge(values);
  return { command, amountCents, payer, attemptId: values.attemptId, since: Date.now(), lost: false };
}

async function withPatience<Value>(answer: Promise<Value>, ms: number): Promise<Value | undefined> {
  const { promise: late, resolve } = Promise.withResolvers<undefined>();
  const timer = setTimeout(() => resolve(undefined), ms);
  try {
    return await Promise.race([answer, late]);
  } finally {
    clearTimeout(timer);
  }
}
