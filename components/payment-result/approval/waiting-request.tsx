"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useEffectEvent, useRef, useState } from "react";
import { DialogButtons } from "#components/form/dialog-buttons.tsx";
import { useMerchant } from "#components/layout/merchant.tsx";
import { Button } from "#components/ui/button/button.tsx";
import { Icon } from "#components/ui/icon/icon.tsx";
import { Note } from "#components/ui/status/note.tsx";
import { Spinner } from "#components/ui/status/spinner.tsx";
import { formatTime } from "#lib/format/dates.ts";
import { formatClock } from "#lib/format/durations.ts";
import { listOf } from "#lib/format/list.ts";
import { t } from "#lib/language/t.ts";
import type { Approver } from "#lib/payments/approval.ts";
import { type ApprovalNews, type ApprovalRequest, decisionText } from "#lib/payments/approval-request.ts";
import { approvalNewsQuery } from "#lib/queries/approvals.ts";
import { approvalsKey } from "#lib/queries/keys.ts";
import { momentIn } from "#lib/time.ts";
import { useNow } from "../use-now.ts";
import type { ApprovalProps } from "./approval-props.ts";
import { ApproverLine } from "./approver-line.tsx";
import { cancelRequests } from "./cancel-requests.ts";

/** Shows that a request waits, for whom and until when. Sends the action once all of it is approved, or says why it ended. */
export function WaitingRequest({
  asks,
  requests,
  approvers,
  pending,
  onApprove,
  onClose,
  onAskAgain,
}: ApprovalProps & {
  requests: readonly ApprovalRequest[];
  approvers: readonly Approver[];
  onAskAgain: () => void;
}) {
  const client = useQueryClient();
  const { data: news, dataUpdatedAt } = useQuery(approvalNewsQuery());
  const current = requests.map((sent) => news?.own.find(({ id }) => id === sent.id) ?? unlisted(sent, news));
  const ended = current.find(({ state }) => state !== "waiting" && state !== "approved");
  const isApproved = current.every(({ state }) => state === "approved");
  const sent = useRef(false);
  const send = useEffectEvent(() => onApprove());
  useEffect(() => {
    if (!isApproved || sent.current) return;
    sent.current = true;
    send();
  }, [isApproved]);
  // Its page alone can send it.
  const cancelOnLeave = useEffectEvent(() => {
    if (!requests.every(({ canContinue }) => canContinue)) void cancelRequests(asks);
  });
  useEffect(() => {
    const onLeave = () => cancelOnLeave();
    window.addEventListener("pagehide", onLeave);
    return () => window.removeEventListener("pagehide", onLeave);
  }, []);
  const [canceling, setCanceling] = useState(false);
  const cancel = async () => {
    setCanceling(true);
    await cancelRequests(asks);
    await client.invalidateQueries({ queryKey: approvalsKey });
    setCanceling(false);
    onAskAgain();
  };

  if (ended) return <Ended request={ended} onAskAgain={onAskAgain} onClose={onClose} />;
  if (isApproved || pending)
    return (
      <div role="status" className="grid gap-2 py-4">
        {isApproved && (
          <p className="flex gap-2 font-semibold">
            <Icon name="approved" className="mt-0.5 text-approved" />
            {t("Approved by {names}", { names: namesOf(current) })}
          </p>
        )}
        <Spinner>{t("Sending it now")}</Spinner>
      </div>
    );
  return (
    <div className="grid gap-4">
      <Clock request={current[0]} skewMs={news ? news.now - dataUpdatedAt : 0} />
      <ul
        aria-label={t("Who may approve")}
        className="max-h-56 overflow-y-auto rounded-md border border-line"
      >
        {approvers.map((approver) => (
          <li
            key={approver.id}
            className="flex min-h-14 items-center gap-3 border-line px-3 py-2 not-first:border-t"
          >
            <ApproverLine approver={approver} right={requests[0]?.right ?? "charge"} />
            <Icon name="clock" className="ml-auto text-faint" />
          </li>
        ))}
      </ul>
      <DialogButtons>
        <Button className="h-12!" loading={canceling} onClick={() => void cancel()}>
          {t("Cancel request")}
        </Button>
        {requests.every(({ canContinue }) => canContinue) && (
          <Button kbd="Esc" variant="primary" size="l" onClick={onClose}>
            {t("Close, keep waiting")}
          </Button>
        )}
      </DialogButtons>
      <p className="text-13 text-muted">
        {requests.every(({ canContinue }) => canContinue)
          ? t(
              "While this is open, it is sent once it is approved. If you close it, it waits under Approvals for you to continue.",
            )
          : t(
              "Keep this page open: it is sent from here once it is approved. If you close the page, it is not sent.",
            )}
      </p>
    </div>
  );
}

/** One that was just sent, or that ended so long ago that the news have it no more: this computer was asleep. */
const unlisted = (sent: ApprovalRequest, news: ApprovalNews | undefined): ApprovalRequest =>
  news && news.now > sent.expiresAt ? { ...sent, state: "expired" } : sent;

const namesOf = (requests: readonly ApprovalRequest[]) =>
  listOf([...new Set(requests.flatMap(({ decidedBy }) => decidedBy ?? []))]);

/** Until when it waits, with the time left by the console's clock. */
function Clock({ request, skewMs }: { request: ApprovalRequest | undefined; skewMs: number }) {
  const { timeZone } = useMerchant();
  const now = useNow();
  if (!request) return null;
  const left = now === undefined ? undefined : (request.expiresAt - now - skewMs) / 1000;
  return (
    <div className="flex items-start justify-between gap-3">
      <div role="status">
        <p className="font-semibold">{t("Waiting for approval")}</p>
        <p className="text-13 text-muted">
          {t("Until {time}. Nothing is sent before it is approved.", {
            time: formatTime(momentIn(timeZone, request.expiresAt)),
          })}
        </p>
      </div>
      {left !== undefined && (
        <span role="timer" aria-label={t("Time left")} className="text-20 font-semibold tabular-nums">
          {formatClock(left)}
        </span>
      )}
    </div>
  );
}

/** Why nothing was sent, with what the other person said. */
function Ended({
  request,
  onAskAgain,
  onClose,
}: {
  request: ApprovalRequest;
  onAskAgain: () => void;
  onClose: () => void;
}) {
  const { timeZone } = useMerchant();
  const { state, decidedBy, decidedAt } = request;
  const time = decidedAt === undefined ? "" : formatTime(momentIn(timeZone, decidedAt));
  const title =
    state === "refused"
      ? t("Not approved by {decidedBy}", { decidedBy })
      : state === "expired"
        ? t("No one decided in time")
        : state === "canceled"
          ? t("The request was canceled")
          : t("It was sent from another page");
  return (
    <div className="grid gap-4">
      <Note tone={state === "refused" ? "declined" : "warning"} role="alert">
        <b>{`${title}.`}</b> {[time, decisionText(request)].filter(Boolean).join(": ")}
        <span className="mt-1 block">
          {state === "sent" ? t("Its result is on the payment's page.") : t("No money moved.")}
        </span>
      </Note>
      <DialogButtons>
        {state !== "sent" && (
          <Button className="h-12!" onClick={onAskAgain}>
            {t("Ask again")}
          </Button>
        )}
        <Button variant="primary" size="l" kbd="Esc" onClick={onClose}>
          {t("Close")}
        </Button>
      </DialogButtons>
    </div>
  );
}
