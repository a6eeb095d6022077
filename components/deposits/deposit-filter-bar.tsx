import type { ReactNode } from "react";
import { DateRange } from "#components/ui/form/date-range.tsx";
import { Segmented } from "#components/ui/form/segmented.tsx";
import type { DepositCounts, DepositFilters } from "#lib/deposits/deposits-view.ts";
import { formatCount } from "#lib/format/counts.ts";
import { t } from "#lib/language/t.ts";

type State = NonNullable<DepositFilters["state"]> | "all";

/** Which deposits to show, by state and bank day. `children` are the page's actions. */
export function DepositFilterBar({
  filters: { state, from, to },
  counts,
  onChange,
  children,
}: {
  filters: DepositFilters;
  counts: DepositCounts;
  onChange: (part: Partial<Pick<DepositFilters, "state" | "from" | "to">>) => void;
  children: ReactNode;
}) {
  return (
    <div className="flex flex-wrap items-start gap-3 print:hidden">
      <Segmented<State>
        label={t("Show")}
        value={state ?? "all"}
        options={[
          { value: "all", label: t("All {count}", { count: formatCount(counts.all) }) },
          { value: "open", label: t("To do {count}", { count: formatCount(counts.open) }) },
          { value: "matched", label: t("Matched {count}", { count: formatCount(counts.matched) }) },
          { value: "left-out", label: t("Left out {count}", { count: formatCount(counts.leftOut) }) },
        ]}
        onChange={(next) => onChange({ state: next === "all" ? undefined : next })}
      />
      <DateRange
        labels={{ from: t("Bank day from"), to: t("Bank day to") }}
        value={{ from, to }}
        onChange={(days) => onChange({ from: days.from, to: days.to })}
      />
      <div className="flex flex-wrap gap-3 max-sm:w-full max-sm:*:flex-auto sm:ml-auto">{children}</div>
    </div>
  );
}
