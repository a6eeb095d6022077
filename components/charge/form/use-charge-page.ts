"use client";

import { useQueryClient } from "@tanstack/react-query";
import { usePathname } from "next/navigation";
import {
  type FormEvent,
  type RefObject,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from "react";
import { type FieldErrors, get, type Resolver, set, useForm } from "react-hook-form";
import { useMerchant } from "#components/layout/merchant.tsx";
import { firstAnswer, keepsForm } from "#components/payment-result/first-answer.ts";
import type { Rest } from "#components/payment-result/result-props.ts";
import { type Attempt, newAttemptId } from "#lib/attempt.ts";
import type { FocusOn } from "#lib/charge/machine-events.ts";
import { checkCharge } from "#lib/charge/rules.ts";
import { isUncharged, type Stage, stageOf } from "#lib/charge/stage.ts";
import type { Decided } from "#lib/charge/stop.ts";
import { type ChargeValues, emptyCharge, inUse, type ValidCharge } from "#lib/charge/values.ts";
import type { Tender } from "#lib/gateway/commands.ts";
import { paths } from "#lib/paths.ts";
import { may } from "#lib/permissions.ts";
import type { ChargeSettings } from "../charge-settings.ts";
import { isTyped, useDraft, useKeptDraft } from "./draft.ts";
import {
  fromAttempt,
  ofItsOwn,
  otherTender,
  sameAgain,
  withSavedCard,
  withVoiceCode,
} from "./next-values.ts";
import { findUnknownToken } from "./unknown-token.ts";
import { useCharge } from "./use-charge.ts";
import type { ChargeForm } from "./use-charge-form.ts";
import { useWipe } from "./use-wipe.ts";

/** The page's one form, its stage, and the ways from a result to the next form. */
export function useChargePage(
  { currentMonth, waitMs }: ChargeSettings,
  ofPage: Attempt | undefined,
  savedCard: string | undefined,
) {
  const path = usePathname();
  // The page may be an earlier one, which got another address since.
  const attempt = ofPage && path === paths.attempt(ofPage.id) ? ofPage : undefined;
  const { role } = useMerchant();
  const client = useQueryClient();
  const pressed = useRef(false);
  const form = useChargeValues(currentMonth, attempt, pressed, savedCard);
  /** The tender that the next customer's form begins with: the one this workstation began its last payment with. */
  const usualTender = useRef<Tender>("card");
  const [opened, setOpened] = useState<{ formKey: number; focusOn: FocusOn }>({
    formKey: 0,
    focusOn: "amount",
  });
  useWipe(form);

  const [first] = useState(() => firstStage(attempt, path));
  const { stage, report } = useCharge({
    first,
    form,
    waitMs,
    mayOverride: may(role, "overrideDuplicate"),
    onReset: (focusOn) => {
      pressed.current = false;
      setOpened(({ formKey }) => ({ formKey: formKey + 1, focusOn }));
    },
  });
  const open = (values: ChargeValues, focusOn: FocusOn) => report({ kind: "opened", values, focusOn });
  const next = () => open({ ...emptyCharge(newAttemptId()), tender: usualTender.current }, "amount");
  const showsResult = stage.kind === "result" || (stage.kind === "form" && stage.after !== undefined);
  useArrival({
    atForm: () => showsResult && next(),
    atAttempt: (attemptId) => {
      const isLost = stage.kind === "form" && stage.after?.id !== attemptId && isTyped(form.getValues());
      report({ kind: "arrived", attemptId, stays: isLost && !window.confirm(leaveQuestion) });
    },
  });
  useKeptDraft(() => (isUncharged(stage) ? form.getValues() : undefined));

  return {
    form,
    stage,
    submit: useSteady((event: FormEvent<HTMLFormElement>) => {
      event.preventDefault();
      pressed.current = true;
      if (opened.focusOn === "amount") usualTender.current = form.getValues("tender");
      const checked = checkCharge(inUse(form.getValues()), currentMonth);
      const unknownToken = checked.ok && findUnknownToken(client, checked.values);
      if (unknownToken) return form.setError("token.token", { message: unknownToken }, { shouldFocus: true });
      // What is right leaves at once, and no field is drawn again for it; what is wrong is marked.
      if (checked.ok) report({ kind: "pressed", values: checked.values, at: Date.now() });
      else void form.handleSubmit(() => {})(event);
    }),
    clear: useSteady(() => {
      usualTender.current = form.getValues("tender");
      next();
    }),
    startNew: useSteady(() => open(ofItsOwn(form.getValues(), newAttemptId()), "amount")),
    ...opened,
    goOn: (decided: Decided) => report({ kind: "decided", decided, at: Date.now() }),
    goBack: () => report({ kind: "wentBack" }),
    actions: {
      next,
      voice: () => open(withVoiceCode(form.getValues(), newAttemptId()), "tender"),
      edit: () => open(sameAgain(form.getValues(), newAttemptId()), "tender"),
      payBy: (tender: Tender, rest?: Rest) =>
        open(otherTender(form.getValues(), newAttemptId(), tender, rest), "tender"),
      chargeAgain: (duplicateReason: string) =>
        open(
          { ...sameAgain(form.getValues(), newAttemptId()), ignoreDuplicate: true, duplicateReason },
          "tender",
        ),
    },
  };
}

/** `pressed`: the form has been sent once: until then a field that is still empty is not wrong yet. */
function useChargeValues(
  currentMonth: string,
  attempt: Attempt | undefined,
  pressed: RefObject<boolean>,
  savedCard: string | undefined,
): ChargeForm {
  const draft = useDraft();
  const [defaultValues] = useState(() => {
    if (attempt) return fromAttempt(attempt, newAttemptId());
    const values = draft ?? emptyCharge(newAttemptId());
    return savedCard === undefined ? values : withSavedCard(values, savedCard);
  });
  const resolver = useMemo(
    (): Resolver<ChargeValues, unknown, ValidCharge> => (values) => {
      const checked = checkCharge(inUse(values), currentMonth);
      if (checked.ok) return { values: checked.values, errors: {} };
      return { values: {}, errors: toErrors(checked.problems, values, pressed.current) };
    },
    [currentMonth, pressed],
  );
  return useForm({ resolver, defaultValues, mode: "onTouched", shouldFocusError: false });
}

/** Going back to a result's address brings this page without its attempt, which is then read again. */
function firstStage(attempt: Attempt | undefined, path: string): Stage {
  if (!attempt) {
    const attemptId = attemptIdIn(path);
    return attemptId ? { kind: "recalling", attemptId } : { kind: "form" };
  }
  const answer = firstAnswer(attempt);
  if (answer !== "waiting") return stageOf({ attempt, keepsForm: keepsForm(answer) });
  const { command, amountCents, payer, currency, id, sentAt, preparedAt } = attempt;
  const payment = { command, amountCents, payer, ...(currency && { currency }) };
  return { kind: "waiting", wait: { ...payment, attemptId: id, since: sentAt ?? preparedAt, lost: false } };
}

const leaveQuestion = "Leave this form? What you have typed is lost.";

/**
 * Going to the charge page while a result is shown asks for a new form; going back to an attempt's address asks for its
 * result. The page's own changes of its address lead to what it shows already.
 */
function useArrival(on: { atForm: () => void; atAttempt: (attemptId: string) => void }) {
  const path = usePathname();
  const last = useRef(path);
  const arrived = useEffectEvent(() => {
    const attemptId = attemptIdIn(path);
    if (attemptId) on.atAttempt(attemptId);
    else if (path === paths.charge()) on.atForm();
  });
  useEffect(() => {
    // The router may report an address late, when the page has moved on.
    if (last.current !== path && path === window.location.pathname) arrived();
    last.current = path;
  }, [path]);
}

/** Undefined on the charge page without an attempt, and on any other page. */
function attemptIdIn(path: string): string | undefined {
  const prefix = paths.attempt("");
  return (path.startsWith(prefix) && decodeURIComponent(path.slice(prefix.length))) || undefined;
}

/** A function with a stable identity that calls the latest render's: for a memoized child. */
function useSteady<Values extends unknown[]>(act: (...values: Values) => void) {
  const latest = useRef(act);
  useLayoutEffect(() => {
    latest.current = act;
  });
  const [steady] = useState(
    () =>
      (...values: Values) =>
        latest.current(...values),
  );
  return steady;
}

/** The problems at their fields. Before the form was sent once, without those of fields that are only still empty. */
function toErrors(
  problems: ReadonlyMap<string, string>,
  values: ChargeValues,
  isPressed: boolean,
): FieldErrors<ChargeValues> {
  const errors: FieldErrors<ChargeValues> = {};
  for (const [path, message] of problems)
    if (isPressed || get(values, path) !== "") set(errors, path, { type: "custom", message });
  return errors;
}
