"use client";

import { LinkButton } from "#components/layout/navigation/link-button.tsx";
import { Button } from "#components/ui/button/button.tsx";
import { Bar } from "#components/ui/chart/bar.tsx";
import type { IconName } from "#components/ui/icon/icon.tsx";
import { Panel, PanelSection } from "#components/ui/panel/panel.tsx";
import { Note } from "#components/ui/status/note.tsx";
import { ResultBand } from "#components/ui/status/result-band.tsx";
import { Spinner } from "#components/ui/status/spinner.tsx";
import type { Tone } from "#components/ui/status/tone.ts";
import type { BulkFile } from "#lib/bulk/file/bulk-file.ts";
import { formatFileSums } from "#lib/bulk/file/file-sum.ts";
import { refusalAdvice } from "#lib/bulk/file-decision.ts";
import { formatBytes } from "#lib/format/bytes.ts";
import { countOf } from "#lib/format/counts.ts";
import { paths } from "#lib/paths.ts";
import { changedFile } from "../validate/worker/worker-messages.ts";
import type { useRelease } from "./use-release.ts";

/** The state of a submitted file and the next step. Stays on the page. */
export function ReleasePanel({
  release,
  size,
  onAnother,
}: {
  release: ReturnType<typeof useRelease>;
  size: number;
  onAnother: () => void;
}) {
  const { state, file, problem } = release;
  if (state.kind === "none" || state.kind === "preparing") return null;
  if (state.kind === "sending") return <SendingPanel sent={state.sent} size={size} />;
  if (state.kind === "asking") return <AskingPanel />;
  if (!file) return null;
  const { tone, icon, title, text } = say(file);
  return (
    <Panel roomy aria-label="Result" as="section">
      <ResultBand
        tone={tone}
        icon={icon}
        end={`${countOf(file.good, "row")}, ${formatFileSums(file.totals)}`}
      >
        {title}
      </ResultBand>
      <PanelSection className="grid gap-4" aria-live="polite">
        <p>{text}</p>
        {file.problem && <p className="text-muted">{file.problem}</p>}
        {problem && (
          <Note tone="declined" role="alert">
            {problem}
          </Note>
        )}
        <div className="flex flex-wrap gap-3">
          <Steps file={file} release={release} onAnother={onAnother} />
        </div>
      </PanelSection>
    </Panel>
  );
}

function SendingPanel({ sent, size }: { sent: number; size: number }) {
  const share = size > 0 ? sent / size : 0;
  const isUp = sent >= size;
  return (
    <Panel roomy aria-label="Sending">
      <ResultBand tone="accent" icon="running" end="Keep this page open: the file is only here">
        {isUp ? "Waiting for the gateway's answer" : "Sending"}
      </ResultBand>
      <PanelSection className="grid gap-3">
        <Bar
          shares={[{ tone: "accent", share }]}
          size="l"
          label={`${Math.floor(share * 100)} percent sent`}
        />
        <p className="text-13 text-muted">
          {formatBytes(sent)} of {formatBytes(size)}. Nothing of it is kept on the way.
        </p>
      </PanelSection>
    </Panel>
  );
}

/** The record that was read before the sending broke off must not be shown: the gateway may have the file. */
function AskingPanel() {
  return (
    <Panel roomy aria-label="Result" as="section">
      <ResultBand tone="unknown" icon="unknown">
        We don't know yet. Do not send it again.
      </ResultBand>
      <PanelSection className="grid gap-3" aria-live="polite">
        <p>The connection to the console broke off while the file was being sent.</p>
        <Spinner>Asking the console how far it came. Keep this page open</Spinner>
      </PanelSection>
    </Panel>
  );
}

function Steps({
  file,
  release,
  onAnother,
}: {
  file: BulkFile;
  release: ReturnType<typeof useRelease>;
  onAnother: () => void;
}) {
  const another = <Button onClick={onAnother}>Choose another file</Button>;
  switch (file.state) {
    case "waiting":
      return <Button onClick={() => release.takeBack(file.id)}>Withdraw</Button>;
    case "sending":
    case "unknown":
      return <LinkButton href={paths.bulk()}>All bulk files</LinkButton>;
    case "sent":
      return (
        <>
          {file.bulkKey && (
            <LinkButton variant="primary" href={paths.bulkGroup(file.bulkKey)}>
              Watch it run
            </LinkButton>
          )}
          {another}
        </>
      );
    case "released":
    case "unsent":
      return (
        <>
          {!file.mayHaveLeft && release.problem !== changedFile && (
            <Button variant="primary" onClick={() => release.sendAgain(file.id, file.counterPayments?.ids)}>
              {file.counterPayments ? "Send anyway" : "Send it now"}
            </Button>
          )}
          <Button onClick={() => release.takeBack(file.id)}>Withdraw</Button>
        </>
      );
    case "refused":
    case "cancelled":
      return (
        <>
          <Button onClick={release.reset}>Back to the rows</Button>
          {another}
        </>
      );
  }
}

function say(file: BulkFile): { tone: Tone; icon: IconName; title: string; text: string } {
  switch (file.state) {
    case "waiting":
      return {
        tone: "warning",
        icon: "clock",
        title: "Waiting for a second person",
        text: `${file.secondReason ? `${file.secondReason} ` : ""}Another manager must release it under Bulk. Keep this page open until then.`,
      };
    case "released":
      return {
        tone: "warning",
        icon: "clock",
        title: "Released, not sent",
        text: `Released by ${file.releasedBy ?? "a manager"}. The file has not left this computer.`,
      };
    case "sending":
      return {
        tone: "accent",
        icon: "running",
        title: "On its way",
        text: "The console is sending it to the gateway.",
      };
    case "sent":
      return {
        tone: "approved",
        icon: "approved",
        title: "Sent",
        text: formatUpload(file),
      };
    case "refused":
      return {
        tone: "declined",
        icon: "declined",
        title: "The gateway refused the file",
        text: refusalAdvice(file),
      };
    case "unsent":
      return {
        tone: "warning",
        icon: "warning",
        title: "Not sent",
        text: file.mayHaveLeft
          ? "A person decided so. To send it, withdraw it and submit the file again."
          : file.counterPayments
            ? "Nothing was charged. Look at these rows first: sending them takes the same amount a second time."
            : "Nothing was charged. It can be sent again.",
      };
    case "unknown":
      return {
        tone: "unknown",
        icon: "unknown",
        title: "We don't know yet. Do not send it again.",
        text: "The answer was lost. The console is looking for the file at the gateway. You may close this page.",
      };
    case "cancelled":
      return {
        tone: "neutral",
        icon: "void",
        title: "Withdrawn",
        text: file.mayHaveLeft ? "A person decided that it did not arrive." : "Nothing was sent.",
      };
  }
}

function formatUpload({ upload, good }: BulkFile): string {
  if (!upload) return `${countOf(good, "row")} run at the gateway. You may close this page.`;
  const { transactions, errors, dupes } = upload;
  const aside = [
    errors > 0 && `${countOf(errors, "row")} rejected`,
    dupes > 0 && `${countOf(dupes, "row")} already sent`,
  ];
  const rest = aside.filter(Boolean).join(" and ");
  return `${countOf(transactions, "row")} run at the gateway${rest ? `; ${rest}` : ""}. You may close this page.`;
}
