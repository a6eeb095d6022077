"use client";

import dynamic from "next/dynamic";
import { useMerchant } from "#components/layout/merchant.tsx";
import { LinkButton } from "#components/layout/navigation/link-button.tsx";
import { TwoColumns } from "#components/layout/page/page-content.tsx";
import { KeyRow } from "#components/layout/shortcuts/key-row.tsx";
import { ZoneNote } from "#components/layout/zone-note.tsx";
import { Bar } from "#components/ui/chart/bar.tsx";
import { FootNote } from "#components/ui/panel/foot-note.tsx";
import { Panel, PanelSection } from "#components/ui/panel/panel.tsx";
import { EmptyState } from "#components/ui/status/empty-state.tsx";
import { Note } from "#components/ui/status/note.tsx";
import { Spinner } from "#components/ui/status/spinner.tsx";
import { UnreadState } from "#components/ui/status/unread-state.tsx";
import type { BulkWatch } from "#lib/bulk/bulk-results.ts";
import type { BulkFile } from "#lib/bulk/file/bulk-file.ts";
import { doneIn, toSample } from "#lib/bulk/progress.ts";
import { formatCount } from "#lib/format/counts.ts";
import { formatInstant } from "#lib/format/dates.ts";
import type { BulkGroup } from "#lib/gateway/schemas/bulk.ts";
import { t } from "#lib/language/t.ts";
import { translate } from "#lib/language/translate.ts";
import { paths } from "#lib/paths.ts";
import type { BulkPerson } from "../bulk-person.ts";
import { FileFacts } from "./file-facts.tsx";
import { FilePanel } from "./file-panel.tsx";
import { NewestRows } from "./newest-rows.tsx";
import { ProblemNote } from "./problem-note.tsx";
import { Progress, ReadingAge } from "./progress.tsx";
import { ResultsPanel } from "./results-panel.tsx";
import { SteerButtons } from "./steer-buttons.tsx";
import { SumsPanel } from "./sums-panel.tsx";
import { type BulkGroupState, useBulkGroup } from "./use-bulk-group.ts";
import { useSteer } from "./use-steer.ts";

/** A chart needs the size of its place, which only a browser knows. */
const ProgressChart = dynamic(() => import("./progress-chart.tsx").then((module) => module.ProgressChart), {
  ssr: false,
});

type Place = { person: BulkPerson; now: number };

/** One bulk file from its approval to its last row: how it goes on, and afterwards what became of each row. */
export function GroupView({ groupKey, ...place }: Place & { groupKey: string }) {
  const { watched, refetch, busy } = useBulkGroup(groupKey);
  if (watched.kind !== "found") return <Unread watched={watched} busy={busy} onRetry={refetch} />;
  const { group, file } = watched.watch;
  if (group) return <Group {...place} watched={watched} group={group} />;
  if (!file) return null;
  return (
    <TwoColumns rail={<FileFacts file={file} now={place.now} />}>
      <FilePanel file={file} person={place.person} />
    </TwoColumns>
  );
}

function Group({
  watched: { watch, readAt, samples },
  group,
  person,
  now: first,
}: Place & { watched: Extract<BulkGroupState, { kind: "found" }>; group: BulkGroup }) {
  const { timeZone } = useMerchant();
  const { file, results, refetchIntervalMs, waits } = watch;
  const now = Math.max(first, readAt);
  const steering = useSteer(group);
  const key = group.bulk_key ?? "";
  const progress = (
    <Panel roomy aria-label={t("Progress")}>
      <PanelSection className="grid gap-4">
        {file && <ProblemNote file={file} />}
        <Progress
          group={group}
          readAt={readAt}
          samples={samples}
          now={now}
          duplicates={results.kind === "done" ? results.outcomes.duplicates.count : undefined}
          end={<SteerButtons group={group} steering={steering} mayApprove={person.mayApprove} />}
        />
        <div aria-live="polite" className="empty:hidden">
          {steering.note && <Note tone="warning">{steering.note}</Note>}
        </div>
        {steering.problem && (
          <Note tone="declined" role="alert">
            {steering.problem}
          </Note>
        )}
      </PanelSection>
      <PanelSection className="flex flex-wrap justify-between gap-x-6 gap-y-1 text-13 text-muted">
        <span>{formatSender(file, group, timeZone, now)}</span>
        {refetchIntervalMs !== undefined && <ReadingAge readAt={readAt} now={now} waits={waits} />}
      </PanelSection>
    </Panel>
  );
  return (
    <>
      {file ? (
        <TwoColumns rail={<FileFacts file={file} now={now} />}>
          <div className="grid min-w-0 content-start gap-4 sm:gap-6">
            {progress}
            <ProgressChart samples={samples} />
            <Sums results={results} file={file} />
          </div>
        </TwoColumns>
      ) : (
        <>
          {progress}
          <ProgressChart samples={samples} />
          <Sums results={results} file={file} />
        </>
      )}
      {results.kind === "done" && (
        <ResultsPanel
          groupKey={key}
          total={results.total}
          outcomes={results.outcomes}
          isFromFile={file !== undefined}
        />
      )}
      {results.kind === "running" && group.status !== "Pending" && (
        <NewestRows
          done={doneIn(toSample(group, readAt))}
          groupKey={key}
          everyMs={group.status === "Running" ? refetchIntervalMs : undefined}
          isFromFile={file !== undefined}
        />
      )}
      <FootNote>
        <span className="font-mono">{key}</span>
        {group.status === "Completed" && <span>{t("Results are as reported when the file ran")}</span>}
        <ZoneNote />
      </FootNote>
      {person.mayApprove && group.status !== "Completed" && (
        <KeyRow
          items={[
            { keys: "P", does: "pause" },
            { keys: "R", does: "resume" },
          ]}
        />
      )}
    </>
  );
}

function Sums({ results, file }: { results: BulkWatch["results"]; file: BulkFile | undefined }) {
  if (results.kind === "done") return <SumsPanel {...results} file={file} />;
  if (results.kind === "running") return null;
  const { read, total, waits } = results;
  return (
    <Panel roomy aria-label={t("Results")}>
      <PanelSection className="grid gap-2">
        <p role="status">
          {total === undefined
            ? waits
              ? t("{read} results are read; the rest follows in the background. Waiting: {waits}.", {
                  read: formatCount(read),
                  waits: translate(waits),
                })
              : t("{read} results are read; the rest follows in the background within the shared limit.", {
                  read: formatCount(read),
                })
            : waits
              ? t("{read} of {all} results are read; the rest follows in the background. Waiting: {waits}.", {
                  read: formatCount(read),
                  all: formatCount(total),
                  waits: translate(waits),
                })
              : t(
                  "{read} of {all} results are read; the rest follows in the background within the shared limit.",
                  { read: formatCount(read), all: formatCount(total) },
                )}{" "}
          {t("Totals by batch and the list of rows follow once all of them are.")}
        </p>
        <Bar
          shares={[{ tone: "accent", share: total ? read / total : 0 }]}
          label={t("{count} results read", { count: formatCount(read) })}
          size="s"
        />
      </PanelSection>
    </Panel>
  );
}

function formatSender(file: BulkFile | undefined, group: BulkGroup, timeZone: string, now: number): string {
  const safe = group.status === "Completed" ? "" : ` ${t("Safe to close this page.")}`;
  if (!file)
    return `${t("Uploaded {time} outside this console.", {
      time: group.uploaded ?? "",
    })}${safe}`;
  const { preparedBy, approvedBy, sentAt } = file;
  const sent = sentAt === undefined ? undefined : formatInstant(timeZone, sentAt, now);
  return `${senderText(preparedBy, approvedBy === preparedBy ? undefined : approvedBy, sent)}${safe}`;
}

function senderText(preparedBy: string, approvedBy: string | undefined, sent: string | undefined): string {
  if (approvedBy)
    return sent === undefined
      ? t("Prepared by {preparedBy}, approved by {approvedBy}.", { preparedBy, approvedBy })
      : t("Prepared by {preparedBy}, approved by {approvedBy}, sent {sent}.", {
          ...{ preparedBy, approvedBy, sent },
        });
  return sent === undefined
    ? t("Prepared and approved by {preparedBy}.", { preparedBy })
    : t("Prepared and approved by {preparedBy}, sent {sent}.", { preparedBy, sent });
}

function Unread({
  watched,
  busy,
  onRetry,
}: {
  watched: Exclude<BulkGroupState, { kind: "found" }>;
  busy: boolean;
  onRetry: () => void;
}) {
  return (
    <Panel roomy aria-label={t("Bulk file")}>
      {watched.kind === "waiting" && (
        <p className="px-4 py-10 text-center">
          <Spinner>{t("Reading the group from the gateway")}</Spinner>
        </p>
      )}
      {watched.kind === "missing" && (
        <EmptyState
          icon="upload"
          title={t("No such group")}
          action={<LinkButton href={paths.bulk()}>{t("See all bulk files")}</LinkButton>}
        >
          {t("{message} Its address may have been cut short.", { message: translate(watched.message) })}
        </EmptyState>
      )}
      {watched.kind === "unavailable" && (
        <UnreadState
          title={t("The group could not be read")}
          message={watched.message}
          busy={busy}
          onRetry={onRetry}
        />
      )}
    </Panel>
  );
}
