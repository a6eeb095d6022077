"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { LinkButton } from "#components/layout/navigation/link-button.tsx";
import { Button } from "#components/ui/button/button.tsx";
import { Icon } from "#components/ui/icon/icon.tsx";
import { Panel, PanelSection } from "#components/ui/panel/panel.tsx";
import { Note } from "#components/ui/status/note.tsx";
import { Spinner } from "#components/ui/status/spinner.tsx";
import { t } from "#lib/language/t.ts";
import { translate } from "#lib/language/translate.ts";
import { paths } from "#lib/paths.ts";
import { bulkKeys } from "#lib/queries/keys.ts";
import { Progress, ReadingAge } from "../monitor/progress.tsx";
import { useBulkGroup } from "../monitor/use-bulk-group.ts";

/** Progress of the group that the gateway runs now, from any uploader. */
export function CurrentGroup({ now: first }: { now: number }) {
  const { watched, refetch, busy } = useBulkGroup("current");
  const group = watched.kind === "found" ? watched.watch.group : undefined;
  useFilesReadAlike(`${watched.kind} ${group?.bulk_key} ${group?.status}`);
  if (watched.kind === "found" && group) {
    const { watch, readAt, samples } = watched;
    const now = Math.max(first, readAt);
    return (
      <Panel roomy aria-label={t("Running now")}>
        <PanelSection>
          <Progress
            group={group}
            readAt={readAt}
            samples={samples}
            now={now}
            end={
              group.bulk_key && (
                <LinkButton href={paths.bulkGroup(group.bulk_key)} iconEnd="right">
                  {t("View progress")}
                </LinkButton>
              )
            }
          />
        </PanelSection>
        <PanelSection className="flex flex-wrap justify-between gap-x-6 gap-y-1 text-13 text-muted">
          <span>
            {watch.file
              ? t("Approved by {approvedBy}.", { approvedBy: watch.file.approvedBy })
              : t("Uploaded outside this console.")}
          </span>
          <ReadingAge readAt={readAt} now={now} waits={watch.waits} />
        </PanelSection>
      </Panel>
    );
  }
  if (watched.kind === "unavailable")
    return (
      <Note tone="warning" role="alert">
        <span className="flex flex-wrap items-center justify-between gap-3">
          {t("Whether a group is running could not be read. {message}", {
            message: translate(watched.message),
          })}
          <Button size="s" icon="repeat" loading={busy} onClick={refetch}>
            {t("Ask again")}
          </Button>
        </span>
      </Note>
    );
  return (
    <Panel roomy aria-label={t("Running now")}>
      <p className="flex items-start gap-2 p-4 text-muted *:[svg]:mt-0.5 sm:px-6">
        {watched.kind === "missing" ? (
          <>
            <Icon name="clock" className="text-faint" />
            {translate(watched.message)}
          </>
        ) : (
          <Spinner>{t("Reading the running group from the gateway")}</Spinner>
        )}
      </p>
    </Panel>
  );
}

/** What runs changed: the lists of files, which show groups too, are read again rather than contradict it. */
function useFilesReadAlike(running: string): void {
  const queries = useQueryClient();
  const shown = useRef(running);
  useEffect(() => {
    if (shown.current === running) return;
    shown.current = running;
    void queries.invalidateQueries({ queryKey: bulkKeys.files });
  }, [running, queries]);
}
