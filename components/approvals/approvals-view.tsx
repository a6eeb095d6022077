"use client";

import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useMerchant } from "#components/layout/merchant.tsx";
import { ConsoleHeader } from "#components/layout/page/console-header.tsx";
import { PageContent } from "#components/layout/page/page-content.tsx";
import { ZoneNote } from "#components/layout/zone-note.tsx";
import { cx } from "#components/ui/cx.ts";
import { FootNote } from "#components/ui/panel/foot-note.tsx";
import { t } from "#lib/language/t.ts";
import { may } from "#lib/permissions.ts";
import { approvalNewsQuery } from "#lib/queries/approvals.ts";
import { DecidedPanel } from "./decided-panel.tsx";
import { DecisionPanel } from "./decision-panel.tsx";
import { OwnRequestsPanel } from "./own-requests-panel.tsx";
import { WaitingPanel } from "./waiting-panel.tsx";

/** The Approvals page: what waits for this user's decision, their own requests, and what was decided today. */
export function ApprovalsView() {
  const { role } = useMerchant();
  const { data } = useQuery(approvalNewsQuery());
  const [picked, setPicked] = useState<string>();
  const { toDecide = [], own = [] } = data ?? {};
  const chosen = toDecide.find(({ id }) => id === picked) ?? toDecide[0];
  const decides = may(role, "decideUnknown") || toDecide.length > 0;
  return (
    <>
      <ConsoleHeader title={t("Approvals")} />
      <PageContent>
        {/* The decision is beside the lists, and on a phone right under the request. */}
        <div
          className={cx(
            "grid grid-cols-[minmax(0,1fr)] items-start gap-4 sm:gap-6",
            chosen && "lg:grid-cols-[minmax(0,1fr)_320px] lg:grid-rows-[auto_1fr]",
          )}
        >
          {decides && <WaitingPanel chosenId={chosen?.id} onChoose={setPicked} />}
          {chosen && <DecisionPanel key={chosen.id} request={chosen} />}
          <div className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-4 sm:gap-6">
            {(own.length > 0 || !decides) && <OwnRequestsPanel />}
            <DecidedPanel />
          </div>
        </div>
        <FootNote>
          <span>{t("Approving moves no money. The person who asked sends it.")}</span>
          <ZoneNote />
        </FootNote>
      </PageContent>
    </>
  );
}
