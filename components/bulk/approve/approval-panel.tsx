"use client";

import { LinkButton } from "#components/layout/navigation/link-button.tsx";
import { ResultFrame } from "#components/payment-result/result-frame.tsx";
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
import { listOf } from "#lib/format/list.ts";
import { t } from "#lib/language/t.ts";
import { translate } from "#lib/language/translate.ts";
import { paths } from "#lib/paths.ts";
import type { useBulkApproval } from "./use-approval.ts";

/** The state of a submitted file and the next step. Stays on the page. */
export function ApprovalPanel({
  approval,
  size,
  onAnother,
}: {
  approval: ReturnType<typeof useBulkApproval>;
  size: number;
  onAnother: () => void;
}) {
  const { state, file, problem } = approval;
  if (state.kind === "none" || state.kind === "preparing") return null;
  if (state.kind === "sending") return <SendingPanel sent={state.sent} size={size} />;
  if (state.kind === "asking") return <AskingPanel />;
  if (!file) return null;
  const { tone, icon, title, text } = say(file);
  return (
    <ResultFrame
      tone={tone}
      icon={icon}
      title={title}
      end={`${countOf(file.good, "row")}, ${formatFileSums(file.totals)}`}
    >
      <PanelSection className="grid gap-4" aria-live="polite">
        <p>{text}</p>
        {file.problem && <p className="text-muted">{translate(file.problem)}</p>}
        {problem && (
          <Note tone="declined" role="alert">
            {problem.message}
          </Note>
        )}
        <div className="flex flex-wrap gap-3">
          <Steps file={file} approval={approval} onAnother={onAnother} />
        </div>
      </PanelSection>
    </ResultFrame>
  );
}

function SendingPanel({ sent, size }: { sent: number; size: number }) {
  const share = size > 0 ? sent / size : 0;
  const isUp = sent >= size;
  return (
    <Panel roomy aria-label={t("Sending")}>
      <ResultBand tone="accent" icon="running" end={t("Keep this page open: the file is only here")}>
        {isUp ? t("Waiting for the gateway's answer") : t("Sending")}
      </ResultBand>
      <PanelSection className="grid gap-3">
        <Bar
          shares={[{ tone: "accent", share }]}
          size="l"
          label={t("{percent} percent sent", { percent: Math.floor(share * 100) })}
        />
        <p className="text-13 text-muted">
          {t("{sent} of {total}. The file is not stored on the way.", {
            sent: formatBytes(sent),
            total: formatBytes(size),
          })}
        </p>
      </PanelSection>
    </Panel>
  );
}

/** The record that was read before the sending broke off must not be shown: the gateway may have the file. */
function AskingPanel() {
  return (
    <ResultFrame tone="unknown" icon="unknown" title={t("We don't know yet. Do not send it again.")}>
      <PanelSection className="grid gap-3" aria-live="polite">
        <p>{t("The connection to the console was lost while the file was being sent.")}</p>
        <Spinner>{t("Checking how far the upload got. Keep this page open")}</Spinner>
      </PanelSection>
    </ResultFrame>
  );
}

function Steps({
  file,
  approval,
  onAnother,
}: {
  file: BulkFile;
  approval: ReturnType<typeof useBulkApproval>;
  onAnother: () => void;
}) {
  const another = <Button onClick={onAnother}>{t("Choose another file")}</Button>;
  switch (file.state) {
    case "waiting":
      return <Button onClick={() => approval.withdraw(file.id)}>{t("Withdraw")}</Button>;
    case "sending":
    case "unknown":
      return <LinkButton href={paths.bulk()}>{t("All bulk files")}</LinkButton>;
    case "sent":
      return (
        <>
          {file.bulkKey && (
            <LinkButton variant="primary" href={paths.bulkGroup(file.bulkKey)}>
              {t("View progress")}
            </LinkButton>
          )}
          {another}
        </>
      );
    case "approved":
    case "unsent":
      return (
        <>
          {!file.mayHaveLeft && approval.problem?.kind !== "changedFile" && (
            <Button variant="primary" onClick={() => approval.sendAgain(file.id, file.counterPayments?.ids)}>
              {file.counterPayments ? t("Send anyway") : t("Send it now")}
            </Button>
          )}
          <Button onClick={() => approval.withdraw(file.id)}>{t("Withdraw")}</Button>
        </>
      );
    case "refused":
    case "cancelled":
      return (
        <>
          <Button onClick={approval.reset}>{t("Back to the rows")}</Button>
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
        title: t("Waiting for a second person"),
        text: [
          translate(file.secondReason ?? ""),
          t("Another manager must approve it under Bulk. Keep this page open until then."),
        ]
          .filter(Boolean)
          .join(" "),
      };
    case "approved":
      return {
        tone: "warning",
        icon: "clock",
        title: t("Approved, not sent"),
        text: t("Approved by {approvedBy}. The file has not left this computer.", {
          approvedBy: file.approvedBy ?? t("a manager"),
        }),
      };
    case "sending":
      return {
        tone: "accent",
        icon: "running",
        title: t("On its way"),
        text: t("The console is sending it to the gateway."),
      };
    case "sent":
      return {
        tone: "approved",
        icon: "approved",
        title: t("Sent"),
        text: formatUpload(file),
      };
    case "refused":
      return {
        tone: "declined",
        icon: "declined",
        title: t("The gateway refused the file"),
        text: refusalAdvice(file),
      };
    case "unsent":
      return {
        tone: "warning",
        icon: "warning",
        title: t("Not sent"),
        text: file.mayHaveLeft
          ? t("A user decided this. To send it, withdraw it and submit the file again.")
          : file.counterPayments
            ? t(
                "Nothing was charged. Look at these rows first: sending them takes the same amount a second time.",
              )
            : t("Nothing was charged. It can be sent again."),
      };
    case "unknown":
      return {
        tone: "unknown",
        icon: "unknown",
        title: t("We don't know yet. Do not send it again."),
        text: t(
          "The answer was lost. The console is looking for the file at the gateway. You may close this page.",
        ),
      };
    case "cancelled":
      return {
        tone: "neutral",
        icon: "void",
        title: t("Withdrawn"),
        text: file.mayHaveLeft ? t("A user decided that it did not arrive.") : t("Nothing was sent."),
      };
  }
}

function formatUpload({ upload, good }: BulkFile): string {
  if (!upload)
    return t("{rows} run at the gateway. You may close this page.", { rows: countOf(good, "row") });
  const { transactions, errors, dupes } = upload;
  const aside = [
    errors > 0 && t("{rows} rejected", { rows: countOf(errors, "row") }),
    dupes > 0 && t("{rows} already sent", { rows: countOf(dupes, "row") }),
  ].filter((one) => one !== false);
  const rows = countOf(transactions, "row");
  return aside.length > 0
    ? t("{rows} run at the gateway; {aside}. You may close this page.", { rows, aside: listOf(aside) })
    : t("{rows} run at the gateway. You may close this page.", { rows });
}
