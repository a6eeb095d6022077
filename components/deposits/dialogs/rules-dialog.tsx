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
  const [fees, setFees] = useState(rules.fees);
  const [percent, setPercent] = useState(percentText(rules.ratePpm));
  const [perItem, setPerItem] = useState(amountText(rules.perItemCents));
  const [isAmexApart, setIsAmexApart] = useState(rules.isAmexApart);
  const [cardDays, setCardDays] = useState(String(rules.cardDays));
  const [checkDays, setCheckDays] = useState(String(rules.checkDays));
  const { act, pending, problem, reasons } = useAct({
    changes: depositsKey,
    unanswered: t("No response from the server. Open this again to see whether it was saved."),
    fields: ["ratePpm", "perItemCents", "cardDays", "checkDays"],
  });
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
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={t("How you are paid")}
      description={t("See your agreement with the processor. Existing matches stay.")}
      footer={
        <>
          <Button onClick={onClose}>{t("Cancel")}</Button>
          <Button
            variant="primary"
            loading={pending}
            disabled={ratePpm === undefined || perItemCents === null || days.includes(undefined)}
            onClick={() => void save()}
          >
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
          onChange={setFees}
        />
        {fees === "net" && (
          <div className="grid grid-cols-2 gap-3">
            <Field
              label={t("Rate in percent")}
              help={t("0 when it differs by card")}
              error={ratePpm === undefined ? t("Enter a percentage up to 10, such as 2.6.") : reasons.ratePpm}
            >
              {(control) => (
                <Input
                  {...control}
                  right
                  inputMode="decimal"
                  value={percent}
                  onChange={(event) => setPercent(event.target.value)}
                />
              )}
            </Field>
            <Field
              label={t("For each sale")}
              error={perItemCents === null ? t("Enter an amount such as 0.10.") : reasons.perItemCents}
            >
              {(control) => (
                <Input
                  {...control}
                  right
                  inputMode="decimal"
                  value={perItem}
                  onChange={(event) => setPerItem(event.target.value)}
                />
              )}
            </Field>
          </div>
        )}
        <Checkbox
          label={t("American Express pays in a separate deposit")}
          checked={isAmexApart}
          onChange={(event) => setIsAmexApart(event.target.checked)}
        />
        <div className="grid grid-cols-2 gap-3">
          <DaysField
            label={t("Card deposits arrive after")}
            value={cardDays}
            most={10}
            reason={reasons.cardDays}
            onChange={setCardDays}
          />
          <DaysField
            label={t("Check deposits arrive after")}
            value={checkDays}
            most={15}
            reason={reasons.checkDays}
            onChange={setCheckDays}
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
