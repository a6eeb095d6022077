"use client";

import { useQuery } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { useMerchant } from "#components/layout/merchant.tsx";
import { TwoColumns } from "#components/layout/page/page-content.tsx";
import { RecordGapNote } from "#components/layout/record-gap-note.tsx";
import { useHotkeys } from "#components/layout/shortcuts/use-hotkeys.ts";
import { ZoneNote } from "#components/layout/zone-note.tsx";
import { usePreload } from "#components/ui/on-demand.tsx";
import { FootNote } from "#components/ui/panel/foot-note.tsx";
import { Panel } from "#components/ui/panel/panel.tsx";
import { EmptyState } from "#components/ui/status/empty-state.tsx";
import { Spinner } from "#components/ui/status/spinner.tsx";
import { StaleNote } from "#components/ui/status/stale-note.tsx";
import type { DrawerPage } from "#lib/drawer/shift.ts";
import { t } from "#lib/language/t.ts";
import { translate } from "#lib/language/translate.ts";
import { paths } from "#lib/paths.ts";
import { may } from "#lib/permissions.ts";
import { drawerQuery } from "#lib/queries/drawer.ts";
import { ActivityPanel } from "./activity-panel.tsx";
import { DrawerChoice } from "./drawer-choice.tsx";
import { HistoryPanel } from "./history-panel.tsx";
import { OpenShiftPanel } from "./open-shift-panel.tsx";
import { ComparePanel, CountForm, MovementPanel, OpenPanel } from "./parts-on-demand.tsx";
import { RefusalNote, type Refused } from "./refusal-note.tsx";
import { Steps } from "./steps.tsx";
import { UnassignedCashPanel } from "./unassigned-cash-panel.tsx";
import { lastCountOf, useCounting } from "./use-counting.ts";

/** The drawer of this workstation: open, move cash, count, compare and close. `now` is epoch ms. */
export function DrawerView({
  before,
  now,
  userId,
}: {
  before: number | undefined;
  now: number;
  userId: string;
}) {
  const { data, error, dataUpdatedAt } = useQuery(drawerQuery(before));
  const clock = Math.max(now, dataUpdatedAt);
  if (!data)
    return (
      <Panel className="px-4 py-10 text-center">
        {error ? (
          <p role="alert">{translate(error.message)}</p>
        ) : (
          <Spinner>{t("Reading the drawer")}</Spinner>
        )}
      </Panel>
    );
  return (
    <>
      {error && <StaleNote message={error.message} />}
      {data.gap && <RecordGapNote gap={data.gap} />}
      <DrawerChoice page={data} />
      <Workstation page={data} now={clock} userId={userId} />
      <UnassignedCashPanel page={data} now={clock} />
      <HistoryPanel page={data} before={before} now={clock} />
      <FootNote>
        <span>{t("Amounts are in the merchant's own currency")}</span>
        <ZoneNote />
      </FootNote>
    </>
  );
}

type WorkstationProps = { page: DrawerPage; now: number; userId: string };

/** What the drawer's state offers, under the sentence of a refusal whose form that state took away. */
function Workstation(props: WorkstationProps) {
  const { role } = useMerchant();
  const [refused, setRefused] = useState<Refused>();
  const { current } = props.page;
  const [isCounting, setCounting] = useCounting(current, { canUse: may(role, "useDrawer") });
  const isOpening = !current || (current.comparison !== undefined && !isCounting);
  const isGone = refused?.what === "count" ? !isCounting : !isOpening;
  return (
    <>
      {refused && isGone && <RefusalNote refused={refused} onDismiss={() => setRefused(undefined)} />}
      <ShiftNow
        {...props}
        isCounting={isCounting}
        onCounting={(shift) => {
          setCounting(shift);
          setRefused(undefined);
        }}
        onRefused={(what) => (message, typed) => setRefused({ what, message, typed })}
      />
    </>
  );
}

function ShiftNow({
  page,
  now,
  userId,
  isCounting,
  onCounting: setCounting,
  onRefused,
}: WorkstationProps & {
  isCounting: boolean;
  onCounting: (shift: number | undefined) => void;
  onRefused: (what: Refused["what"]) => (message: string, typed: string) => void;
}) {
  const { role } = useMerchant();
  const router = useRouter();
  usePreload(CountForm, ComparePanel);
  const { current, drawer } = page;
  const canUse = may(role, "useDrawer");
  const canCount = canUse && current !== undefined && current.comparison?.canRecount !== false;
  const count = () => current && setCounting(current.shift.number);
  useHotkeys([{ keys: "c", does: t("Count the drawer"), act: count }], {
    enabled: canCount && current?.shift.state === "open",
  });

  if (drawer === undefined) return <NoDrawer canUse={canUse} />;
  if (!current)
    return (
      <>
        <Steps step="open" />
        {canUse ? (
          <OpenPanel
            drawer={drawer}
            left={page.left}
            toleranceCents={page.toleranceCents}
            required={page.required}
            now={now}
            onRefused={onRefused("open")}
          />
        ) : (
          <ClosedDrawer drawer={drawer} />
        )}
      </>
    );
  const { shift, comparison, lines } = current;
  if (isCounting)
    return (
      <>
        <Steps step="count" />
        <CountForm
          shift={shift}
          previous={lastCountOf(current)}
          onDone={() => setCounting(undefined)}
          onRefused={onRefused("count")}
        />
      </>
    );
  if (comparison)
    return (
      <>
        <Steps step="compare" />
        <TwoColumns
          rail={
            canUse && (
              <OpenPanel
                drawer={drawer}
                left={undefined}
                toleranceCents={page.toleranceCents}
                required={page.required}
                now={now}
                isNext
                onRefused={onRefused("open")}
              />
            )
          }
        >
          <ComparePanel
            detail={current}
            comparison={comparison}
            userId={userId}
            now={now}
            onRecount={count}
            onClosed={() => router.push(paths.drawerShift(shift.number))}
          />
        </TwoColumns>
      </>
    );
  const activity = <ActivityPanel lines={lines} now={now} isBlind={canUse} />;
  return (
    <>
      <Steps step="work" />
      <OpenShiftPanel detail={current} now={now} onCount={canUse ? count : undefined} />
      {canUse ? (
        <TwoColumns rail={<MovementPanel shift={shift} payOutLeftCents={current.payOutLeftCents} />}>
          {activity}
        </TwoColumns>
      ) : (
        activity
      )}
    </>
  );
}

function NoDrawer({ canUse }: { canUse: boolean }) {
  return (
    <Panel>
      <EmptyState icon="drawer" title={t("This workstation has no drawer yet")}>
        {canUse
          ? t("Choose the drawer at this workstation. Cash taken here goes to its shift.")
          : t("Drawers are chosen at the workstations where cash is taken.")}
      </EmptyState>
    </Panel>
  );
}

function ClosedDrawer({ drawer }: { drawer: string }) {
  return (
    <Panel>
      <EmptyState icon="drawer" title={t("{drawer} is closed", { drawer })}>
        {t("Its shifts are below, with their Z reports.")}
      </EmptyState>
    </Panel>
  );
}
