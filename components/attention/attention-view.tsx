"use client";

import { ConsoleHeader } from "#components/layout/page/console-header.tsx";
import { PageContent } from "#components/layout/page/page-content.tsx";
import { ZoneNote } from "#components/layout/zone-note.tsx";
import { FootNote } from "#components/ui/panel/foot-note.tsx";
import { t } from "#lib/language/t.ts";
import { NoticePanel } from "./notice-panel.tsx";
import { OpenPanel } from "./open-panel.tsx";
import { OrdersPanel } from "./orders-panel.tsx";
import { OtherItemsPanel } from "./other-items-panel.tsx";
import { ResolvedPanel } from "./resolved-panel.tsx";

/** The Attention page: notices, orders that are paid in part, payments with an unknown outcome, what else waits, and recently resolved payments. `now` is epoch ms. */
export function AttentionView({ now }: { now: number }) {
  return (
    <>
      <ConsoleHeader title={t("Attention")} />
      <PageContent>
        <NoticePanel now={now} />
        <OrdersPanel now={now} />
        <OpenPanel />
        <OtherItemsPanel now={now} />
        <ResolvedPanel now={now} />
        <FootNote>
          <ZoneNote />
        </FootNote>
      </PageContent>
    </>
  );
}
