"use client";

import { useQuery } from "@tanstack/react-query";
import { AttentionList } from "#components/payment-result/attention/attention-list.tsx";
import { Panel, PanelHead } from "#components/ui/panel/panel.tsx";
import { countOf } from "#lib/format/counts.ts";
import { t } from "#lib/language/t.ts";
import { openOrdersQuery } from "#lib/queries/attention.ts";

/** Orders that are paid in part, each with the way to go on from any workstation. Renders nothing without one. */
export function OrdersPanel({ now }: { now: number }) {
  const { data: orders = [], dataUpdatedAt } = useQuery(openOrdersQuery());
  if (orders.length === 0) return null;
  return (
    <Panel roomy aria-label={t("Open orders")}>
      <PanelHead
        title={t("Open orders")}
        sub={t("{orders} paid in part, oldest first", { orders: countOf(orders.length, "order") })}
      />
      <AttentionList
        items={orders.map((order) => ({ kind: "order", order }))}
        now={Math.max(now, dataUpdatedAt)}
      />
    </Panel>
  );
}
