"use client";

import { AmountField } from "#components/form/amount-field.tsx";
import { SubmitShell } from "#components/form/submit-shell.tsx";
import { TextField } from "#components/form/text-field.tsx";
import { Button } from "#components/ui/button/button.tsx";
import { PanelSection } from "#components/ui/panel/panel.tsx";
import { overShortText } from "#lib/drawer/report.ts";
import type { Comparison, Shift } from "#lib/drawer/shift.ts";
import { formatMoney } from "#lib/format/money.ts";
import { t, text } from "#lib/language/t.ts";
import { ApproverFields } from "./approver-fields.tsx";
import { useClosing } from "./use-closing.ts";

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
  const { overShortCents, countedCents, approval, sending } = comparison;
  const { control, close, pending, problem, needsSignature, nextFloat, tooMuch } = useClosing({
    shift,
    comparison,
    userId,
    onClosed,
  });
  return (
    <PanelSection className="border-t border-line">
      <SubmitShell
        label={t("Close the shift")}
        pending={pending}
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
              loading={pending}
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

const reasons = [
  text("Wrong change given"),
  text("Pay out not recorded"),
  text("Float was wrong"),
  text("Not known"),
];

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
