"use client";

import { useMerchant } from "#components/layout/merchant.tsx";
import { Link } from "#components/layout/navigation/link.tsx";
import {
  AmountFigures,
  LimitFigures,
  ownLimitText,
} from "#components/payment-result/approval/limit-figures.tsx";
import { Amount } from "#components/ui/amount.tsx";
import { SumLine, SumList } from "#components/ui/list/sum-list.tsx";
import { Panel, PanelSection } from "#components/ui/panel/panel.tsx";
import { Note } from "#components/ui/status/note.tsx";
import { formatTime } from "#lib/format/dates.ts";
import { t } from "#lib/language/t.ts";
import { translate } from "#lib/language/translate.ts";
import { paths } from "#lib/paths.ts";
import type { RequestToDecide } from "#lib/payments/approval-request.ts";
import { momentIn } from "#lib/time.ts";
import { DecisionForm } from "./decision-form.tsx";
import { commandOf, firstName, nameOf, reasonOf } from "./request-labels.ts";

/** One request with all that its decision needs, and the decision. */
export function DecisionPanel({ request }: { request: RequestToDecide }) {
  const { timeZone } = useMerchant();
  const {
    cents,
    currency: code,
    paymentMethod,
    note,
    askedBy,
    problem,
    ownLimit,
    right,
    expiresAt,
  } = request;
  const until = formatTime(momentIn(timeZone, expiresAt));
  return (
    <Panel
      as="aside"
      aria-label={t("Request from {name}", { name: askedBy })}
      className="lg:sticky lg:top-6 lg:row-span-2"
    >
      <PanelSection>
        <p className="text-13 text-muted">{commandOf(request)}</p>
        <Amount cents={cents} code={code} size="l" />
        <p className="text-muted wrap-anywhere">{translate(paymentMethod)}</p>
      </PanelSection>
      <PanelSection className="text-13">
        <Facts request={request} />
      </PanelSection>
      {note && (
        <PanelSection>
          <p className="text-13 text-muted">
            {t("Note from {firstName}", { firstName: firstName(askedBy) })}
          </p>
          <p className="wrap-anywhere">{note}</p>
        </PanelSection>
      )}
      <PanelSection>
        {problem ? (
          <Note tone="warning" role="status">
            {problem}
          </Note>
        ) : (
          <DecisionForm request={request} />
        )}
        <p className="mt-3 text-12 text-faint">
          {t("Expires at {time} if not sent.", { time: until })}{" "}
          {!problem && t("Your own limit: {limit}.", { limit: ownLimitText(ownLimit, right) })}
        </p>
      </PanelSection>
    </Panel>
  );
}

/** On what, why, and the limit that it exceeds. */
function Facts({ request }: { request: RequestToDecide }) {
  const { transactionKey, askedBy } = request;
  const reason = reasonOf(request);
  return (
    <SumList>
      <SumLine label={t("Requested by")}>
        <span className="wrap-anywhere">{askedBy}</span>
      </SumLine>
      {transactionKey ? (
        <SumLine label={t("Payment")}>
          <Link href={paths.transaction(transactionKey)} className="wrap-anywhere">
            {nameOf(request)}
          </Link>
        </SumLine>
      ) : (
        request.invoice && <SumLine label={t("Invoice")}>{request.invoice}</SumLine>
      )}
      <AmountFigures ask={request} />
      {reason && (
        <SumLine label={t("Reason")}>
          <span className="wrap-anywhere">{reason}</span>
        </SumLine>
      )}
      <LimitFigures ask={request} />
    </SumList>
  );
}
