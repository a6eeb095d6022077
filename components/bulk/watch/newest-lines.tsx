"use client";

import { useQuery } from "@tanstack/react-query";
import { Panel, PanelHead } from "#components/ui/panel.tsx";
import { Spinner } from "#components/ui/spinner.tsx";
import { bulkNewestQuery } from "#lib/queries/bulk.ts";
import { ResultTable } from "./result-table.tsx";

/** The lines that ran last. */
export function NewestLines({
  groupKey,
  everyMs,
  ofFile,
}: {
  groupKey: string;
  /** Undefined while nothing runs. */
  everyMs: number | undefined;
  ofFile: boolean;
}) {
  const { data, error } = useQuery(bulkNewestQuery(groupKey, everyMs && newestEveryMs(everyMs)));
  const problem = error?.message ?? (data && data.kind !== "found" ? data.message : undefined);
  const lines = data?.kind === "found" ? data.value : [];
  return (
    <Panel aria-label="Newest lines">
      <PanelHead title="Newest lines" sub="the last that ran, newest first" />
      {lines.length > 0 ? (
        <ResultTable results={lines} label="Newest lines" ofFile={ofFile} />
      ) : (
        <p className="px-4 py-8 text-center text-muted">
          {data === undefined && !error ? (
            <Spinner>Reading the newest lines</Spinner>
          ) : (
            (problem ?? "No line was run yet.")
          )}
        </p>
      )}
    </Panel>
  );
}

/** How often the newest lines are read beside counts that are read so often: seldom, and only while the page is in front. */
const newestEveryMs = (everyMs: number) => Math.max(12_000, 3 * everyMs);
