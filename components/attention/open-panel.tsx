"use client";

import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useMerchant } from "#components/layout/merchant.tsx";
import { EmptyState } from "#components/ui/empty-state.tsx";
import { Panel, PanelHead } from "#components/ui/panel.tsx";
import { Segmented } from "#components/ui/segmented.tsx";
import { Spinner } from "#components/ui/spinner.tsx";
import { formatMoney } from "#lib/format/money.ts";
import { may } from "#lib/permissions.ts";
import { attentionCountQuery, attentionQuery } from "#lib/queries/attention.ts";
import { addByCurrency } from "#lib/transaction-sums.ts";
import { OpenAttempt } from "./open-attempt.tsx";

const whose = [
  { value: "all", label: "All workstations" },
  { value: "mine", label: "Mine" },
] as const;

/** Attempts with an unknown outcome, oldest first. Updates automatically. */
export function OpenPanel() {
  const { role } = useMerchant();
  const [chosen, setChosen] = useState<"all" | "mine">("all");
  const { data, error } = useQuery(attentionQuery({ mine: chosen === "mine" }));
  const { data: count } = useQuery(attentionCountQuery());
  const atStake = addByCurrency(
    (data ?? []).map(({ amountCents: cents = 0, currency }) => ({
      kind: "sales",
      cents,
      count: 1,
      currency,
    })),
  )
    .filter(({ sales: { count } }) => count > 0)
    .map(({ sales, currency }) => formatMoney(sales.cents, { code: currency }))
    .join(" and ");
  const more = chosen === "all" && data && count ? Math.max(0, count.open - data.length) : 0;
  return (
    <Panel roomy aria-label="Unknown payments">
      <PanelHead
        title="Unknown payments"
        sub={data && data.length > 0 && `${data.length + more}, oldest first, ${atStake} at stake`}
      >
        <Segmented label="Whose" options={whose} value={chosen} onChange={setChosen} />
      </PanelHead>
      {data === undefined ? (
        <div className="px-4 py-10 text-center">
          {error ? <p role="alert">{error.message}</p> : <Spinner>Reading the journal</Spinner>}
        </div>
      ) : data.length === 0 ? (
        <EmptyState icon="approved" title="Nothing is open">
          {chosen === "mine"
            ? "Every payment you sent has its answer."
            : "Every payment that was sent has its answer. One whose answer is lost appears here until its outcome is known. The console searches for it automatically."}
        </EmptyState>
      ) : (
        <ul aria-label="Unknown payments, oldest first">
          {data.map((attempt) => (
            <OpenAttempt key={attempt.id} attempt={attempt} mayDecide={may(role, "decideUnknown")} />
          ))}
        </ul>
      )}
      {more > 0 && (
        <p className="border-t border-line px-4 py-3 text-13 text-muted sm:px-6">
          {`${more} newer ones follow when these are settled.`}
        </p>
      )}
    </Panel>
  );
}
