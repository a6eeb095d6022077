"use client";

import { FirstAttentionItems } from "#components/payment-result/attention/first-attention-items.tsx";
import { Badge } from "#components/ui/status/badge.tsx";
import { StatusLabel } from "#components/ui/status/status-label.tsx";
import { t } from "#lib/language/t.ts";
import { PartPanel } from "./part-panel.tsx";
import { useToday } from "./use-today.ts";

const maxShown = 6;

/** What waits for a person, each with its next step. */
export function AttentionPanel() {
  const part = useToday("attention");
  const { data, dataUpdatedAt } = part;
  if (!data) return <PartPanel title={t("Needs attention")} part={part} />;
  const { items, count } = data;
  if (count === 0)
    return (
      <PartPanel title={t("Needs attention")} part={part}>
        <p className="px-4 py-4 text-muted">
          <StatusLabel tone="approved" icon="approved" wraps>
            {t(
              "Nothing needs attention. Lost answers, returned checks, expiring authorizations, and batches and deposits that differ appear here.",
            )}
          </StatusLabel>
        </p>
      </PartPanel>
    );
  return (
    <PartPanel
      title={t("Needs attention")}
      part={part}
      sub={<Badge count={count} label={t("{count} open", { count })} />}
      end={<span className="max-sm:hidden">{t("Oldest first within each kind")}</span>}
    >
      <FirstAttentionItems items={items} most={maxShown} now={dataUpdatedAt} />
    </PartPanel>
  );
}
