import { useMerchant } from "#components/layout/merchant.tsx";
import { StatusLabel } from "#components/ui/status/status-label.tsx";
import { type Coverage, unreadFilesText } from "#lib/books/coverage.ts";
import { formatCheckCoverage } from "#lib/books/format-check-coverage.ts";
import { formatCount } from "#lib/format/counts.ts";
import { formatDay } from "#lib/format/dates.ts";
import { formatAge } from "#lib/format/durations.ts";
import { t } from "#lib/language/t.ts";
import { translate } from "#lib/language/translate.ts";
import { dayIn } from "#lib/time.ts";

/** How much of the past is searched: "All batches read: Aug 1, 2026 to now, 104 of 104 batches, open batch read 12 s ago". */
export function CoverageLine({ coverage, now }: { coverage: Coverage; now: number }) {
  const { timeZone } = useMerchant();
  const {
    isOn,
    isComplete,
    askedFrom,
    wholeFrom,
    readBatches,
    batches,
    openReadAt,
    hasOpenBatch,
    waits,
    checks,
    unreadFiles,
  } = coverage;
  if (!isOn)
    return (
      <StatusLabel tone="neutral" icon="info" wraps>
        {t("What this console took or opened. Earlier batches are not read.")}
      </StatusLabel>
    );
  const from = isComplete ? askedFrom : wholeFrom && dayIn(timeZone, wholeFrom);
  const parts = [
    from && t("{day} to now", { day: formatDay(from) }),
    batches > 0 &&
      t("{count} of {count2} batches", { count: formatCount(readBatches), count2: formatCount(batches) }),
    !hasOpenBatch && t("no batch open"),
    openReadAt !== undefined &&
      hasOpenBatch &&
      t("open batch read {age}", { age: formatAge(Math.max(0, now - openReadAt) / 1000) }),
    checks.unread > 0 && formatCheckCoverage(checks),
    unreadFilesText(unreadFiles),
    waits && translate(waits),
  ].filter(Boolean);
  const isAllRead = isComplete && unreadFiles === 0;
  return (
    <StatusLabel tone={isAllRead ? "approved" : "accent"} icon={isAllRead ? "approved" : "running"} wraps>
      {isComplete ? t("All batches read") : t("Reading earlier batches")}
      <span className="text-faint">: {parts.join(", ")}</span>
    </StatusLabel>
  );
}
