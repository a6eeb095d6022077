"use client";

import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useMerchant } from "#components/layout/merchant.tsx";
import { TwoColumns } from "#components/layout/page/page-content.tsx";
import { ZoneNote } from "#components/layout/zone-note.tsx";
import { FootNote } from "#components/ui/panel/foot-note.tsx";
import { Panel } from "#components/ui/panel/panel.tsx";
import { EmptyState } from "#components/ui/status/empty-state.tsx";
import { StaleNote } from "#components/ui/status/stale-note.tsx";
import { t } from "#lib/language/t.ts";
import { may } from "#lib/permissions.ts";
import { shiftQuery } from "#lib/queries/drawer.ts";
import { ActivityPanel } from "./activity-panel.tsx";
import { OpenShiftPanel } from "./open-shift-panel.tsx";
import { ComparePanel, CountForm, ReportPanel } from "./parts-on-demand.tsx";
import { RefusalNote, type Refused } from "./refusal-note.tsx";
import { ResultPanel } from "./result-panel.tsx";
import { lastCountOf, useCounting } from "./use-counting.ts";

/** One shift: its activity, the comparison while it waits to be closed, its Z report afterwards. `now` is epoch ms. */
export function ShiftView({ number, now, userId }: { number: number; now: number; userId: string }) {
  const { role } = useMerchant();
  const [refused, setRefused] = useState<Refused>();
  const { data, error, dataUpdatedAt } = useQuery(shiftQuery(number));
  const [isCounting, setCounting] = useCounting(data, { canUse: may(role, "useDrawer") });
  const clock = Math.max(now, dataUpdatedAt);
  if (!data)
    return (
      <Panel>
        <EmptyState icon="drawer" title={t("This shift can't be shown")}>
          {error?.message ?? t("It is closed, and it is someone else's.")}
        </EmptyState>
      </Panel>
    );
  const { shift, comparison, report, lines } = data;
  const activity = (
    <ActivityPanel lines={lines} now={clock} isBlind={shift.state === "open" && may(role, "useDrawer")} />
  );
  return (
    <>
      {error && <StaleNote message={error.message} />}
      {refused && !isCounting && <RefusalNote refused={refused} onDismiss={() => setRefused(undefined)} />}
      {isCounting ? (
        <CountForm
          shift={shift}
          previous={lastCountOf(data)}
          onDone={() => {
            setCounting(undefined);
            setRefused(undefined);
          }}
          onRefused={(message, typed) => setRefused({ what: "count", message, typed })}
        />
      ) : report ? (
        <TwoColumns rail={<ReportPanel stored={report} />}>
          <div className="grid min-w-0 gap-4 sm:gap-6">
            <ResultPanel report={report.figures} lines={lines} now={clock} />
            {activity}
          </div>
        </TwoColumns>
      ) : comparison ? (
        <>
          <ComparePanel
            detail={data}
            comparison={comparison}
            userId={userId}
            now={clock}
            onRecount={() => setCounting(number)}
            onClosed={() => {}}
          />
          {activity}
        </>
      ) : (
        <>
          <OpenShiftPanel
            detail={data}
            now={clock}
            onCount={may(role, "useDrawer") ? () => setCounting(number) : undefined}
          />
          {activity}
        </>
      )}
      <FootNote>
        <ZoneNote />
      </FootNote>
    </>
  );
}
