import type { ReactNode } from "react";
import { StatusLabel } from "#components/ui/status/status-label.tsx";
import type { BulkFileState } from "#lib/bulk/file/bulk-file.ts";
import { countOf, formatCount } from "#lib/format/counts.ts";
import { formatMoney } from "#lib/format/money.ts";
import { nounOf, t } from "#lib/language/t.ts";
import { fileStateWord } from "../file-appearance.ts";
import { FileSums } from "../file-sums.tsx";
import type { ValidationSummary } from "./worker/worker-messages.ts";

/** What the check came to, in four figures. */
export function ValidationSummaryTiles({
  summary: { good, totals, errors, repeated, fixed },
  state,
}: {
  summary: ValidationSummary;
  /** Undefined until the file is submitted. */
  state: BulkFileState | undefined;
}) {
  return (
    <dl className="grid grid-cols-2 border-y border-line *:border-line *:px-4 *:py-4 sm:*:px-6 lg:grid-cols-[1.45fr_1fr_1fr_1fr] max-lg:*:odd:border-r max-lg:*:nth-[n+3]:border-t lg:*:not-first:border-l">
      <Figure label={state ? fileStateWord(state) : t("Ready to send")} below={countOf(good, "row")}>
        <FileSums totals={totals} size="m" />
      </Figure>
      <Figure
        label={<Kind count={errors.count} tone="declined" icon="declined" word={t("With errors")} />}
        below={sumRows(errors)}
      >
        {formatCount(errors.count)}
      </Figure>
      <Figure
        label={<Kind count={repeated.count} tone="warning" icon="warning" word={t("Repeated")} />}
        below={sumRows(repeated)}
      >
        {formatCount(repeated.count)}
      </Figure>
      <Figure label={t("Fixed")} below={nounOf(fixed, "row", "rows")}>
        {formatCount(fixed)}
      </Figure>
    </dl>
  );
}

/** "rows, $6.00"; "at least" where amounts are missing from the sum, and no sum where all are. */
export function sumRows({ count, cents, unread }: { count: number; cents: number; unread: number }): string {
  const rows = nounOf(count, "row", "rows");
  if (count === 0 && unread === 0) return rows;
  if (count === unread) return count === 1 ? t("row, amount not known") : t("rows, amounts not known");
  return unread > 0
    ? t("{rows}, at least {money}", { rows, money: formatMoney(cents) })
    : `${rows}, ${formatMoney(cents)}`;
}

function Kind({
  count,
  tone,
  icon,
  word,
}: {
  count: number;
  tone: "declined" | "warning";
  icon: "declined" | "warning";
  word: string;
}) {
  // With nothing to look at it is no state at all.
  return count === 0 ? (
    word
  ) : (
    <StatusLabel tone={tone} icon={icon}>
      {word}
    </StatusLabel>
  );
}

function Figure({ label, below, children }: { label: ReactNode; below: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-13 text-muted">{label}</dt>
      <dd className="text-28 font-semibold max-sm:text-20">{children}</dd>
      <dd className="text-13 text-muted">{below}</dd>
    </div>
  );
}
