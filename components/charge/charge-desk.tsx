"use client";

import "#components/form/zod-without-eval.ts";
import { FormProvider } from "react-hook-form";
import { AttemptResult } from "#components/attempts/attempt-result.tsx";
import { PageContent, Split } from "#components/layout/page-content.tsx";
import { ConsoleHeader } from "#components/shell/console-header.tsx";
import { Spinner } from "#components/ui/spinner.tsx";
import type { Attempt } from "#lib/attempt.ts";
import { paths } from "#lib/paths.ts";
import { may, type Role } from "#lib/permissions.ts";
import { ChargeForm } from "./charge-form.tsx";
import { ChargeKeyRow } from "./charge-key-row.tsx";
import { ChargeRail } from "./charge-rail.tsx";
import { StoppedResult } from "./stopped-result.tsx";
import { useDesk } from "./use-desk.ts";
import { WaitingPanel } from "./waiting-panel.tsx";

export type DeskSettings = {
  role: Role;
  /** The merchant's own month, "2026-11": until its end a card of that month is good. */
  currentMonth: string;
  /** IANA name of the merchant's zone. */
  timeZone: string;
  /** How long the console waits for the gateway, in ms. */
  waitMs: number;
};

/** Takes payments, one after the other: the form, the wait, the result in its place. `attempt` shows an earlier result first. */
export function ChargeDesk({ attempt, ...settings }: DeskSettings & { attempt?: Attempt }) {
  const { role, timeZone, waitMs } = settings;
  const desk = useDesk(settings, attempt);
  const { form, stage, submit, actions } = desk;
  const mayCharge = may(role, "charge");

  if (stage.kind === "recalling")
    return (
      <>
        <ConsoleHeader title="Result" trail={[{ href: paths.charge(), label: "Charge" }]} />
        <PageContent>
          <Spinner>Reading the result</Spinner>
        </PageContent>
      </>
    );
  if (stage.kind === "result")
    return (
      <>
        <ConsoleHeader title="Result" trail={[{ href: paths.charge(), label: "Charge" }]} />
        <PageContent>
          <AttemptResult
            key={stage.attempt.id}
            attempt={stage.attempt}
            actions={mayCharge ? actions : {}}
            role={role}
            timeZone={timeZone}
          />
        </PageContent>
      </>
    );

  if (stage.kind === "stopped")
    return (
      <>
        <ConsoleHeader title="Not sent" trail={[{ href: paths.charge(), label: "Charge" }]} />
        <PageContent>
          <StoppedResult {...stage} role={role} timeZone={timeZone} desk={desk} />
        </PageContent>
      </>
    );

  const waits = stage.kind === "waiting";
  return (
    <FormProvider {...form}>
      <ConsoleHeader title="Charge" />
      <PageContent>
        <Split rail={<ChargeRail timeZone={timeZone} currentMonth={settings.currentMonth} sent={waits} />}>
          <div className="grid gap-4 sm:gap-6">
            {stage.kind === "form" && stage.after && (
              <AttemptResult
                key={stage.after.id}
                attempt={stage.after}
                actions={{}}
                role={role}
                timeZone={timeZone}
              />
            )}
            {waits && <WaitingPanel wait={stage.wait} waitMs={waitMs} />}
            {mayCharge && (
              <div hidden={waits}>
                <ChargeForm
                  key={desk.formKey}
                  focusOn={desk.focusOn}
                  pending={waits}
                  problem={stage.kind === "form" ? stage.problem : undefined}
                  role={role}
                  onSubmit={submit}
                  onClear={actions.next}
                />
                <ChargeKeyRow />
              </div>
            )}
          </div>
        </Split>
      </PageContent>
    </FormProvider>
  );
}
