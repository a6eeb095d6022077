"use client";

import { useQuery } from "@tanstack/react-query";
import { LinkButton } from "#components/layout/navigation/link-button.tsx";
import { Panel } from "#components/ui/panel/panel.tsx";
import { EmptyState } from "#components/ui/status/empty-state.tsx";
import { Spinner } from "#components/ui/status/spinner.tsx";
import { UnreadState } from "#components/ui/status/unread-state.tsx";
import { t } from "#lib/language/t.ts";
import { paths } from "#lib/paths.ts";
import { batchQuery } from "#lib/queries/batch.ts";
import { toShown } from "../to-shown.ts";
import { BatchContents } from "./batch-contents.tsx";

/** One batch, closed or open: its totals, its transactions, and whether the one is the sum of the other. */
export function BatchDetail({
  batchKey,
  now,
  printedBy,
}: {
  /** A key, or `current`. */
  batchKey: string;
  now: number;
  /** The line under the title on paper: merchant and person. */
  printedBy: string;
}) {
  const query = useQuery(batchQuery(batchKey));
  const shown = toShown(query);
  if (shown.kind === "found")
    return (
      <BatchContents
        batch={shown.value}
        readAt={shown.readAt}
        stale={shown.stale}
        now={now}
        printedBy={printedBy}
      />
    );
  return (
    <Panel aria-label={t("Batch")}>
      {shown.kind === "waiting" && (
        <p className="px-4 py-10 text-center">
          <Spinner>{t("Reading the batch from the gateway")}</Spinner>
        </p>
      )}
      {shown.kind === "missing" && (
        <EmptyState
          icon="layers"
          title={t("No such batch")}
          action={<LinkButton href={paths.batches()}>{t("See all batches")}</LinkButton>}
        >
          {shown.message}
        </EmptyState>
      )}
      {shown.kind === "unavailable" && (
        <UnreadState
          title={t("The batch could not be read")}
          message={shown.message}
          busy={query.isFetching}
          onRetry={() => query.refetch()}
        />
      )}
    </Panel>
  );
}
