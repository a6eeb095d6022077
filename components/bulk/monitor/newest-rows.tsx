"use client";

import { useQuery } from "@tanstack/react-query";
import { useEffect, useEffectEvent, useRef } from "react";
import { Panel, PanelHead } from "#components/ui/panel/panel.tsx";
import { Spinner } from "#components/ui/status/spinner.tsx";
import { t } from "#lib/language/t.ts";
import { translate } from "#lib/language/translate.ts";
import { bulkNewestQuery } from "#lib/queries/bulk.ts";
import { ResultTable } from "./result-table.tsx";

/** The rows that ran last. */
export function NewestRows({
  groupKey,
  done,
  everyMs,
  isFromFile,
}: {
  groupKey: string;
  /** How many have run. */
  done: number;
  /** Undefined while nothing runs. */
  everyMs: number | undefined;
  isFromFile: boolean;
}) {
  const { data, error, refetch } = useQuery(bulkNewestQuery(groupKey, everyMs && newestEveryMs(everyMs)));
  const readAt = useRef(done);
  const readAgain = useEffectEvent(() => {
    // While it runs, they are read in their own time.
    if (everyMs === undefined && readAt.current !== done) void refetch();
    readAt.current = done;
  });
  useEffect(() => {
    if (done >= 0) readAgain();
  }, [done]);
  const problem = error?.message ?? (data && data.kind !== "found" ? data.message : undefined);
  const lines = data?.kind === "found" ? data.value : [];
  return (
    <Panel roomy aria-label={t("Newest rows")}>
      <PanelHead title={t("Newest rows")} sub={t("newest first")} />
      {lines.length > 0 ? (
        <ResultTable results={lines} label={t("Newest rows")} isFromFile={isFromFile} />
      ) : (
        <p className="px-4 py-8 text-center text-muted">
          {data === undefined && !error ? (
            <Spinner>{t("Loading the newest rows")}</Spinner>
          ) : problem ? (
            translate(problem)
          ) : (
            t("No row has run yet.")
          )}
        </p>
      )}
    </Panel>
  );
}

/** How often the newest rows are read beside counts that are read so often: seldom, and only while the page is in front. */
const newestEveryMs = (everyMs: number) => Math.max(12_000, 3 * everyMs);
