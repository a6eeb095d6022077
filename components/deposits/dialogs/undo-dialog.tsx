"use client";

import { useState } from "react";
import { useAct } from "#components/layout/use-act.ts";
import { Button } from "#components/ui/button/button.tsx";
import { Field } from "#components/ui/form/field.tsx";
import { Textarea } from "#components/ui/form/textarea.tsx";
import { Dialog } from "#components/ui/overlay/dialog.tsx";
import { Note } from "#components/ui/status/note.tsx";
import type { ShownDeposit } from "#lib/deposits/deposits-view.ts";
import { formatMoney } from "#lib/format/money.ts";
import { t } from "#lib/language/t.ts";
import { depositsKey } from "#lib/queries/keys.ts";
import { undoDepositMatch } from "#server/actions/deposits.ts";
import { Lines } from "../deposit-match.tsx";

/** Undoes a match. The reason is kept. */
export function UndoDialog({ deposit, onClose }: { deposit: ShownDeposit; onClose: () => void }) {
  const { match, cents, currency } = deposit;
  const [reason, setReason] = useState("");
  const { act, pending, problem, reasons } = useAct({
    changes: depositsKey,
    unanswered: t("No response from the server. Check whether the match is still there, then try again."),
    fields: ["reason"],
  });
  if (!match) return null;
  const undo = async () => {
    if (await act(() => undoDepositMatch({ match: match.id, reason }))) onClose();
  };
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={t("Undo the match of {money}?", { money: formatMoney(cents, { code: currency }) })}
      description={t(
        "The deposit and its batches are open again. It will no longer be matched automatically.",
      )}
      footer={
        <>
          <Button onClick={onClose}>{t("Keep the match")}</Button>
          <Button
            variant="primary"
            loading={pending}
            disabled={reason.trim().length < 3}
            onClick={() => void undo()}
          >
            {t("Undo the match")}
          </Button>
        </>
      }
    >
      <Lines portions={match.portions} adjustments={match.adjustments} currency={currency} />
      <Field
        longest={200}
        text={reason}
        label={t("Reason")}
        help={t("Kept with the deposit")}
        error={reasons.reason}
      >
        {(control) => (
          <Textarea
            {...control}
            rows={2}
            value={reason}
            onChange={(event) => setReason(event.target.value)}
          />
        )}
      </Field>
      {problem && (
        <Note tone="warning" role="alert">
          {problem}
        </Note>
      )}
    </Dialog>
  );
}
