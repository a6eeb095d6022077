"use client";

import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useMerchant } from "#components/layout/merchant.tsx";
import { Button } from "#components/ui/button/button.tsx";
import { Fact, Facts } from "#components/ui/list/facts.tsx";
import { toastDone, toastFailure } from "#components/ui/overlay/toast.ts";
import { Panel, PanelHead, PanelSection, SectionTitle } from "#components/ui/panel/panel.tsx";
import { Note } from "#components/ui/status/note.tsx";
import type { TransactionDetail } from "#lib/gateway/schemas/transaction.ts";
import { t } from "#lib/language/t.ts";
import { recordsQuery } from "#lib/queries/transactions.ts";
import type { Detail } from "./detail.ts";
import { toDetails, toText } from "./details.ts";

/** Everything else that the gateway holds about the payment; what it returns only on request, on a button. */
export function DetailsPanel({
  transaction,
  transactionKey,
}: {
  transaction: TransactionDetail;
  transactionKey: string;
}) {
  const [asked, setAsked] = useState(false);
  const { data, error, isFetching, refetch } = useQuery({ ...recordsQuery(transactionKey), enabled: asked });
  const records = data?.kind === "found" ? data.value : undefined;
  const problem = data && "message" in data ? data.message : error?.message;
  const groups = toDetails({ ...transaction, ...records }, useMerchant().customFields);
  const look = () => (asked ? void refetch() : setAsked(true));
  return (
    <Panel roomy aria-label={t("Details")}>
      <PanelHead title={t("Details")}>
        {!records && (
          <Button size="s" icon="search" loading={isFetching} onClick={look}>
            {t("Look up bank, fraud and origin")}
          </Button>
        )}
        <Button size="s" icon="copy" onClick={() => void copy(toText(groups))}>
          {t("Copy all")}
        </Button>
      </PanelHead>
      {problem && !isFetching && (
        <PanelSection>
          <Note tone="warning" role="alert">
            {problem}
          </Note>
        </PanelSection>
      )}
      {records && !records.bin && !records.fraud && !records.origin && (
        <PanelSection>
          <p className="text-muted">{t("The gateway has no details about the bank, fraud or origin.")}</p>
        </PanelSection>
      )}
      {groups.map(({ id, title, details, raw }) => (
        <PanelSection key={id}>
          {raw ? (
            <details>
              <summary className="text-13 text-muted">{t("Show raw fields")}</summary>
              <div className="mt-3">
                <SectionTitle>{title}</SectionTitle>
                <DetailFacts details={details} />
              </div>
            </details>
          ) : (
            <>
              {title && <SectionTitle>{title}</SectionTitle>}
              <DetailFacts details={details} />
            </>
          )}
        </PanelSection>
      ))}
    </Panel>
  );
}

function DetailFacts({ details }: { details: readonly Detail[] }) {
  return (
    <Facts>
      {details.map((detail) => (
        <Fact key={detail.label} label={detail.label}>
          <Value detail={detail} />
        </Fact>
      ))}
    </Facts>
  );
}

function Value({ detail: { value, mono, isInternal } }: { detail: Detail }) {
  if (typeof value !== "string")
    return value.map((line) => (
      <span key={line} className="block">
        {line}
      </span>
    ));
  return (
    <>
      <span className={mono && "font-mono text-13"}>{value}</span>
      {isInternal && <span className="text-faint"> {t("(team only)")}</span>}
    </>
  );
}

async function copy(text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    toastDone(t("Details copied"));
  } catch {
    toastFailure(t("The browser doesn't allow copying here. Select the text instead."));
  }
}
