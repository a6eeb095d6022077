"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useForm, useWatch } from "react-hook-form";
import { AmountField } from "#components/form/amount-field.tsx";
import { SubmitShell } from "#components/form/submit-shell.tsx";
import { TextField } from "#components/form/text-field.tsx";
import { useMerchant } from "#components/layout/merchant.tsx";
import { useHotkeys } from "#components/layout/shortcuts/use-hotkeys.ts";
import { Button } from "#components/ui/button/button.tsx";
import { PanelSection } from "#components/ui/panel/panel.tsx";
import { cardNumberProblem, holdsCardNumber } from "#lib/card-data/card-detector.ts";
import { floatProblem } from "#lib/drawer/float-problem.ts";
import { overShortText } from "#lib/drawer/report.ts";
import type { Comparison, Shift } from "#lib/drawer/shift.ts";
import { amountText, readAmount, typedCents } from "#lib/format/amount-text.ts";
import { formatMoney } from "#lib/format/money.ts";
import { t, text } from "#lib/language/t.ts";
import { toDecimal } from "#lib/money.ts";
import { may } from "#lib/permissions.ts";
import { drawerKey } from "#lib/queries/keys.ts";
import { refuse } from "#lib/result.ts";
import { closeDrawer } from "#server/actions/drawer.ts";
import { ApproverFields, type ApproverValues, missingOfSignature, noApprover } from "./approver-fields.tsx";
import { useFormDraft } from "./use-form-draft.ts";

type Values = { reason: string; nextFloat: string } & ApproverValues;
const fields = ["reason", "nextFloat", "email", "password", "code"] as const satisfies (keyof Values)[];

/** The reason of a difference, what stays as the next float, and, where it takes one, a manager's signature. */
export function CloseForm({
  shift,
  comparison,
  userId,
  onRecount,
  onClosed,
}: {
  shift: Shift;
  comparison: Comparison;
  userId: string;
  onRecount?: (() => void) | undefined;
  onClosed: () => void;
}) {
  const { role } = useMerchant();
  const reread = useRereadDrawer();
  const [problem, setProblem] = useState<string>();
  const { overShortCents, countedCents, counts, approval, sending } = comparison;
  const form = useForm<Values>({
    defaultValues: {
      reason: "",
      nextFloat: amountText(usualFloat(shift, comparison)),
      ...noApprover,
    },
  });
  const { control, handleSubmit, setError, setValue, formState } = form;
  const forgetDraft = useFormDraft(`close-${shift.number}`, form, draftFields);
  const approvesAlone = may(role, "approveDrawer") && counts.every(({ byId }) => byId !== userId);
  const needsSignature = approval.length > 0 && !approvesAlone;
  const nextFloat = typedCents(useWatch({ control, name: "nextFloat" }));
  const tooMuch = nextFloat === null ? undefined : floatProblem(nextFloat, comparison);

  const close = handleSubmit(async (values) => {
    setProblem(undefined);
    const wrong = findProblem(values, { comparison, needsSignature });
    if (wrong) return setError(wrong.field, { message: wrong.message }, { shouldFocus: true });
    const { reason, email, password, code } = values;
    const result = await closeDrawer({
      shift: shift.number,
      countId: counts.at(-1)?.id ?? "",
      reason,
      nextFloat: toDecimal(typedCents(values.nextFloat) ?? 0),
      approver: needsSignature ? { email, password, code } : noApprover,
    }).catch(() => undefined);
    setValue("password", "");
    setValue("code", "");
    if (result?.ok) {
      forgetDraft();
      onClosed();
      return await reread();
    }
    const refusal =
      result?.problem ??
      refuse(t("No response from the server. Try again: a shift is closed only once.")).problem;
    const { message, fields: wrongFields = {}, pointsToFields } = refusal;
    const found = fields.filter((field) => wrongFields[field]);
    // What is wrong with a field is said there, and only there.
    for (const [place, field] of found.entries()) {
      const reason = pointsToFields ? wrongFields[field] : message;
      setError(field, { message: reason ?? message }, { shouldFocus: place === 0 });
    }
    setProblem(found.length > 0 ? undefined : message);
    await reread();
  });
  useHotkeys([{ keys: "ctrl+enter", does: t("Close the shift"), act: () => void close() }]);

  return (
    <PanelSection className="border-t border-line">
      <SubmitShell
        label={t("Close the shift")}
        pending={formState.isSubmitting}
        submitError={problem}
        onSubmit={(event) => void close(event)}
        enterMovesOn
        className="grid gap-5"
        footer={
          <div className="flex flex-wrap items-center justify-end gap-3 max-sm:*:flex-auto">
            <p className="w-full text-13 text-muted">
              {t("The count and the difference are kept with the shift for good.")}
            </p>
            {onRecount && (
              <Button size="l" kbd="R" onClick={onRecount}>
                {t("Count again")}
              </Button>
            )}
            <Button
              type="submit"
              variant="primary"
              size="l"
              kbd="Ctrl Enter"
              loading={formState.isSubmitting}
              disabled={sending > 0}
            >
              {closeLabel(overShortCents)}
            </Button>
          </div>
        }
      >
        <div className="grid items-start gap-4 sm:grid-cols-2">
          <TextField
            control={control}
            name="reason"
            label={overShortCents === 0 ? t("Note") : t("Reason")}
            optional={overShortCents === 0}
            maxLength={200}
            choices={reasons.map((reason) => ({ value: t(reason) }))}
          />
          <AmountField
            control={control}
            name="nextFloat"
            label={t("Leave as the next float")}
            help={
              nextFloat !== null && !tooMuch
                ? t("{money} to the safe", { money: formatMoney(countedCents - nextFloat) })
                : undefined
            }
            wrong={tooMuch}
          />
        </div>
        {approval.length > 0 && (
          <ApproverFields control={control} needsSignature={needsSignature}>
            <b>{needsSignature ? t("Manager approval required.") : t("Closing it is your approval.")}</b>{" "}
            {whyApproval(comparison)}
            {needsSignature &&
              t(" Someone who did not count approves it here, or closes it at their own workstation.")}
          </ApproverFields>
        )}
      </SubmitShell>
    </PanelSection>
  );
}

const draftFields = ["reason", "nextFloat"] as const satisfies (keyof Values)[];

const reasons = [
  text("Wrong change given"),
  text("Pay out not recorded"),
  text("Float was wrong"),
  text("Not known"),
];

/** What is likely left for the next shift; nothing where that one was opened with another float. */
function usualFloat({ floatCents }: Shift, { countedCents, laterFloatCents }: Comparison): number {
  if (laterFloatCents === undefined) return Math.min(floatCents, countedCents);
  return laterFloatCents <= countedCents ? laterFloatCents : 0;
}

const closeLabel = (cents: number) =>
  cents === 0
    ? t("Close, exact")
    : t("Close, {difference}", { difference: overShortText(cents, formatMoney).toLowerCase() });

function whyApproval({ approval, overShortCents, toleranceCents }: Comparison): string {
  const limit = formatMoney(toleranceCents);
  if (approval.includes("tolerance"))
    return t("{money} is over the {limit} limit for clerks.", {
      ...{ money: formatMoney(Math.abs(overShortCents)), limit },
    });
  if (approval.includes("earlierCount"))
    return t("An earlier count was over or short by more than the {limit} limit for clerks.", { limit });
  return t("The outcome of a cash payment is unknown.");
}

function findProblem(
  { reason, nextFloat, ...signature }: Values,
  { comparison, needsSignature }: { comparison: Comparison; needsSignature: boolean },
): { field: keyof Values; message: string } | undefined {
  if (comparison.overShortCents !== 0 && reason.trim() === "")
    return { field: "reason", message: t("Say why.") };
  if (holdsCardNumber(reason)) return { field: "reason", message: cardNumberProblem };
  const read = readAmount(nextFloat);
  if (read.kind !== "amount")
    return {
      field: "nextFloat",
      message: read.kind === "empty" ? t("Enter an amount. It may be 0.") : read.reason,
    };
  const tooMuch = floatProblem(read.cents, comparison);
  if (tooMuch) return { field: "nextFloat", message: tooMuch };
  return needsSignature ? missingOfSignature(signature) : undefined;
}

/** Reads all that is shown of drawers again. */
function useRereadDrawer(): () => Promise<void> {
  const queries = useQueryClient();
  return () => queries.invalidateQueries({ queryKey: drawerKey });
}
