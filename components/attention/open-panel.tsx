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
import { listOf } from "#lib/format/list.ts";
import { formatMoney } from "#lib/format/money.ts";
import { t, translated } from "#lib/language/t.ts";
import { translate } from "#lib/language/translate.ts";
import { may } from "#lib/permissions.ts";
import { attentionQuery, unknownFilesQuery } from "#lib/queries/attention.ts";
import { attentionCountQuery } from "#lib/queries/attention-count.ts";
import { OpenAttempt } from "./open-attempt.tsx";
import { OpenFile } from "./open-file.tsx";

const whose = translated(["label"], [
  { value: "all", label: "All workstations" },
  { value: "mine", label: "Mine" },
] as const);

/** Attempts and bulk files with an unknown outcome, oldest first. Updates automatically. */
export function OpenPanel() {
  const { role } = useMerchant();
  const [chosen, setChosen] = useState<"all" | "mine">("all");
  const { data, error } = useQuery(attentionQuery({ mine: chosen === "mine" }));
  const { data: files, error: filesError } = useQuery(unknownFilesQuery({ mine: chosen === "mine" }));
  const { data: count } = useQuery(attentionCountQuery());
  const atStake = listOf(
    addByCurrency(
      (data ?? []).map(({ amountCents: cents = 0, currency }) => ({
        kind: "sales",
        cents,
        count: 1,
        currency,
      })),
    )
      .filter(({ sales: { count } }) => count > 0)
      .map(({ sales, currency }) => formatMoney(sales.cents, { code: currency })),
  );
  const isAll = chosen === "all" && data && files && count;
  const more = isAll ? Math.max(0, count.open - count.files - data.length) : 0;
  const moreFiles = isAll ? Math.max(0, count.files - files.length) : 0;
  const sub = [
    data &&
      data.length > 0 &&
      t("{count}, oldest first, {amount} outstanding", { count: data.length + more, amount: atStake }),
    files && files.length > 0 && countOf(files.length + moreFiles, "bulk file"),
  ];
  return (
    <Panel roomy aria-label={t("Payments with unknown outcome")}>
      <PanelHead title={t("Payments with unknown outcome")} sub={sub.filter(Boolean).join("; ")}>
        <Segmented label={t("Whose")} options={whose} value={chosen} onChange={setChosen} />
      </PanelHead>
      {data === undefined || files === undefined ? (
        <div className="px-4 py-10 text-center">
          {(error ?? filesError) ? (
            <p role="alert">{translate((error ?? filesError)?.message ?? "")}</p>
          ) : (
            <Spinner>{t("Reading the command log")}</Spinner>
          )}
        </div>
      ) : data.length + files.length === 0 ? (
        <EmptyState icon="approved" title={t("Nothing is open")}>
          {chosen === "mine"
            ? t("Every payment and bulk file you sent has a known outcome.")
            : t(
                "Every payment and bulk file that was sent has a known outcome. If an outcome is unknown, it is listed here until it is resolved. The console looks it up automatically.",
              )}
        </EmptyState>
      ) : (
        <ul aria-label={t("Payments with unknown outcome, oldest first")}>
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
          {t("{count} newer ones are listed once these are resolved.", { count: more + moreFiles })}
        </p>
      )}
    </Panel>
  );
}
