"use client";

import { useState } from "react";
import { useAct } from "#components/layout/use-act.ts";
import { Button } from "#components/ui/button/button.tsx";
import { Checkbox } from "#components/ui/form/checkbox.tsx";
import { Field } from "#components/ui/form/field.tsx";
import { Input } from "#components/ui/form/input.tsx";
import { Segmented } from "#components/ui/form/segmented.tsx";
import { Dialog } from "#components/ui/overlay/dialog.tsx";
import { toastDone } from "#components/ui/overlay/toast.ts";
import { Note } from "#components/ui/status/note.tsx";
import { type FundingRules, percentText, readPercent } from "#lib/deposits/funding-rules.ts";
import { amountText, typedCents } from "#lib/format/amount-text.ts";
import { t } from "#lib/language/t.ts";
import { wholeNumber } from "#lib/page.ts";
import { depositsKey } from "#lib/queries/keys.ts";
import { changeFundingRules } from "#server/actions/deposits.ts";

/** Changes how the processor pays out. */
export function RulesDialog({ rules, onClose }: { rules: FundingRules; onClose: () => void }) {
  const { fields, change, ratePpm, perItemCents, canSave, save, pending, problem, reasons } = useRules(
    rules,
    onClose,
  );
  const { fees, percent, perItem, isAmexApart, cardDays, checkDays } = fields;
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={t("How you are paid")}
      description={t("See your agreement with the processor. Existing matches stay.")}
      footer={
        <>
          <Button onClick={onClose}>{t("Cancel")}</Button>
          <Button variant="primary" loading={pending} disabled={!canSave} onClick={() => void save()}>
            {t("Save")}
          </Button>
        </>
      }
    >
      <div className="grid gap-4">
        <Segmented
          label={t("Fees")}
          full
          value={fees}
          options={[
            { value: "separate", label: t("Fees on their own line") },
            { value: "net", label: t("Kept from each deposit") },
          ]}
          onChange={(next) => change({ fees: next })}
        />
        {fees === "net" && (
          <RateFields
            percent={percent}
            perItem={perItem}
            reasons={{
              percent:
                ratePpm === undefined ? t("Enter a percentage up to 10, such as 2.6.") : reasons.ratePpm,
              perItem: perItemCents === null ? t("Enter an amount such as 0.10.") : reasons.perItemCents,
            }}
            onPercent={(text) => change({ percent: text })}
            onPerItem={(text) => change({ perItem: text })}
          />
        )}
        <Checkbox
          label={t("American Express pays in a separate deposit")}
          checked={isAmexApart}
          onChange={(event) => change({ isAmexApart: event.target.checked })}
        />
        <div className="grid gap-3">
          <DaysField
            label={t("Card deposits arrive after")}
            value={cardDays}
            most={10}
            reason={reasons.cardDays}
            onChange={(text) => change({ cardDays: text })}
          />
          <DaysField
            label={t("Check deposits arrive after")}
            value={checkDays}
            most={15}
            reason={reasons.checkDays}
            onChange={(text) => change({ checkDays: text })}
          />
        </div>
        {problem && (
          <Note tone="warning" role="alert">
            {problem}
          </Note>
        )}
      </div>
    </Dialog>
  );
}

/** The rules as they are typed, and what they mean. */
function useRules(rules: FundingRules, onClose: () => void) {
  const [fields, setFields] = useState({
    fees: rules.fees,
    percent: percentText(rules.ratePpm),
    perItem: amountText(rules.perItemCents),
    isAmexApart: rules.isAmexApart,
    cardDays: String(rules.cardDays),
    checkDays: String(rules.checkDays),
  });
  const change = (part: Partial<typeof fields>) => setFields((before) => ({ ...before, ...part }));
  const { act, pending, problem, reasons } = useAct({
    changes: depositsKey,
    unanswered: t("No response from the server. Open this again to see whether it was saved."),
    fields: ["ratePpm", "perItemCents", "cardDays", "checkDays"],
  });
  const { fees, percent, perItem, isAmexApart, cardDays, checkDays } = fields;
  const ratePpm = readPercent(percent);
  const perItemCents = typedCents(perItem.trim() === "" ? "0" : perItem);
  const days = [wholeNumber(cardDays, 0, 10), wholeNumber(checkDays, 0, 15)];
  const [cards, checks] = days;
  const save = async () => {
    if (ratePpm === undefined || perItemCents === null || cards === undefined || checks === undefined) return;
    const next = { fees, ratePpm, perItemCents, isAmexApart, cardDays: cards, checkDays: checks };
    if (!(await act(() => changeFundingRules(next)))) return;
    toastDone(t("Saved"), t("Deposits that agree to the cent now are matched."));
    onClose();
  };
  const canSave = ratePpm !== undefined && perItemCents !== null && !days.includes(undefined);
  return { fields, change, ratePpm, perItemCents, canSave, save, pending, problem, reasons };
}

/** What the processor keeps of each deposit. */
function RateFields({
  percent,
  perItem,
  reasons,
  onPercent,
  onPerItem,
}: {
  percent: string;
  perItem: string;
  reasons: Record<"percent" | "perItem", string | undefined>;
  onPercent: (text: string) => void;
  onPerItem: (text: string) => void;
}) {
  return (
    <div className="grid grid-cols-2 gap-3">
      <Field label={t("Rate in percent")} help={t("0 when it differs by card")} error={reasons.percent}>
        {(control) => (
          <Input
            {...control}
            right
            inputMode="decimal"
            value={percent}
            onChange={(event) => onPercent(event.target.value)}
          />
        )}
      </Field>
      <Field label={t("For each sale")} error={reasons.perItem}>
        {(control) => (
          <Input
            {...control}
            right
            inputMode="decimal"
            value={perItem}
            onChange={(event) => onPerItem(event.target.value)}
          />
        )}
      </Field>
    </div>
  );
}

function DaysField({
  label,
  value,
  most,
  reason,
  onChange,
}: {
  label: string;
  value: string;
  most: number;
  reason: string | undefined;
  onChange: (text: string) => void;
}) {
  const isWrong = wholeNumber(value, 0, most) === undefined;
  return (
    <Field
      label={label}
      help={t("banking days")}
      error={isWrong ? t("Enter 0 to {most}.", { most }) : reason}
    >
      {(control) => (
        <Input
          {...control}
          right
          inputMode="numeric"
          value={value}
          onChange={(event) => onChange(event.target.value)}
        />
      )}
    </Field>
  );
}
