"use client";

import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useAct } from "#components/layout/use-act.ts";
import { Button } from "#components/ui/button/button.tsx";
import { SumLine, SumList } from "#components/ui/list/sum-list.tsx";
import { Dialog } from "#components/ui/overlay/dialog.tsx";
import { Note } from "#components/ui/status/note.tsx";
import {
  countsIn,
  heldCurrencies,
  readPlainSums,
  readSums,
  type ShownBatch,
} from "#lib/batches/batch-sums.ts";
import { formatCount } from "#lib/format/counts.ts";
import { formatMoney } from "#lib/format/money.ts";
import { t, text } from "#lib/language/t.ts";
import { batchQuery } from "#lib/queries/batch.ts";
import { batchKeys } from "#lib/queries/keys.ts";
import { refuse } from "#lib/result.ts";
import { closeBatch } from "#server/actions/batches.ts";

/** Confirms closing the open batch, with what it holds. What comes into it meanwhile is shown, and asked about again. */
export function CloseDialog({
  batchKey,
  name,
  onClose,
}: {
  batchKey: string;
  name: string;
  onClose: () => void;
}) {
  const { data } = useQuery({ ...batchQuery(batchKey), refetchOnMount: "always", refetchInterval: 10_000 });
  const [failed, setFailed] = useState<"changed" | "unknown">();
  const { act, pending, problem } = useAct({ changes: batchKeys.all, unanswered: t(lostAnswer) });
  const close = async (batch: ShownBatch) => {
    const done = await act(async () => {
      setFailed(undefined);
      const result = await closeBatch({ key: batchKey, shown: readPlainSums(batch)?.total ?? null });
      if (!result.ok || result.value.kind === "closing") return result;
      setFailed(result.value.kind);
      return refuse(t(result.value.kind === "changed" ? changedBatch : lostAnswer));
    });
    if (done) onClose();
  };
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={t("Close batch {name} now?", { name })}
      description={t(
        "The gateway settles its payments: they can be refunded and no longer voided. New payments go into the next batch.",
      )}
      footer={
        problem !== undefined && failed !== "changed" ? (
          <Button onClick={onClose}>{t("Look at the batch")}</Button>
        ) : (
          <>
            <Button onClick={onClose} disabled={pending}>
              {t("Keep it open")}
            </Button>
            {data?.kind === "found" && (
              <Button variant="primary" loading={pending} onClick={() => void close(data.value)}>
                {t("Close batch")}
              </Button>
            )}
          </>
        )
      }
    >
      {data?.kind === "found" && <Held batch={data.value} />}
      {data?.kind === "unavailable" && <Note tone="warning">{data.message}</Note>}
      {problem && (
        <Note tone={failed === "unknown" ? "unknown" : "warning"} role="alert">
          {problem}
        </Note>
      )}
    </Dialog>
  );
}

const lostAnswer = text(
  "The answer was lost: the batch may be closing. Don't close it again before you have looked at its status.",
);

const changedBatch = text(
  "Nothing was closed: the batch has changed. Its current contents are shown. Close it if they are right.",
);

/** How many transactions, and how much in each currency. */
function Held({ batch }: { batch: ShownBatch }) {
  const count = countsIn(batch)?.all;
  const sums = readSums(batch);
  const several = batch.currencies?.kind === "several" ? batch.currencies.sums : undefined;
  return (
    <SumList>
      {count !== undefined && <SumLine label={t("Transactions")}>{formatCount(count)}</SumLine>}
      {sums && (
        <SumLine label={t("Total")}>
          {formatMoney(sums.total.cents, { currency: batch.isCurrencyAssumed !== true })}
        </SumLine>
      )}
      {several &&
        heldCurrencies(several).map(({ currency, total }) => (
          <SumLine key={currency} label={t("Total {currency}", { currency })}>
            {formatMoney(total.cents, { code: currency })}
          </SumLine>
        ))}
    </SumList>
  );
}
