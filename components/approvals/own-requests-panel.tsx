"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { useMerchant } from "#components/layout/merchant.tsx";
import { lookupAttempt } from "#components/payment-result/queue/lookup-attempt.ts";
import {
  answerTimeoutMs,
  leaveHungAction,
  withTimeout,
} from "#components/payment-result/queue/with-timeout.ts";
import { Button } from "#components/ui/button/button.tsx";
import { Panel, PanelHead } from "#components/ui/panel/panel.tsx";
import { EmptyState } from "#components/ui/status/empty-state.tsx";
import { Spinner } from "#components/ui/status/spinner.tsx";
import { StatusLabel } from "#components/ui/status/status-label.tsx";
import { formatTime } from "#lib/format/dates.ts";
import { t } from "#lib/language/t.ts";
import { translate } from "#lib/language/translate.ts";
import { paths } from "#lib/paths.ts";
import { type ApprovalRequest, decisionText } from "#lib/payments/approval-request.ts";
import { approvalNewsQuery } from "#lib/queries/approvals.ts";
import { approvalsKey } from "#lib/queries/keys.ts";
import { momentIn } from "#lib/time.ts";
import { cancelApproval, sendApproved } from "#server/actions/approvals.ts";
import { commandOf, nameOf, stateLabels, sumOf } from "./request-labels.ts";

/** The user's own requests, open or ended minutes ago: each can be canceled, and an approved action sent whose page is gone. */
export function OwnRequestsPanel() {
  const { data, error } = useQuery(approvalNewsQuery());
  return (
    <Panel roomy aria-label={t("Your requests")}>
      <PanelHead title={t("Your requests")} />
      {!data ? (
        <div className="px-4 py-10 text-center">
          {error ? <p role="alert">{error.message}</p> : <Spinner>{t("Reading your requests")}</Spinner>}
        </div>
      ) : data.own.length === 0 ? (
        <EmptyState icon="approved" title={t("No request of yours is open")}>
          {t(
            "Where an amount is above your limit, choose “Send a request” to ask for it without a manager at your workstation.",
          )}
        </EmptyState>
      ) : (
        <ul aria-label={t("Your requests, newest first")}>
          {data.own.map((request) => (
            <OwnItem key={request.id} request={request} />
          ))}
        </ul>
      )}
    </Panel>
  );
}

function OwnItem({ request }: { request: ApprovalRequest }) {
  const { timeZone, waitMs } = useMerchant();
  const client = useQueryClient();
  const router = useRouter();
  const { id, attemptId, state, decidedBy, expiresAt, canContinue } = request;
  const [pending, setPending] = useState<"cancel" | "send">();
  const [problem, setProblem] = useState<string>();
  const paymentMethod = translate(request.paymentMethod);
  const { word, tone, icon } = stateLabels[state];
  const isOpen = state === "waiting" || state === "approved";
  async function run(way: "cancel" | "send") {
    setPending(way);
    setProblem(undefined);
    const acting = way === "cancel" ? cancelApproval({ request: id }) : sendApproved({ request: id });
    const result = await withTimeout<Awaited<typeof acting>>(acting, waitMs + answerTimeoutMs);
    if (!result) leaveHungAction();
    // Without an answer it may be recorded all the same. Where it is not, its approval stays.
    const isSent = result ? result.ok : (await lookupAttempt(attemptId)).kind === "found";
    if (way === "send" && isSent) return router.push(paths.attempt(attemptId));
    setPending(undefined);
    if (!result?.ok) setProblem(problemOf(result?.problem));
    void client.invalidateQueries({ queryKey: approvalsKey });
  }
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 border-line px-4 py-3 not-first:border-t sm:px-6">
      <div className="min-w-0 flex-1 basis-64">
        <p className="font-semibold wrap-anywhere">
          {`${commandOf(request)} ${sumOf(request)}, `}
          {nameOf(request)}
        </p>
        <p className="text-13 text-muted wrap-anywhere">
          {[
            nameOf(request) !== paymentMethod && paymentMethod,
            decidedBy &&
              t("{word} by {decidedBy}", { word: state === "approved" ? t("Approved") : word, decidedBy }),
            decisionText(request),
          ]
            .filter(Boolean)
            .join(". ")}
        </p>
        {isOpen && (
          <p className="text-13 text-muted">
            {whatNext(request)}{" "}
            {t("Expires at {time} if not sent.", { time: formatTime(momentIn(timeZone, expiresAt)) })}
          </p>
        )}
        {problem && (
          <p role="alert" className="text-13 text-warning">
            {problem}
          </p>
        )}
      </div>
      <StatusLabel tone={tone} icon={icon}>
        {word}
      </StatusLabel>
      {isOpen && (
        <div className="flex gap-3">
          <Button
            loading={pending === "cancel"}
            disabled={pending !== undefined}
            onClick={() => void run("cancel")}
          >
            {t("Cancel request")}
          </Button>
          {state === "approved" && canContinue && (
            <Button
              variant="primary"
              loading={pending === "send"}
              disabled={pending !== undefined}
              onClick={() => void run("send")}
            >
              {t("Continue: {command} {amount}", {
                command: commandOf(request).toLowerCase(),
                amount: sumOf(request),
              })}
            </Button>
          )}
        </div>
      )}
    </li>
  );
}

function whatNext({ state, canContinue }: ApprovalRequest): string {
  if (state === "waiting") return t("Nothing is sent before it is approved.");
  return canContinue ? t("Nothing is sent before you continue.") : t("Only the page that asked can send it.");
}

function problemOf(
  problem: Extract<Awaited<ReturnType<typeof sendApproved>>, { ok: false }>["problem"] | undefined,
) {
  if (!problem) return t("No response from the server. Try again.");
  if (problem.kind === "refused") return problem.message;
  if (problem.kind === "needs-approval")
    return problem.ask.problem ?? t("It is no longer approved. Nothing was sent.");
  return t("Blocked: possible duplicate. Nothing was sent. Open the payment and start again.");
}
