"use client";

import { useQuery } from "@tanstack/react-query";
import { AsOfNote } from "#components/layout/as-of-note.tsx";
import { LinkButton } from "#components/layout/navigation/link-button.tsx";
import { PrintTitle } from "#components/layout/page/print-title.tsx";
import { Panel } from "#components/ui/panel/panel.tsx";
import { EmptyState } from "#components/ui/status/empty-state.tsx";
import { Spinner } from "#components/ui/status/spinner.tsx";
import { UnreadState } from "#components/ui/status/unread-state.tsx";
import { paths } from "#lib/paths.ts";
import { reconciliationQuery } from "#lib/queries/reconciliation.ts";
import { ReconciliationContents } from "./reconciliation-contents.tsx";

/** A batch compared with the journal, or why it could not be read. */
export function ReconciliationView({
  batchKey,
  now,
  printedFor,
}: {
  batchKey: string;
  now: number;
  /** The line under the title on paper: merchant and person. */
  printedFor: string;
}) {
  const { data, error, isFetching, refetch } = useQuery(reconciliationQuery(batchKey));
  if (data?.kind === "found") {
    const { value, readAt, stale } = data;
    const number = value.run ? `, reconciliation ${value.run.number}` : ", reconciliation";
    return (
      <>
        <PrintTitle title={`Batch ${value.batchName}${number}`} printedFor={printedFor} now={now} />
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
    <Panel aria-label="Reconciliation">
      {message === undefined ? (
        <p className="px-4 py-10 text-center">
          <Spinner>Comparing the batch with the journal</Spinner>
        </p>
      ) : data?.kind === "missing" ? (
        <EmptyState
          icon="layers"
          title="No such batch"
          action={<LinkButton href={paths.batches()}>See all batches</LinkButton>}
        >
          {message}
        </EmptyState>
      ) : (
        <UnreadState
          title="The batch could not be compared"
          message={message}
          busy={isFetching}
          onRetry={() => refetch()}
        />
      )}
    </Panel>
  );
}
