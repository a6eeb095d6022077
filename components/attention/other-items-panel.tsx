"use client";

import { useQuery } from "@tanstack/react-query";
import { AttentionList } from "#components/payment-result/attention/attention-list.tsx";
import { Panel, PanelHead } from "#components/ui/panel/panel.tsx";
import { t } from "#lib/language/t.ts";
import { otherAttentionQuery } from "#lib/queries/attention.ts";

/** Bulk files, authorizations, batches and deposits that wait for a person. Renders nothing without one. */
export function OtherItemsPanel({ now }: { now: number }) {
  const { data: items = [], dataUpdatedAt } = useQuery(otherAttentionQuery());
  if (items.length === 0) return null;
  return (
    <Panel roomy aria-label={t("Also waiting")}>
      <PanelHead
        title={t("Also waiting")}
        sub={t("{count}, oldest first within each kind", { count: items.length })}
      />
      <AttentionList items={items} now={Math.max(now, dataUpdatedAt)} />
    </Panel>
  );
}
