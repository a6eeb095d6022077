"use client";

import { useState } from "react";
import { AttentionList } from "#components/payment-result/attention/attention-list.tsx";
import { TextButton } from "#components/ui/button/text-button.tsx";
import { Badge } from "#components/ui/status/badge.tsx";
import { State } from "#components/ui/status/state.tsx";
import { countOf } from "#lib/format/counts.ts";
import { t } from "#lib/language/t.ts";
import { PartPanel } from "./part-panel.tsx";
import { useToday } from "./use-today.ts";

const mostShown = 6;

/** What waits for a person, each with its next step. */
export function AttentionPanel() {
  const [isAll, setAll] = useState(false);
  const part = useToday("attention");
  const { data, dataUpdatedAt } = part;
  if (!data) return <PartPanel title={t("Needs attention")} part={part} />;
  if (data.length === 0)
    return (
      <PartPanel title={t("Needs attention")} part={part}>
        <p className="px-4 py-4 text-muted">
          <State tone="approved" icon="approved" wraps>
            {t(
              "Nothing needs attention. Lost answers, returned checks, expiring authorizations, and batches and deposits that differ appear here.",
            )}
          </State>
        </p>
      </PartPanel>
    );
  const more = data.length - mostShown;
  return (
    <PartPanel
      title={t("Needs attention")}
      part={part}
      sub={<Badge count={data.length} label={t("{count} open", { count: data.length })} />}
      end={<span className="max-sm:hidden">{t("Oldest first within each kind")}</span>}
    >
      <AttentionList items={isAll ? data : data.slice(0, mostShown)} now={dataUpdatedAt} />
      {more > 0 && !isAll && (
        <p className="border-t border-line px-4 py-3 text-13">
          <TextButton onClick={() => setAll(true)}>
            {t("Show {items}", { items: countOf(more, "more item") })}
          </TextButton>
        </p>
      )}
    </PartPanel>
  );
}
