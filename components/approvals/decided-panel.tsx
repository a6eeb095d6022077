"use client";

import { useQuery } from "@tanstack/react-query";
import { useMerchant } from "#components/layout/merchant.tsx";
import { Link } from "#components/layout/navigation/link.tsx";
import { Panel, PanelHead } from "#components/ui/panel/panel.tsx";
import { EmptyState } from "#components/ui/status/empty-state.tsx";
import { Spinner } from "#components/ui/status/spinner.tsx";
import { StaleNote } from "#components/ui/status/stale-note.tsx";
import { StatusLabel } from "#components/ui/status/status-label.tsx";
import { rowLink, Table, TableBody, TableHead, Td, Th, Tr } from "#components/ui/table/table.tsx";
import { formatCount } from "#lib/format/counts.ts";
import { formatTime } from "#lib/format/dates.ts";
import { t } from "#lib/language/t.ts";
import { paths } from "#lib/paths.ts";
import { type ApprovalRequest, decisionText } from "#lib/payments/approval-request.ts";
import { decidedApprovalsQuery } from "#lib/queries/approvals.ts";
import { momentIn } from "#lib/time.ts";
import { commandOf, nameOf, stateLabels, sumOf } from "./request-labels.ts";

/** What was decided, canceled or ran out of time on this business day. */
export function DecidedPanel() {
  const { data, error } = useQuery(decidedApprovalsQuery());
  return (
    <Panel roomy aria-label={t("Decided today")}>
      <PanelHead title={t("Decided today")} {...(data && { sub: formatCount(data.length) })} />
      {error && data && <StaleNote message={error.message} />}
      {!data ? (
        <div className="px-4 py-10 text-center">
          {error ? <p role="alert">{error.message}</p> : <Spinner>{t("Reading the decisions")}</Spinner>}
        </div>
      ) : data.length === 0 ? (
        <EmptyState icon="approved" title={t("No decisions today")}>
          {t("Requests that are approved, refused, canceled or expire today are listed here.")}
        </EmptyState>
      ) : (
        <Table label={t("Decided today")} cards={3}>
          <TableHead>
            <Th>{t("Time")}</Th>
            <Th>{t("Request")}</Th>
            <Th>{t("Clerk")}</Th>
            <Th>{t("Decision")}</Th>
            <Th numeric>{t("Amount")}</Th>
          </TableHead>
          <TableBody>
            {data.map((request) => (
              <DecidedRow key={request.id} request={request} />
            ))}
          </TableBody>
        </Table>
      )}
    </Panel>
  );
}

function DecidedRow({ request }: { request: ApprovalRequest }) {
  const { timeZone } = useMerchant();
  const { state, decidedAt = request.askedAt, decidedBy, askedBy } = request;
  const note = decisionText(request);
  const { word, tone, icon } = stateLabels[state];
  const href = pathOf(request);
  const text = `${commandOf(request)}, ${nameOf(request)}`;
  return (
    <Tr>
      <Td label={t("Time")} drop="s" className="whitespace-nowrap">
        {formatTime(momentIn(timeZone, decidedAt))}
      </Td>
      <Td place="lead" className="wrap-break-word">
        {href ? (
          <Link href={href} className={`${rowLink} text-ink no-underline`}>
            {text}
          </Link>
        ) : (
          <span className="font-semibold">{text}</span>
        )}
      </Td>
      <Td label={t("Clerk")} className="wrap-break-word">
        {askedBy}
      </Td>
      <Td place="full" className="text-13">
        <StatusLabel tone={tone} icon={icon} wraps>
          {decidedBy && state !== "canceled" ? t("{word} by {decidedBy}", { word, decidedBy }) : word}
          {note && <span className="block text-muted wrap-anywhere">{note}</span>}
        </StatusLabel>
      </Td>
      <Td numeric place="amount" className="font-semibold">
        {sumOf(request)}
      </Td>
    </Tr>
  );
}

/** What became of it, else the payment that it is about. */
function pathOf({ state, attemptId, transactionKey }: ApprovalRequest): string | undefined {
  if (state === "sent") return paths.attempt(attemptId);
  return transactionKey && paths.transaction(transactionKey);
}
