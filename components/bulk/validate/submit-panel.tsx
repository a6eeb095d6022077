"use client";

import { useQuery } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { useMerchant } from "#components/layout/merchant.tsx";
import { useHotkeys } from "#components/layout/shortcuts/use-hotkeys.ts";
import { Button } from "#components/ui/button/button.tsx";
import { Checkbox } from "#components/ui/form/checkbox.tsx";
import { tx } from "#components/ui/rich-text.tsx";
import { Note } from "#components/ui/status/note.tsx";
import { newAttemptId } from "#lib/attempt.ts";
import { isReviewed } from "#lib/bulk/approval.ts";
import { sumOfTotals } from "#lib/bulk/bulk-totals.ts";
import type { BulkFile, BulkFileState, Preparation } from "#lib/bulk/file/bulk-file.ts";
import { secondPersonReason } from "#lib/bulk/second-person.ts";
import { countOf, formatCount } from "#lib/format/counts.ts";
import { formatMoment } from "#lib/format/dates.ts";
import { formatMoney } from "#lib/format/money.ts";
import { t } from "#lib/language/t.ts";
import { bulkChosenQuery } from "#lib/queries/bulk.ts";
import { momentIn } from "#lib/time.ts";
import type { useBulkApproval } from "../approve/use-approval.ts";
import { FileTotals } from "../file-totals.tsx";
import { ConfirmDialog } from "./confirm-dialog.tsx";
import { OpenFileNote } from "./open-file-note.tsx";
import type { UploadSettings } from "./upload-settings.ts";
import type { ValidatedFile } from "./use-bulk-upload.ts";
import type { SameCharges } from "./worker/worker-messages.ts";

/** What will be sent, who may approve it, and the button that asks once more before it does. */
export function SubmitPanel({
  checked,
  approval,
  settings,
}: {
  checked: ValidatedFile;
  approval: ReturnType<typeof useBulkApproval>;
  settings: UploadSettings;
}) {
  const { summary } = checked;
  const [isAgreed, setIsAgreed] = useState(false);
  const [isAsking, setIsAsking] = useState(false);
  const attemptId = useAttemptId(checked, approval.turn);
  const chosen = useQuery(bulkChosenQuery(summary.sha256));
  const second = secondPersonReason({
    totals: summary.totals,
    limitCents: settings.secondPersonAboveCents,
    ...(settings.mayApprove && { approvedAloneCents: chosen.data?.approvedAloneCents ?? 0 }),
  });
  const actsOnPayments = summary.totals.some(({ command }) => isReviewed(command));
  const needsSecond = second !== undefined;
  const goesAtOnce = settings.mayApprove && !needsSecond;
  const { open, gone } = chosen.data ?? {};
  const takesUp = open && isSame(open, checked) ? open : undefined;
  const isBusy = approval.state.kind === "preparing";
  const canSend = summary.good > 0 && (summary.excluded === 0 || isAgreed) && chosen.isSuccess && !isBusy;
  const act = goesAtOnce || takesUp?.state === "approved" || takesUp?.state === "unsent" ? "Send" : "Submit";
  useHotkeys([{ keys: "ctrl+enter", does: t("Send the file"), act: () => canSend && setIsAsking(true) }]);

  if (approval.state.kind !== "none" && !isBusy)
    return (
      <div className="p-4 sm:p-6">
        <FileTotals title={titleOf(approval.file?.state)} totals={summary.totals} />
      </div>
    );
  return (
    <div className="grid content-start gap-4 p-4 sm:p-6">
      <FileTotals title={t("What will be sent")} totals={summary.totals} />
      {gone && <GoneNote gone={gone} />}
      {open && <OpenFileNote open={open} isSame={takesUp !== undefined} approval={approval} />}
      <ApproverNote second={second} mayApprove={settings.mayApprove} actsOnPayments={actsOnPayments} />
      {summary.same.count > 0 && <SameNote same={summary.same} />}
      {summary.excluded > 0 && (
        <Checkbox
          label={t("Exclude {rows}", { rows: countOf(summary.excluded, "row") })}
          help={t("You can save them as a file.")}
          checked={isAgreed}
          onChange={({ target }) => setIsAgreed(target.checked)}
        />
      )}
      <Button
        variant="primary"
        size="l"
        block
        kbd="Ctrl Enter"
        disabled={!canSend}
        loading={isBusy}
        onClick={() => setIsAsking(true)}
      >
        {act === "Send"
          ? t("Send {rows}", { rows: countOf(summary.good, "row") })
          : t("Submit {rows}", { rows: countOf(summary.good, "row") })}
      </Button>
      {approval.problem && (
        <Note tone="declined" role="alert">
          {approval.problem.message}
        </Note>
      )}
      {chosen.isError && (
        <Note tone="warning" role="alert">
          {chosen.error.message}
        </Note>
      )}
      <p className="text-12 text-faint">{toReason(checked, isAgreed)}</p>
      <ConfirmDialog
        open={isAsking}
        act={act}
        summary={summary}
        onClose={() => setIsAsking(false)}
        onConfirm={() => {
          setIsAsking(false);
          void approval.start(toPreparation(checked, takesUp?.id ?? attemptId()));
        }}
      />
    </div>
  );
}

/** Who has to approve the file, where that is not its sender alone. */
function ApproverNote({
  second,
  mayApprove,
  actsOnPayments,
}: {
  /** Why a second person has to. */
  second: string | undefined;
  mayApprove: boolean;
  actsOnPayments: boolean;
}) {
  if (second)
    return (
      <Note icon="people">
        <b>{t("A second person approves it.")}</b> {second}
      </Note>
    );
  if (!mayApprove)
    return (
      <Note icon="people">
        {tx("{title} You may prepare files, not approve them.", {
          title: <b>{t("A manager approves it.")}</b>,
        })}
      </Note>
    );
  if (!actsOnPayments) return null;
  return (
    <Note icon="people">
      {tx(
        "{title} Some rows act on earlier payments: if this console can't read one of them, it waits for another manager.",
        { title: <b>{t("A second person may have to approve it.")}</b> },
      )}
    </Note>
  );
}

function titleOf(state: BulkFileState | undefined): string {
  if (state === "sent") return t("What was sent");
  return state === undefined || state === "waiting" || state === "approved"
    ? t("What will be sent")
    : t("The file");
}

/** Why the button is disabled, else what the file was compared with. */
function toReason({ summary }: ValidatedFile, isAgreed: boolean): string {
  if (summary.good === 0) return t("No row can be sent: fix a row, or choose another file.");
  if (summary.excluded > 0 && !isAgreed) return t("Confirm that you reviewed the excluded rows.");
  return t("Checked against this file and earlier files.");
}

/** The gateway answers such rows with the first payment instead of charging them. */
function SameNote({ same: { count, cents, sameOrder } }: { same: SameCharges }) {
  const order =
    sameOrder === 0
      ? ""
      : t(" {count} of them repeat the order ID and invoice too.", { count: formatCount(sameOrder) });
  return (
    <Note tone="warning">
      {tx("{title}, {money}: same card and amount as a row above.{order} The gateway may not charge them.", {
        title: <b>{countOf(count, "possible duplicate")}</b>,
        money: formatMoney(cents),
        order,
      })}
    </Note>
  );
}

function GoneNote({ gone }: { gone: BulkFile }) {
  const { timeZone } = useMerchant();
  const when = formatMoment(momentIn(timeZone, gone.sentAt ?? gone.preparedAt), { weekday: false });
  if (gone.state === "sent")
    return (
      <Note tone="warning">
        {tx("{title}, {when}, by {by}.", {
          title: <b>{t("This file was already uploaded")}</b>,
          when,
          by: gone.approvedBy ?? gone.preparedBy,
        })}
      </Note>
    );
  if (gone.state === "unsent" || gone.state === "cancelled")
    return (
      <Note tone="warning">
        {tx(
          "{title} A user decided that it did not arrive. If that is wrong, sending it charges these rows twice.",
          { title: <b>{t("This file was being sent {when}.", { when })}</b> },
        )}
      </Note>
    );
  return (
    <Note tone="unknown">
      {tx("{title} We don't know yet whether it arrived. Do not send it again.", {
        title: <b>{t("This file was being sent {when}.", { when })}</b>,
      })}
    </Note>
  );
}

/** One id for one preparation: the same until a row is decided on or the file is submitted again. */
function useAttemptId({ summary }: ValidatedFile, turn: number): () => string {
  const kept = useRef<{ of: unknown; turn: number; id: string }>(undefined);
  return () => {
    if (kept.current?.of !== summary || kept.current.turn !== turn)
      kept.current = { of: summary, turn, id: newAttemptId() };
    return kept.current.id;
  };
}

function isSame(open: BulkFile, { summary }: ValidatedFile): boolean {
  return open.good === summary.good && open.cents === sumOfTotals(summary.totals).cents;
}

function toPreparation(
  { file, opened, mapping, summary }: ValidatedFile,
  id: string,
): Omit<Preparation, "approval"> {
  const { sha256, rows, good, excluded, fixed, totals } = summary;
  const { encoding, separator } = opened;
  const plan = { encoding, separator, mapping };
  return { id, name: file.name, size: file.size, sha256, rows, good, excluded, fixed, plan, totals };
}
