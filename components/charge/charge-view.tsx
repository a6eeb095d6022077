"use client";

import { useDeferredValue } from "react";
import { useMerchant } from "#components/layout/merchant.tsx";
import { ConsoleHeader } from "#components/layout/page/console-header.tsx";
import { PageContent } from "#components/layout/page/page-content.tsx";
import { ResultOnDemand } from "#components/payment-result/result-on-demand.tsx";
import { onDemand, usePreload } from "#components/ui/on-demand.tsx";
import { Spinner } from "#components/ui/status/spinner.tsx";
import type { Attempt } from "#lib/attempt.ts";
import type { Stage } from "#lib/charge/stage.ts";
import { paths } from "#lib/paths.ts";
import { may } from "#lib/permissions.ts";
import type { ChargeSettings } from "./charge-settings.ts";
import { ChargeFormView, type FormStage } from "./form/charge-form-view.tsx";
import { useChargePage } from "./form/use-charge-page.ts";

const StoppedResult = onDemand(() =>
  import("./result/stopped-result.tsx").then((module) => module.StoppedResult),
);

/** Takes payments, one after the other: the form, the wait, the result in its place. `attempt` shows an earlier result first; `savedCard` is a token to begin with. */
export function ChargeView({
  attempt,
  settings,
  savedCard,
}: {
  settings: ChargeSettings;
  attempt?: Attempt;
  savedCard?: string;
}) {
  const page = useChargePage(settings, attempt, savedCard);
  usePreload(ResultOnDemand, StoppedResult);
  const { stage, form, formKey, focusOn, submit, clear, startNew } = page;
  // Taking the form down takes as long as drawing a result: it goes after that, unseen.
  const earlier = useDeferredValue(stage);
  const formStage = [stage, earlier].find(isOfForm);
  return (
    <>
      <ConsoleHeader {...headers[stage.kind]} />
      <PageContent>
        {!isOfForm(stage) && <ChargeResult stage={stage} page={page} />}
        {formStage && (
          <div hidden={formStage !== stage}>
            <ChargeFormView
              stage={formStage}
              form={form}
              formKey={formKey}
              focusOn={focusOn}
              settings={settings}
              onSubmit={submit}
              onClear={clear}
              onStartNew={startNew}
            />
          </div>
        )}
      </PageContent>
    </>
  );
}

const isOfForm = (stage: Stage): stage is FormStage => stage.kind === "form" || stage.kind === "waiting";

const onForm = { title: "Charge" };
const onResult = { title: "Result", trail: [{ href: paths.charge(), label: onForm.title }] };
const headers: Record<Stage["kind"], { title: string; trail?: { href: string; label: string }[] }> = {
  form: onForm,
  waiting: onForm,
  recalling: onResult,
  result: onResult,
  stopped: { ...onResult, title: "Not sent" },
};

/** What is shown instead of the form. */
function ChargeResult({
  stage,
  page,
}: {
  stage: Exclude<Stage, FormStage>;
  page: ReturnType<typeof useChargePage>;
}) {
  const { role } = useMerchant();
  switch (stage.kind) {
    case "recalling":
      return <Spinner>Reading the result</Spinner>;
    case "result":
      return (
        <ResultOnDemand
          key={stage.attempt.id}
          attempt={stage.attempt}
          actions={may(role, "charge") ? page.actions : {}}
        />
      );
    case "stopped":
      return <StoppedResult {...stage} page={page} />;
  }
}
