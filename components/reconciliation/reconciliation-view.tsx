"use client";

import { useQuery } from "@tanstack/react-query";
import { AsOfNote } from "#components/layout/as-of-note.tsx";
import { LinkButton } from "#components/layout/navigation/link-button.tsx";
import { PrintTitle } from "#components/layout/page/print-title.tsx";
import { Panel } from "#components/ui/panel/panel.tsx";
import { EmptyState } from "#components/ui/status/empty-state.tsx";
import { Spinner } from "#components/ui/status/spinner.tsx";
import { UnreadState } from "#components/ui/status/unread-state.tsx";
import { t } from "#lib/language/t.ts";
import { translate } from "#lib/language/translate.ts";
import { paths } from "#lib/paths.ts";
import { reconciliationQuery } from "#lib/queries/reconciliation.ts";
import { ReconciliationContents } from "./reconciliation-contents.tsx";

/** A batch compared with the journal, or why it could not be read. */
export function ReconciliationView({
  batchKey,
  now,
  printedBy,
}: {
  batchKey: string;
  now: number;
  /** The line under the title on paper: merchant and person. */
  printedBy: string;
}) {
  const { data, error, isFetching, refetch } = useQuery(reconciliationQuery(batchKey));
  if (data?.kind === "found") {
    const { value, readAt, stale } = data;
    const { batchName } = value;
    return (
      <>
        <PrintTitle
          title={
            value.run
              ? t("Batch {batchName}, reconciliation {number}", { batchName, number: value.run.number })
              : t("Batch {batchName}, reconciliation", { batchName })
          }
          printedBy={printedBy}
          now={now}
        />
        {stale !== undefined && (
          <Panel>
            <AsOfNote why={stale} readAt={readAt} now={now} />
          </Panel>
        )}
        <ReconciliationContents reconciliation={value} now={now} />
      </>
    );
  }
  const message = data?.message ?? error?.message;
  return (
    <Panel aria-label={t("Reconciliation")}>
      {message === undefined ? (
        <p className="px-4 py-10 text-center">
          <Spinner>{t("Comparing the batch with the journal")}</Spinner>
        </p>
      ) : data?.kind === "missing" ? (
        <EmptyState
          icon="layers"
          title={t("No such batch")}
          action={<LinkButton href={paths.batches()}>{t("See all batches")}</LinkButton>}
        >
          {translate(message)}
        </EmptyState>
      ) : (
        <UnreadState
          title={t("The batch could not be compared")}
          message={message}
          busy={isFetching}
          onRetry={() => refetch()}
        />
      )}
    </Panel>
  );
}
