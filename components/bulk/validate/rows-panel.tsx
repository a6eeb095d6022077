"use client";

import { useState } from "react";
import { useMerchant } from "#components/layout/merchant.tsx";
import { Button } from "#components/ui/button/button.tsx";
import { Segmented } from "#components/ui/form/segmented.tsx";
import { Select } from "#components/ui/form/select.tsx";
import { saveFile } from "#components/ui/save-file.ts";
import { countOf, formatCount } from "#lib/format/counts.ts";
import { t, translated } from "#lib/language/t.ts";
import { translate } from "#lib/language/translate.ts";
import { RowsTable } from "./rows-table.tsx";
import type { ValidatedFile } from "./use-bulk-upload.ts";
import type { RowFilter } from "./worker/worker-messages.ts";

type RowsProps = {
  checked: ValidatedFile;
  /** True once the file was submitted: nothing about its rows can change. */
  isFixed: boolean;
  onDecided: () => Promise<void>;
};

/** The rows that ask for a decision: by kind, each to be fixed, sent or left out, or all as a file. */
export function RowsPanel({ checked, isFixed, onDecided }: RowsProps) {
  const { summary } = checked;
  const [filter, setFilter] = useState<RowFilter>({ status: "all", reason: undefined });
  const { errors, repeated, listed } = summary;
  const counts = {
    all: listed,
    error: errors.count,
    repeated: repeated.count,
    fixed: listed - errors.count - repeated.count,
  };
  const counted = summary.reasons.find(({ reason }) => reason === filter.reason);
  if (listed === 0)
    return (
      <p className="px-4 py-10 text-center text-muted sm:px-6">
        {t("No problems found.")}
        {!isFixed && t(" Every row will be sent.")}
      </p>
    );
  return (
    <section aria-label={t("Rows to review")} className="flex min-w-0 flex-col">
      <div className="flex min-h-12 flex-wrap items-center gap-x-3 gap-y-2 px-4 py-2 sm:px-6">
        <h2>{t("Rows to review")}</h2>
        <span className="text-13 text-faint">{formatCount(listed)}</span>
        <div className="ml-auto max-w-full max-sm:ml-0">
          <Segmented
            label={t("Which rows")}
            value={filter.status}
            onChange={(status) => setFilter({ status, reason: undefined })}
            options={kinds.map(({ value, word }) => ({
              value,
              label: `${word} ${formatCount(counts[value])}`,
            }))}
          />
        </div>
      </div>
      {summary.reasons.length > 1 && (
        <div className="flex px-4 pb-2 sm:px-6">
          <Select
            aria-label={t("Which problem")}
            className="text-13"
            value={filter.reason ?? ""}
            onChange={({ target }) => setFilter({ status: "all", reason: target.value || undefined })}
          >
            <option value="">{t("All problems")}</option>
            {summary.reasons.map(({ reason, count }) => (
              <option key={reason} value={reason}>{`${translate(reason)} (${formatCount(count)})`}</option>
            ))}
          </Select>
        </div>
      )}
      <RowsTable
        key={`${filter.status} ${filter.reason ?? ""}`}
        checked={checked}
        filter={filter}
        count={filter.reason ? (counted?.count ?? 0) : counts[filter.status]}
        isFixed={isFixed}
        onDecided={onDecided}
      />
      <RowsFoot checked={checked} isFixed={isFixed} onDecided={onDecided} />
    </section>
  );
}

/** How many rows are left out, and what can be done with them all. */
function RowsFoot({ checked, isFixed, onDecided }: RowsProps) {
  const { worker, summary, mapping, file } = checked;
  const { repeated } = summary;
  const { timeZone } = useMerchant();
  return (
    <div className="mt-auto flex flex-wrap items-center justify-between gap-3 border-t border-line px-4 py-3 text-13 text-muted sm:px-6">
      <span>
        {summary.excluded > 0
          ? t("{rows} excluded. Numbers are masked.", { rows: countOf(summary.excluded, "row") })
          : t("No row excluded. Numbers are masked.")}
      </span>
      <span className="flex flex-wrap gap-2">
        {repeated.count > 0 && !isFixed && (
          <Button
            size="s"
            onClick={async () => {
              await worker.ask("sendRepeated", [repeated.sent < repeated.count]);
              await onDecided();
            }}
          >
            {repeated.sent < repeated.count
              ? repeated.count === 1
                ? t("Send the repeat too")
                : t("Send all {count} repeats too", { count: formatCount(repeated.count) })
              : t("Exclude all repeats")}
          </Button>
        )}
        {summary.excluded > 0 && (
          <Button
            size="s"
            icon="download"
            onClick={async () =>
              saveFile(await worker.ask("faults", [mapping, timeZone]), toFaultsName(file.name))
            }
          >
            {t("Save {rows} to fix", { rows: countOf(summary.excluded, "row") })}
          </Button>
        )}
      </span>
    </div>
  );
}

const kinds = translated(["word"], [
  { value: "all", word: "All" },
  { value: "error", word: "Errors" },
  { value: "repeated", word: "Repeated" },
  { value: "fixed", word: "Fixed" },
] as const);

const toFaultsName = (name: string) => `${name.replace(/\.[^.]*$/, "")}-to-fix.csv`;
