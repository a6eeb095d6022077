"use client";

import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useMerchant } from "#components/layout/merchant.tsx";
import { Segmented } from "#components/ui/form/segmented.tsx";
import { Panel, PanelHead } from "#components/ui/panel/panel.tsx";
import { EmptyState } from "#components/ui/status/empty-state.tsx";
import { Spinner } from "#components/ui/status/spinner.tsx";
import { addByCurrency } from "#lib/batches/transaction-sums.ts";
import { countOf } from "#lib/format/counts.ts";
import { formatMoney } from "#lib/format/money.ts";
import { may } from "#lib/permissions.ts";
import { attentionCountQuery, attentionQuery, unknownFilesQuery } from "#lib/queries/attention.ts";
import { OpenAttempt } from "./open-attempt.tsx";
import { OpenFile } from "./open-file.tsx";

const whose = [
  { value: "all", label: "All workstations" },
  { value: "mine", label: "Mine" },
] as const;

/** Attempts and bulk files with an unknown outcome, oldest first. Updates automatically. */
export function OpenPanel() {
  const { role } = useMerchant();
  const [chosen, setChosen] = useState<"all" | "mine">("all");
  const { data, error } = useQuery(attentionQuery({ mine: chosen === "mine" }));
  const { data: files, error: filesError } = useQuery(unknownFilesQuery({ mine: chosen === "mine" }));
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
  const isAll = chosen === "all" && data && files && count;
  const more = isAll ? Math.max(0, count.open - count.files - data.length) : 0;
  const moreFiles = isAll ? Math.max(0, count.files - files.length) : 0;
  const sub = [
    data && data.length > 0 && `${data.length + more}, oldest first, ${atStake} at stake`,
    files && files.length > 0 && countOf(files.length + moreFiles, "bulk file"),
  ];
  return (
    <Panel roomy aria-label="Unknown payments">
      <PanelHead title="Unknown payments" sub={sub.filter(Boolean).join("; ")}>
        <Segmented label="Whose" options={whose} value={chosen} onChange={setChosen} />
      </PanelHead>
      {data === undefined || files === undefined ? (
        <div className="px-4 py-10 text-center">
          {(error ?? filesError) ? (
            <p role="alert">{(error ?? filesError)?.message}</p>
          ) : (
            <Spinner>Reading the journal</Spinner>
          )}
        </div>
      ) : data.length + files.length === 0 ? (
        <EmptyState icon="approved" title="Nothing is open">
          {chosen === "mine"
            ? "Every payment and bulk file you sent has its answer."
            : "Every payment and bulk file that was sent has its answer. One whose answer is lost appears here until its outcome is known. The console searches for it automatically."}
        </EmptyState>
      ) : (
        <ul aria-label="Unknown payments, oldest first">
          {files.map((file) => (
            <OpenFile key={file.id} file={file} />
          ))}
          {data.map((attempt) => (
            <OpenAttempt key={attempt.id} attempt={attempt} mayDecide={may(role, "decideUnknown")} />
          ))}
        </ul>
      )}
      {more + moreFiles > 0 && (
        <p className="border-t border-line px-4 py-3 text-13 text-muted sm:px-6">
          {`${more + moreFiles} newer ones follow when these are settled.`}
        </p>
      )}
    </Panel>
  );
}
