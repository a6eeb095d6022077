"use client";

import { Bar } from "#components/ui/chart/bar.tsx";
import { PanelSection } from "#components/ui/panel/panel.tsx";
import { formatCount } from "#lib/format/counts.ts";
import { t } from "#lib/language/t.ts";
import { translate } from "#lib/language/translate.ts";
import { PartPanel } from "./part-panel.tsx";
import { useToday } from "./use-today.ts";

/** Why payments were declined in the last seven days. */
export function DeclinesPanel() {
  const part = useToday("declines");
  if (!part.data) return <PartPanel title={t("Declines by reason")} part={part} />;
  const { reasons, others, total } = part.data;
  const rows = others > 0 ? [...reasons, { reason: t("Other"), count: others }] : reasons;
  const most = Math.max(...rows.map(({ count }) => count), 1);
  return (
    <PartPanel
      title={t("Declines by reason")}
      part={part}
      end={t("Last 7 days, {count}", { count: formatCount(total) })}
    >
      {rows.length === 0 ? (
        <p className="px-4 py-10 text-center text-muted">{t("Nothing was declined in the last 7 days.")}</p>
      ) : (
        <PanelSection>
          <ul className="grid gap-3">
            {rows.map(({ reason, count }) => (
              <li key={reason}>
                <p className="mb-1 flex justify-between gap-3 text-13">
                  <span className="min-w-0 wrap-anywhere">{translate(reason)}</span>
                  <span>{formatCount(count)}</span>
                </p>
                <Bar
                  size="m"
                  label={t("{count} of {count2}", { count: formatCount(count), count2: formatCount(total) })}
                  shares={[{ tone: "neutral", share: count / most }]}
                />
              </li>
            ))}
          </ul>
        </PanelSection>
      )}
    </PartPanel>
  );
}
