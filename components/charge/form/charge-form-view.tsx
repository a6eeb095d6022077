"use client";

import { type ComponentProps, type FormEventHandler, memo, useEffect, useState } from "react";
import { FormProvider, useWatch } from "react-hook-form";
import { useMerchant } from "#components/layout/merchant.tsx";
import { TwoColumns } from "#components/layout/page/page-content.tsx";
import { KeyRow } from "#components/layout/shortcuts/key-row.tsx";
import { ResultOnDemand } from "#components/payment-result/result-on-demand.tsx";
import { onDemand } from "#components/ui/on-demand.tsx";
import { Panel } from "#components/ui/panel/panel.tsx";
import { Spinner } from "#components/ui/status/spinner.tsx";
import { useReady } from "#components/ui/until-ready.tsx";
import type { FocusOn } from "#lib/charge/machine-events.ts";
import type { Stage } from "#lib/charge/stage.ts";
import { t, translated } from "#lib/language/t.ts";
import { may } from "#lib/permissions.ts";
import type { ChargeSettings } from "../charge-settings.ts";
import { ChargeForm, ProblemNote } from "./charge-form.tsx";
import type { Forgotten } from "./draft/is-typed.ts";
import type { ChargeRail } from "./rail/charge-rail.tsx";
import type { ChargeForm as Form } from "./use-charge-form.ts";

/** The stages in which the form is mounted, even if hidden behind the wait. */
export type FormStage = Extract<Stage, { kind: "form" | "waiting" }>;

const Waiting = () => <Spinner>{t("Waiting for the gateway. Don't charge again.")}</Spinner>;
const WaitingPanel = onDemand(
  () => import("../result/waiting-panel.tsx").then((module) => module.WaitingPanel),
  <Waiting />,
);

/** The form and its rail. Renders only when its props change: it is most of the page. */
export const ChargeFormView = memo(function ChargeFormView({
  stage,
  form,
  formKey,
  focusOn,
  forgotten,
  settings: { currentMonth, layout },
  onSubmit,
  onClear,
  onLeave,
  onStartNew,
}: {
  stage: FormStage;
  form: Form;
  formKey: number;
  focusOn: FocusOn;
  forgotten: Forgotten;
  settings: ChargeSettings;
  onSubmit: FormEventHandler<HTMLFormElement>;
  onClear: () => void;
  /** An empty form in place of one for the rest of an order. */
  onLeave: () => void;
  onStartNew: () => void;
}) {
  const { role } = useMerchant();
  const waits = stage.kind === "waiting";
  const [hasNoBalance, setHasNoBalance] = useState(false);
  // Not once the page is idle: by the first press, the connection to the console may be gone.
  useEffect(() => {
    void WaitingPanel.preload();
    void ProblemNote.preload();
  }, []);
  return (
    <FormProvider {...form}>
      <TwoColumns rail={<Rail currentMonth={currentMonth} sent={waits} />}>
        <div className="grid gap-4 sm:gap-6">
          {stage.kind === "form" && stage.after && (
            <ResultOnDemand key={stage.after.id} attempt={stage.after} actions={{}} />
          )}
          {waits && <WaitingPanel wait={stage.wait} />}
          {may(role, "charge") && (
            <div hidden={waits} className="grid gap-4 sm:gap-6">
              {forgotten && <ForgottenNote forgotten={forgotten} />}
              <BalanceIfAny
                control={form.control}
                onLeave={onLeave}
                onStartNew={onStartNew}
                onOver={setHasNoBalance}
              />
              <div hidden={hasNoBalance}>
                <ChargeForm
                  key={formKey}
                  focusOn={focusOn}
                  pending={waits || hasNoBalance}
                  openSections={layout.open}
                  problem={stage.kind === "form" ? stage.problem : undefined}
                  onSubmit={onSubmit}
                  onClear={onClear}
                  onStartNew={onStartNew}
                />
                <ChargeKeyRow />
              </div>
            </div>
          )}
        </div>
      </TwoColumns>
    </FormProvider>
  );
});

type BalanceActions = Omit<ComponentProps<typeof OrderBalancePanel>, "completes">;

/** The order whose rest the form takes. */
function BalanceIfAny({ control, ...actions }: { control: Form["control"] } & BalanceActions) {
  const completes = useWatch({ control, name: "completes" });
  return completes && <OrderBalancePanel completes={completes} {...actions} />;
}

const ReadingOrder = () => <Spinner>{t("Reading the order")}</Spinner>;
const OrderBalancePanel = onDemand(
  () => import("./order-balance-panel.tsx").then((module) => module.OrderBalancePanel),
  <ReadingOrder />,
);

const ForgottenNote = onDemand<{ forgotten: NonNullable<Forgotten> }>(() =>
  import("./draft/forgotten-note.tsx").then((module) => module.ForgottenNote),
);

/** Loaded once the form can be used: a clerk types without it. */
function Rail(props: ComponentProps<typeof ChargeRail>) {
  return useReady() ? <RailOnDemand {...props} /> : <RailRoom />;
}

function RailRoom() {
  return <Panel as="aside" aria-label={t("Summary and status")} className="lg:min-h-[640px]" />;
}
const RailOnDemand = onDemand(
  () => import("./rail/charge-rail.tsx").then((module) => module.ChargeRail),
  <RailRoom />,
);

const items = translated(
  ["keys", "does"],
  [
    { keys: "Esc", does: "leave a field" },
    { keys: "Alt 1 to 4", does: "tender, then type the amount" },
    { keys: "Enter", does: "next field" },
    { keys: "Ctrl Enter", does: "charge" },
    { keys: "?", does: "all keys" },
  ],
);

/** The keys of the charge form, under it. */
function ChargeKeyRow() {
  return (
    <div className="mt-4 sm:mt-6">
      <KeyRow items={items} />
    </div>
  );
}
