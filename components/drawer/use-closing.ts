import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useForm, useWatch } from "react-hook-form";
import { useMerchant } from "#components/layout/merchant.tsx";
import { useHotkeys } from "#components/layout/shortcuts/use-hotkeys.ts";
import { cardNumberProblem, holdsCardNumber } from "#lib/card-data/card-detector.ts";
import { floatProblem } from "#lib/drawer/float-problem.ts";
import type { Comparison, Shift } from "#lib/drawer/shift.ts";
import { amountText, readAmount, typedCents } from "#lib/format/amount-text.ts";
import { t } from "#lib/language/t.ts";
import { toDecimal } from "#lib/money.ts";
import { may } from "#lib/permissions.ts";
import { drawerKey } from "#lib/queries/keys.ts";
import { refuse } from "#lib/result.ts";
import { closeDrawer } from "#server/actions/drawer.ts";
import { type ApproverValues, missingOfSignature, noApprover } from "./approver-fields.tsx";
import { useFormDraft } from "./use-form-draft.ts";

type Values = { reason: string; nextFloat: string } & ApproverValues;
const fields = ["reason", "nextFloat", "email", "password", "code"] as const satisfies (keyof Values)[];

/** Closes a counted shift. What is wrong is at its field. */
export function useClosing({
  shift,
  comparison,
  userId,
  onClosed,
}: {
  shift: Shift;
  comparison: Comparison;
  userId: string;
  onClosed: () => void;
}) {
  const { role } = useMerchant();
  const reread = useRereadDrawer();
  const [problem, setProblem] = useState<string>();
  const { counts, approval } = comparison;
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
  return {
    control,
    close,
    pending: formState.isSubmitting,
    /** Of no field. */
    problem,
    needsSignature,
    /** In cents; null where it is no amount. */
    nextFloat,
    /** Why that much can't be left. */
    tooMuch,
  };
}

const draftFields = ["reason", "nextFloat"] as const satisfies (keyof Values)[];

/** What is likely left for the next shift; nothing where that one was opened with another float. */
function usualFloat({ floatCents }: Shift, { countedCents, laterFloatCents }: Comparison): number {
  if (laterFloatCents === undefined) return Math.min(floatCents, countedCents);
  return laterFloatCents <= countedCents ? laterFloatCents : 0;
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
