"use client";

import { type FormEventHandler, memo } from "react";
import { FormProvider } from "react-hook-form";
import { Split } from "#components/layout/page-content.tsx";
import { ResultOnDemand } from "#components/payment-result/result-on-demand.tsx";
import { may } from "#lib/permissions.ts";
import type { DeskSettings } from "../charge-view.tsx";
import { WaitingPanel } from "../result/waiting-panel.tsx";
import { ChargeForm } from "./charge-form.tsx";
import { ChargeKeyRow } from "./charge-key-row.tsx";
import { ChargeRail } from "./charge-rail.tsx";
import type { Stage } from "./use-charge.ts";
import type { ChargeForm as Form } from "./use-charge-form.ts";
import type { FocusOn } from "./use-charge-page.ts";

/** The stages in which the form stands on the page, be it unseen behind the wait. */
export type FormStage = Extract<Stage, { kind: "form" | "waiting" }>;

/** The form and its rail. Drawn anew only when something of it changes: it is the most of the page. */
export const ChargeFormView = memo(function ChargeFormView({
  stage,
  form,
  formKey,
  focusOn,
  settings: { role, timeZone, currentMonth, waitMs },
  onSubmit,
  onClear,
}: {
  stage: FormStage;
  form: Form;
  formKey: number;
  focusOn: FocusOn;
  settings: DeskSettings;
  onSubmit: FormEventHandler<HTMLFormElement>;
  onClear: () => void;
}) {
  const waits = stage.kind === "waiting";
  return (
    <FormProvider {...form}>
      <Split rail={<ChargeRail timeZone={timeZone} currentMonth={currentMonth} sent={waits} />}>
        <div className="grid gap-4 sm:gap-6">
          {stage.kind === "form" && stage.after && (
            <ResultOnDemand
              key={stage.after.id}
              attempt={stage.after}
              actions={{}}
              role={role}
              timeZone={timeZone}
            />
          )}
          {waits && <WaitingPanel wait={stage.wait} waitMs={waitMs} />}
          {may(role, "charge") && (
            <div hidden={waits}>
              <ChargeForm
                key={formKey}
                focusOn={focusOn}
                pending={waits}
                problem={stage.kind === "form" ? stage.problem : undefined}
                role={role}
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
