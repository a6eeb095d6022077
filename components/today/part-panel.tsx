"use client";

import type { ReactNode } from "react";
import { Button } from "#components/ui/button/button.tsx";
import { Panel, PanelHead } from "#components/ui/panel/panel.tsx";
import { EmptyState } from "#components/ui/status/empty-state.tsx";
import { Spinner } from "#components/ui/status/spinner.tsx";
import { StaleNote } from "#components/ui/status/stale-note.tsx";
import { t } from "#lib/language/t.ts";

export type PartState = { error: Error | null; isFetching: boolean; refetch: () => unknown };

/** The panel of one part of Today. Without `children` it says that the part is being read, or why it can't be. */
export function PartPanel({
  title,
  sub,
  end,
  part,
  children,
}: {
  title: string;
  sub?: ReactNode;
  end?: ReactNode;
  part?: PartState;
  children?: ReactNode;
}) {
  return (
    <Panel aria-label={title}>
      <PanelHead title={title} sub={sub}>
        {end}
      </PanelHead>
      {children ? part?.error && <StaleNote message={part.error.message} /> : <Unread part={part} />}
      {children}
    </Panel>
  );
}

/** In place of a part that was not read yet. */
export function Unread({ part }: { part: PartState | undefined }) {
  if (!part?.error)
    return (
      <p className="px-4 py-10 text-center">
        <Spinner>{t("Reading")}</Spinner>
      </p>
    );
  return (
    <EmptyState
      icon="warning"
      title={t("This could not be read")}
      action={
        <Button loading={part.isFetching} onClick={() => void part.refetch()}>
          {t("Try again")}
        </Button>
      }
    >
      {part.error.message}
    </EmptyState>
  );
}
