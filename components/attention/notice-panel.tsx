"use client";

import { useQuery } from "@tanstack/react-query";
import { Panel, PanelHead } from "#components/ui/panel/panel.tsx";
import { t } from "#lib/language/t.ts";
import { noticesQuery } from "#lib/queries/attention.ts";
import { NoticeItem } from "./notice-item.tsx";

/** Wrong decisions, incomplete bulk files and returned checks: each stays until a user acknowledges it. Renders nothing without notices. */
export function NoticePanel({ now }: { now: number }) {
  const { data: notices = [], dataUpdatedAt } = useQuery(noticesQuery());
  if (notices.length === 0) return null;
  return (
    <Panel roomy aria-label={t("Action needed")}>
      <PanelHead title={t("Action needed")} sub={t("{count}, oldest first", { count: notices.length })} />
      <ul aria-label={t("Action needed, oldest first")}>
        {notices.map((notice) => (
          <NoticeItem key={notice.id} notice={notice} now={Math.max(now, dataUpdatedAt)} />
        ))}
      </ul>
    </Panel>
  );
}
