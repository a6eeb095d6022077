"use client";

import { useQuery } from "@tanstack/react-query";
import { Panel, PanelHead } from "#components/ui/panel.tsx";
import { noticesQuery } from "#lib/queries/attention.ts";
import { NoticeItem } from "./notice-item.tsx";

/** Wrong decisions, bulk files of which something is missing, and returned checks: each stays until somebody has acknowledged it. Nothing where there is none. */
export function NoticePanel({ now }: { now: number }) {
  const { data: notices = [], dataUpdatedAt } = useQuery(noticesQuery());
  if (notices.length === 0) return null;
  return (
    <Panel roomy aria-label="Action needed">
      <PanelHead title="Action needed" sub={`${notices.length}, oldest first`} />
      <ul aria-label="Action needed, oldest first">
        {notices.map((notice) => (
          <NoticeItem key={notice.id} notice={notice} now={Math.max(now, dataUpdatedAt)} />
        ))}
      </ul>
    </Panel>
  );
}
