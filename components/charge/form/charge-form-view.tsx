"use client";

import { type FormEventHandler, memo } from "react";
import { FormProvider } from "react-hook-form";
import { KeyRow } from "#components/layout/key-row.tsx";
import { useMerchant } from "#components/layout/merchant.tsx";
import { Split } from "#components/layout/page-content.tsx";
import { ResultOnDemand } from "#components/payment-result/result-on-demand.tsx";
import type { FocusOn } from "#lib/charge/machine.ts";
import type { Stage } from "#lib/charge/stage.ts";
import { may } from "#lib/permissions.ts";
import type { ChargeSettings } from "../charge-settings.ts";
import { WaitingPanel } from "../result/waiting-panel.tsx";
import { ChargeForm } from "./charge-form.tsx";
import { ChargeRail } from "./charge-rail.tsx";
import type { ChargeForm as Form } from "./use-charge-form.ts";

/** The stages in which the form stands on the page, be it unseen behind the wait. */
export type FormStage = Extract<Stage, { kind: "form" | "waiting" }>;

/** The form and its rail. Drawn anew only when something of it changes: it is the most of the page. */
export const ChargeFormView = memo(function ChargeFormView({
  stage,
  form,
  formKey,
  focusOn,
  settings: { currentMonth, waitMs },
  onSubmit,
  onClear,
}: {
  stage: FormStage;
  form: Form;
  formKey: number;
  focusOn: FocusOn;
  settings: ChargeSettings;
  onSubmit: FormEventHandler<HTMLFormElement>;
  onClear: () => void;
}) {
  const { role } = useMerchant();
  const waits = stage.kind === "waiting";
  return (
    <FormProvider {...form}>
      <Split rail={<ChargeRail currentMonth={currentMonth} sent={waits} />}>
        <div className="grid gap-4 sm:gap-6">
          {stage.kind === "form" && stage.after && (
            <ResultOnDemand key={stage.after.id} attempt={stage.after} actions={{}} />
          )}
          {waits && <WaitingPanel wait={stage.wait} waitMs={waitMs} />}
          {may(role, "charge") && (
            <div hidden={waits}>
              <ChargeForm
                key={formKey}
                focusOn={focusOn}
                pending={waits}
                problem={stage.kind === "form" ? stage.problem : undefined}
                onSubmit={onSubmit}
                onClear={onClear}
              />
              <ChargeKeyRow />
            </div>
          )}
        </div>
      </Split>
    </FormProvider>
  );
});

const items = [
  { keys: "Esc", does: "leave a field" },
  { keys: "Alt 1 to 4", does: "tender, then type the amount" },
  { keys: "Enter", does: "next field" },
  { keys: "Ctrl Enter", does: "charge" },
  { keys: "?", does: "all keys" },
];

/** The keys of the charge form, under it. */
function ChargeKeyRow() {
  return (
    <div className="mt-4 sm:mt-6">
      <KeyRow items={items} />
    </div>
  );
}
