"use client";

import { type ComponentProps, type FormEventHandler, memo, useEffect } from "react";
import { FormProvider } from "react-hook-form";
import { useMerchant } from "#components/layout/merchant.tsx";
import { Split } from "#components/layout/page/page-content.tsx";
import { KeyRow } from "#components/layout/shortcuts/key-row.tsx";
import { ResultOnDemand } from "#components/payment-result/result-on-demand.tsx";
import { onDemand } from "#components/ui/on-demand.tsx";
import { Panel } from "#components/ui/panel/panel.tsx";
import { Spinner } from "#components/ui/status/spinner.tsx";
import { useReady } from "#components/ui/until-ready.tsx";
import type { FocusOn } from "#lib/charge/machine-events.ts";
import type { Stage } from "#lib/charge/stage.ts";
import { may } from "#lib/permissions.ts";
import type { ChargeSettings } from "../charge-settings.ts";
import { ChargeForm } from "./charge-form.tsx";
import type { ChargeRail } from "./rail/charge-rail.tsx";
import type { ChargeForm as Form } from "./use-charge-form.ts";

/** The stages in which the form is mounted, even if hidden behind the wait. */
export type FormStage = Extract<Stage, { kind: "form" | "waiting" }>;

const WaitingPanel = onDemand(
  () => import("../result/waiting-panel.tsx").then((module) => module.WaitingPanel),
  <Spinner>Waiting for the gateway. Don't charge again.</Spinner>,
);

/** The form and its rail. Renders only when its props change: it is most of the page. */
export const ChargeFormView = memo(function ChargeFormView({
  stage,
  form,
  formKey,
  focusOn,
  settings: { currentMonth, waitMs },
  onSubmit,
  onClear,
  onStartNew,
}: {
  stage: FormStage;
  form: Form;
  formKey: number;
  focusOn: FocusOn;
  settings: ChargeSettings;
  onSubmit: FormEventHandler<HTMLFormElement>;
  onClear: () => void;
  onStartNew: () => void;
}) {
  const { role } = useMerchant();
  const waits = stage.kind === "waiting";
  // Not once the page is idle: by the first press, the connection to the console may be gone.
  useEffect(() => void WaitingPanel.preload(), []);
  return (
    <FormProvider {...form}>
      <Split rail={<Rail currentMonth={currentMonth} sent={waits} />}>
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
                onStartNew={onStartNew}
              />
              <ChargeKeyRow />
            </div>
          )}
        </div>
      </Split>
    </FormProvider>
  );
});

/** Loaded once the form can be used: a clerk types without it. */
function Rail(props: ComponentProps<typeof ChargeRail>) {
  return useReady() ? <RailOnDemand {...props} /> : railRoom;
}

const railRoom = <Panel as="aside" aria-label="Summary and status" className="lg:min-h-[640px]" />;
const RailOnDemand = onDemand(
  () => import("./rail/charge-rail.tsx").then((module) => module.ChargeRail),
  railRoom,
);

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
