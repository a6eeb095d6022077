"use client";

import { useState } from "react";
import { useMerchant } from "#components/layout/merchant.tsx";
import { Link } from "#components/layout/navigation/link.tsx";
import { Button, ButtonBody, buttonClass } from "#components/ui/button/button.tsx";
import { Fact, Facts } from "#components/ui/list/facts.tsx";
import { dialogOnDemand } from "#components/ui/on-demand.tsx";
import { Panel, PanelHead, PanelSection } from "#components/ui/panel/panel.tsx";
import { StatusLabel } from "#components/ui/status/status-label.tsx";
import { formatDay } from "#lib/format/dates.ts";
import { t } from "#lib/language/t.ts";
import { paths } from "#lib/paths.ts";
import { momentIn } from "#lib/time.ts";

const ChangeDialog = dialogOnDemand(() =>
  import("./change-dialog.tsx").then((module) => module.ChangeDialog),
);

export type SecondFactor = { since: number | undefined; codesLeft: number };

/** The second step of one's sign-in: on or off, its recovery codes, and what can be done with it. */
export function SecondStepPanel({
  account,
  factor,
  isRequired,
  hasPasskey,
}: {
  account: string;
  factor: SecondFactor | undefined;
  isRequired: boolean;
  hasPasskey: boolean;
}) {
  const hasApp = factor?.since !== undefined;
  const [asked, setAsked] = useState<"renew" | "turnOff">();
  return (
    <Panel>
      <PanelHead title={t("Second step")}>
        {factor ? (
          <StatusLabel tone="approved" icon="approved">
            {t("On")}
          </StatusLabel>
        ) : (
          <StatusLabel tone="neutral" icon="void">
            {t("Off")}
          </StatusLabel>
        )}
      </PanelHead>
      <PanelSection>
        {factor ? (
          <OnFacts factor={factor} />
        ) : (
          <p className="text-muted">
            {t(
              "With a second step, a stolen password is not enough: sign-in also asks for your passkey or a code from your phone.",
            )}
          </p>
        )}
        <div className="mt-4 flex flex-wrap gap-2">
          <Link
            href={paths.secondStep()}
            className={buttonClass({ variant: factor ? "default" : "primary" })}
          >
            <ButtonBody variant={factor ? "default" : "primary"}>
              {hasApp ? t("Set up another device") : t("Set up an authenticator app")}
            </ButtonBody>
          </Link>
          {factor && <Button onClick={() => setAsked("renew")}>{t("New recovery codes")}</Button>}
          {hasApp && (hasPasskey || !isRequired) && (
            <Button onClick={() => setAsked("turnOff")}>
              {hasPasskey ? t("Turn off the app") : t("Turn off")}
            </Button>
          )}
        </div>
      </PanelSection>
      {asked && (
        <ChangeDialog
          asked={asked}
          account={account}
          hasPasskey={hasPasskey}
          onClose={() => setAsked(undefined)}
        />
      )}
    </Panel>
  );
}

function OnFacts({ factor: { since, codesLeft } }: { factor: SecondFactor }) {
  const { timeZone } = useMerchant();
  return (
    <Facts columns={2}>
      <Fact label={t("Authenticator app")}>
        {since === undefined
          ? t("None ~feminine")
          : t("Since {day}", { day: formatDay(momentIn(timeZone, since)) })}
      </Fact>
      <Fact label={t("Recovery codes left")}>
        {codesLeft === 0 ? t("None: make new ones") : t("{count} of 10", { count: codesLeft })}
      </Fact>
    </Facts>
  );
}
