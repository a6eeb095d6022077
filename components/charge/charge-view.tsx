"use client";

import { useDeferredValue } from "react";
import { useMerchant } from "#components/layout/merchant.tsx";
import { ConsoleHeader } from "#components/layout/page/console-header.tsx";
import { PageContent } from "#components/layout/page/page-content.tsx";
import { ResultOnDemand } from "#components/payment-result/result-on-demand.tsx";
import { onDemand, usePreload } from "#components/ui/on-demand.tsx";
import { Note } from "#components/ui/status/note.tsx";
import { Spinner } from "#components/ui/status/spinner.tsx";
import type { Attempt } from "#lib/attempt.ts";
import type { Stage } from "#lib/charge/stage.ts";
import { t, translated } from "#lib/language/t.ts";
import { paths } from "#lib/paths.ts";
import { may } from "#lib/permissions.ts";
import type { ChargeSettings } from "./charge-settings.ts";
import { ChargeFormView, type FormStage } from "./form/charge-form-view.tsx";
import type { Prefill } from "./form/next-values.ts";
import { useChargePage } from "./form/use-charge-page.ts";

const StoppedResult = onDemand(() =>
  import("./result/stopped-result.tsx").then((module) => module.StoppedResult),
);

/** Takes payments, one after the other: the form, the wait, the result in its place. `attempt` shows an earlier result first; `begin` is what an empty form begins with. */
export function ChargeView({
  attempt,
  settings,
  begin = {},
}: {
  settings: ChargeSettings;
  attempt?: Attempt;
  begin?: Prefill;
}) {
  const page = useChargePage(settings, attempt, begin);
  usePreload(ResultOnDemand, StoppedResult);
  const { stage, form, formKey, focusOn, forgotten, submit, clear, leave, startNew } = page;
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
              forgotten={forgotten}
              settings={settings}
              onSubmit={submit}
              onClear={clear}
              onLeave={leave}
              onStartNew={startNew}
            />
          </div>
        )}
      </PageContent>
    </>
  );
}

const isOfForm = (stage: Stage): stage is FormStage => stage.kind === "form" || stage.kind === "waiting";

const trail = () => [{ href: paths.charge(), label: "Charge" }];
const headers: Record<Stage["kind"], { title: string; trail?: { href: string; label: string }[] }> =
  translated(["title", "label"], {
    form: { title: "Charge" },
    waiting: { title: "Charge" },
    restoring: { title: "Result", trail: trail() },
    result: { title: "Result", trail: trail() },
    stopped: { title: "Not sent", trail: trail() },
  });

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
    case "restoring":
      return <Spinner>{t("Reading the result")}</Spinner>;
    case "result":
      return (
        <>
          {stage.isEarlier && (
            <Note tone="warning" role="alert">
              {t("This is the payment that this form already sent. What you typed since then was not sent.")}
            </Note>
          )}
          <ResultOnDemand
            key={stage.attempt.id}
            attempt={stage.attempt}
            actions={may(role, "charge") ? page.actions : {}}
          />
        </>
      );
    case "stopped":
      return <StoppedResult {...stage} page={page} />;
  }
}
