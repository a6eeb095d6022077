"use client";

import { useQuery } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { useHotkeys } from "#components/layout/shortcuts/use-hotkeys.ts";
import { Button } from "#components/ui/button/button.tsx";
import { Field } from "#components/ui/form/field.tsx";
import { Input } from "#components/ui/form/input.tsx";
import { Select } from "#components/ui/form/select.tsx";
import { Dialog } from "#components/ui/overlay/dialog.tsx";
import { Note } from "#components/ui/status/note.tsx";
import { Spinner } from "#components/ui/status/spinner.tsx";
import type { Attempt, OrderBalance } from "#lib/attempt.ts";
import { cardNumberProblem, holdsCardNumber } from "#lib/card-data/card-detector.ts";
import { formatMoney } from "#lib/format/money.ts";
import { longestReason, shortestReason } from "#lib/forms/reason.ts";
import { t, text } from "#lib/language/t.ts";
import { translate } from "#lib/language/translate.ts";
import type { ApprovalGiven } from "#lib/payments/approval.ts";
import { limitText } from "#lib/payments/money-limits.ts";
import { allPartsOf, type UndoResult, type UndoStep } from "#lib/payments/order.ts";
import { undoPlanQuery } from "#lib/queries/orders.ts";
import { ApprovalOnDemand } from "../approval/approval-on-demand.tsx";
import { isDone, UndoResults, UndoSteps } from "./undo-list.tsx";
import { useUndo } from "./use-undo.ts";

const reasons = [
  text("Customer changed their mind"),
  text("Wrong amount"),
  text("Charged twice"),
  text("Goods returned"),
] as const;
/** The choice of a reason in the user's own words. The others are what is sent and stored. */
const ownWords = "own";

/** Asks once for all payments of an order, with what happens to each, and then shows what came of each. Mount a new one each time. */
export function UndoDialog({
  attempt,
  balance,
  onClose,
}: {
  attempt: Attempt;
  balance: OrderBalance;
  onClose: () => void;
}) {
  const { currency: code } = attempt;
  const order = balance.first.attemptId;
  // The payments as they were when this opened: the page behind follows what is done.
  const { data: steps, error } = useQuery({ ...undoPlanQuery(order), refetchOnWindowFocus: false });
  const reason = useReason();
  const { send, pending, problem, isLost, results, asks, forgo } = useUndo(order);
  const possible = steps?.filter(({ command }) => command) ?? [];
  function submit(event?: FormEvent) {
    event?.preventDefault();
    if (reason.check() && !pending && !results && !asks && possible.length > 0)
      void send(possible, reason.text);
  }
  const sign = (approval?: ApprovalGiven) => void send(possible, reason.text, approval);
  useHotkeys([{ keys: "ctrl+enter", does: t("Undo"), act: () => submit() }], {
    group: t("This question"),
    scope: "dialog",
  });

  const done = results !== undefined && steps !== undefined && !asks;
  // What someone else undid in the same moment is undone all the same.
  const gone = new Set(allPartsOf(balance).flatMap(({ attemptId, isGone }) => (isGone ? [attemptId] : [])));
  const askedSum = formatMoney(asks?.reduce((total, { cents }) => total + cents, 0) ?? 0, { code });
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && !pending && (asks ? forgo() : onClose())}
      title={
        asks
          ? t("Undo {askedSum} needs approval", { askedSum })
          : done
            ? resultTitle(results, gone)
            : possible.length > 1
              ? t("Undo these payments?")
              : t("Undo this payment?")
      }
      description={
        asks
          ? asks[0] && limitText(asks[0].limit, asks[0].over)
          : done
            ? undefined
            : t("The order ends: nothing more is collected for it, and an undone payment can't be restored.")
      }
    >
      {error && (
        <Note tone="warning" role="alert">
          {t("{message} Nothing was done.", { message: translate(error.message) })}
        </Note>
      )}
      {!steps && !error && <Spinner>{t("Checking what is possible at the gateway")}</Spinner>}
      {done && <UndoResults results={results} gone={gone} steps={steps} code={code} />}
      {done && (
        <div className="flex justify-end">
          <Button variant="primary" onClick={onClose}>
            {t("Close")}
          </Button>
        </div>
      )}
      {asks && (
        <ApprovalOnDemand
          asks={asks}
          does={t("undo {amount}", { amount: askedSum })}
          pending={pending}
          onApprove={sign}
          onClose={forgo}
        />
      )}
      {steps && !done && !asks && (
        <UndoForm
          steps={steps}
          code={code}
          reason={reason}
          isLost={isLost}
          pending={pending}
          problem={problem}
          onSubmit={submit}
          onClose={onClose}
        />
      )}
    </Dialog>
  );
}

/** The reason, chosen or in the user's own words. */
function useReason() {
  const [preset, setPreset] = useState<string>(reasons[0]);
  const [own, setOwn] = useState("");
  const [error, setError] = useState<string>();
  const text = (preset === ownWords ? own : preset).trim();
  /** Whether it is one; else its field says why not. */
  const check = (): boolean => {
    const wrong = reasonProblem(text);
    setError(wrong);
    return wrong === undefined;
  };
  return { preset, setPreset, own, setOwn, text, error, check };
}

/** What is undone and what is not, and why it is. */
function UndoForm({
  steps,
  code,
  reason,
  isLost,
  pending,
  problem,
  onSubmit,
  onClose,
}: {
  steps: readonly UndoStep[];
  code: string | undefined;
  reason: ReturnType<typeof useReason>;
  /** It may be done: nothing is kept for sure. */
  isLost: boolean;
  pending: boolean;
  problem: string | undefined;
  onSubmit: (event: FormEvent) => void;
  onClose: () => void;
}) {
  const possible = steps.filter(({ command }) => command);
  const sum = formatMoney(
    possible.reduce((total, { cents }) => total + cents, 0),
    { code },
  );
  return (
    <form onSubmit={onSubmit} aria-label={t("Undo")} noValidate className="grid gap-4">
      <UndoSteps steps={steps} code={code} />
      {possible.length > 0 && (
        <Field label={t("Reason")}>
          {(props) => (
            <Select
              {...props}
              value={reason.preset}
              onChange={(event) => reason.setPreset(event.target.value)}
            >
              {reasons.map((preset) => (
                <option key={preset} value={preset}>
                  {t(preset)}
                </option>
              ))}
              <option value={ownWords}>{t("Other reason")}</option>
            </Select>
          )}
        </Field>
      )}
      {reason.preset === ownWords && (
        <Field label={t("In your own words")} longest={longestReason} text={reason.own} error={reason.error}>
          {(props) => (
            <Input {...props} value={reason.own} onChange={(event) => reason.setOwn(event.target.value)} />
          )}
        </Field>
      )}
      {problem && (
        <Note tone="warning" role="alert">
          {problem}
        </Note>
      )}
      <div className="flex flex-wrap items-center justify-end gap-3 max-sm:*:flex-auto">
        <Button onClick={onClose} disabled={pending} kbd="Esc">
          {isLost ? t("Close") : t("Keep payments")}
        </Button>
        {possible.length > 0 && (
          <Button type="submit" variant="primary" kbd="Ctrl Enter" disabled={pending}>
            {pending ? t("Undoing …") : t("Undo {sum}", { sum })}
          </Button>
        )}
      </div>
    </form>
  );
}

function reasonProblem(reason: string): string | undefined {
  if (reason.length < shortestReason) return t("Say why, in a few words.");
  if (reason.length > longestReason) return t("Say it in fewer words.");
  return holdsCardNumber(reason) ? cardNumberProblem : undefined;
}

function resultTitle(results: readonly UndoResult[], gone: ReadonlySet<string>): string {
  const open = results.filter((result) => !isDone(result) && !gone.has(result.part)).length;
  if (open === 0) return results.length === 1 ? t("The payment was undone") : t("All payments were undone");
  return open === results.length ? t("Nothing is undone yet") : t("Not everything is undone yet");
}
