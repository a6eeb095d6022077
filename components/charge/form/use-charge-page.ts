"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
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
import { type Resolver, useForm } from "react-hook-form";
import { useMerchant } from "#components/layout/merchant.tsx";
import { firstAnswer, keepsForm } from "#components/payment-result/first-answer.ts";
import type { BalanceDue } from "#components/payment-result/result-props.ts";
import { usePreload } from "#components/ui/on-demand.tsx";
import { type Attempt, newAttemptId } from "#lib/attempt.ts";
import { noCustomFields } from "#lib/charge/fields/custom-fields.ts";
import {
  type ChargeValues,
  emptyCharge,
  inUse,
  tenders,
  type ValidCharge,
} from "#lib/charge/fields/values.ts";
import type { FocusOn } from "#lib/charge/machine-events.ts";
import { isUncharged, type Stage, stageOf } from "#lib/charge/stage.ts";
import type { Decided } from "#lib/charge/stop.ts";
import type { Tender } from "#lib/gateway/commands.ts";
import { t, text } from "#lib/language/t.ts";
import { paths } from "#lib/paths.ts";
import type { ApprovalGiven } from "#lib/payments/approval.ts";
import { may } from "#lib/permissions.ts";
import { isRefused, refusedQuery } from "#lib/queries/refused-tenders.ts";
import type { ChargeSettings } from "../charge-settings.ts";
import type { CheckSettings } from "./check-form.ts";
import { useDraft, useKeptDraft } from "./draft/draft.ts";
import { isTyped } from "./draft/is-typed.ts";
import { onceLoaded, useFormLogic } from "./form-logic.ts";
import {
  fromAttempt,
  type Prefill,
  retryValues,
  separatePaymentValues,
  valuesForTender,
  withPrefill,
  withVoiceCode,
} from "./next-values.ts";
import { useCharge } from "./use-charge.ts";
import type { ChargeForm } from "./use-charge-form.ts";
import { useWipe } from "./use-wipe.ts";

/** The page's one form, its stage, and the ways from a result to the next form. */
export function useChargePage(
  { currentMonth, layout }: ChargeSettings,
  ofPage: Attempt | undefined,
  begin: Prefill,
) {
  const path = usePathname();
  // The page may be an earlier one, which got another address since.
  const attempt = ofPage && path === paths.attempt(ofPage.id) ? ofPage : undefined;
  const { role, customFields = noCustomFields } = useMerchant();
  const client = useQueryClient();
  const pressed = useRef(false);
  const rules = { currentMonth, customFields };
  const form = useChargeValues(rules, { attempt, begin, tender: layout.tender }, pressed);
  const { logic } = useFormLogic();
  const [opened, setOpened] = useState<{ formKey: number; focusOn: FocusOn }>({
    formKey: 0,
    focusOn: "amount",
  });
  useWipe(form);

  const [first] = useState(() => firstStage(attempt, path));
  const draft = useDraft();
  const [isNew] = useState(first.kind === "form" && !attempt && !draft);
  const { stage, report } = useCharge({
    first,
    form,
    mayOverride: may(role, "overrideDuplicate"),
    onReset: (focusOn) => {
      pressed.current = false;
      forget();
      setOpened(({ formKey }) => ({ formKey: formKey + 1, focusOn }));
    },
  });
  const [forgotten, forget] = useKeptDraft(form, {
    read: () => (isUncharged(stage) ? form.getValues() : undefined),
    begin,
    isEmpty: isNew,
  });
  const open = (values: ChargeValues, focusOn: FocusOn) => report({ kind: "opened", values, focusOn });
  const { findOffered, beginWith } = useUsualTender(layout.tender);
  const next = () => {
    const offered = findOffered();
    open({ ...emptyCharge(newAttemptId()), ...(offered && { tender: offered }) }, "amount");
  };
  const showsResult = stage.kind === "result" || (stage.kind === "form" && stage.after !== undefined);
  useArrival({
    atForm: () => showsResult && next(),
    atAttempt: (attemptId) => {
      const isLost = stage.kind === "form" && stage.after?.id !== attemptId && isTyped(form.getValues());
      report({ kind: "arrived", attemptId, stays: isLost && !window.confirm(t(leaveQuestion)) });
    },
  });

  return {
    form,
    stage,
    submit: useSteady((event: FormEvent<HTMLFormElement>) => {
      event.preventDefault();
      // Its button can't be pressed until then; a shortcut can.
      if (!logic) return;
      pressed.current = true;
      if (opened.focusOn === "amount") beginWith(form.getValues("tender"));
      const checked = logic.checkPress(inUse(form.getValues()), rules, client);
      if (checked.kind === "unknownToken")
        return form.setError("token.token", { message: checked.message }, { shouldFocus: true });
      // What is right leaves at once, and no field is drawn again for it; what is wrong is marked.
      if (checked.kind === "valid") report({ kind: "pressed", values: checked.values, at: Date.now() });
      else void form.handleSubmit(() => {})(event);
    }),
    // A form for the rest of an order begins again as such: only leaving it ends that.
    clear: useSteady(() => {
      // What is typed meanwhile would be cleared later.
      if (!logic) return;
      const { completes, tender } = form.getValues();
      if (completes) {
        form.reset();
        return open({ ...form.getValues(), attemptId: newAttemptId() }, "tender");
      }
      beginWith(tender);
      next();
    }),
    leave: useSteady(() => logic && next()),
    startNew: useSteady(
      () => logic && open(separatePaymentValues(form.getValues(), newAttemptId()), "amount"),
    ),
    ...opened,
    forgotten,
    goOn: (decided: Decided) => report({ kind: "decided", decided, at: Date.now() }),
    sign: (approval?: ApprovalGiven) => report({ kind: "signed", approval, at: Date.now() }),
    goBack: () => report({ kind: "wentBack" }),
    actions: {
      next,
      voice: () => open(withVoiceCode(form.getValues(), newAttemptId()), "tender"),
      edit: () => open(retryValues(form.getValues(), newAttemptId()), "tender"),
      payBy: (tender: Tender, due?: BalanceDue) =>
        open(valuesForTender(form.getValues(), newAttemptId(), tender, due), "tender"),
      chargeAgain: (duplicateReason: string) =>
        open(
          { ...retryValues(form.getValues(), newAttemptId()), ignoreDuplicate: true, duplicateReason },
          "tender",
        ),
    },
  };
}

/** `pressed`: the form has been sent once: until then a field that is still empty is not wrong yet. */
function useChargeValues(
  { currentMonth, customFields }: CheckSettings,
  { attempt, begin, tender }: { attempt: Attempt | undefined; begin: Prefill; tender: Tender },
  pressed: RefObject<boolean>,
): ChargeForm {
  const draft = useDraft();
  const [defaultValues] = useState(() => {
    if (attempt) return fromAttempt(attempt, newAttemptId());
    const values = draft ?? { ...emptyCharge(newAttemptId()), tender };
    return withPrefill(values, begin);
  });
  const resolver = useMemo(
    (): Resolver<ChargeValues, unknown, ValidCharge> => (values) =>
      new Promise((resolve) =>
        onceLoaded(({ errorsIn }) => {
          const errors = errorsIn(values, { currentMonth, customFields }, pressed.current);
          resolve(Object.keys(errors).length > 0 ? { values: {}, errors } : { values, errors: {} });
        }),
      ),
    [currentMonth, customFields, pressed],
  );
  return useForm({ resolver, defaultValues, mode: "onTouched", shouldFocusError: false });
}

/** The tender that the next customer's form begins with: the one this workstation began its last payment with. */
function useUsualTender(first: Tender) {
  const usual = useRef(first);
  const { data: refused = [] } = useQuery(refusedQuery());
  usePreload(layoutKeeper);
  const beginWith = (tender: Tender) => {
    usual.current = tender;
    void loadKeepLayout().then((module) => module?.keepLayout({ tender }));
  };
  const findOffered = () => [usual.current, ...tenders].find((tender) => !isRefused(refused, "now", tender));
  return { findOffered, beginWith };
}

/** Going back to a result's address brings this page without its attempt, which is then read again. */
function firstStage(attempt: Attempt | undefined, path: string): Stage {
  if (!attempt) {
    const attemptId = attemptIdIn(path);
    return attemptId ? { kind: "restoring", attemptId } : { kind: "form" };
  }
  const answer = firstAnswer(attempt);
  if (answer !== "waiting") return stageOf({ attempt, keepsForm: keepsForm(answer) });
  const { command, tender, amountCents, paymentMethod, currency, id, sentAt, preparedAt } = attempt;
  const payment = { command, tender, amountCents, paymentMethod, ...(currency && { currency }) };
  return { kind: "waiting", wait: { ...payment, attemptId: id, since: sentAt ?? preparedAt, lost: false } };
}

/** Without it, the next form begins as the one before. */
const loadKeepLayout = () => import("./keep-layout.ts").catch(() => undefined);
/** Loaded ahead: a clerk may leave the page right after charging. */
const layoutKeeper = { preload: async () => void (await loadKeepLayout()) };

const leaveQuestion = text("Leave this form? What you have typed is lost.");

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
