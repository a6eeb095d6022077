"use client";

import { useRef } from "react";
import { Button } from "#components/ui/button/button.tsx";
import { Dialog } from "#components/ui/overlay/dialog.tsx";
import { formatFileSums } from "#lib/bulk/file/file-sum.ts";
import { countOf } from "#lib/format/counts.ts";
import { t } from "#lib/language/t.ts";
import { FileTotals } from "../file-totals.tsx";
import type { ValidationSummary } from "./worker/worker-messages.ts";

/** The one question before money moves: these rows, this sum. */
export function ConfirmDialog({
  open,
  act,
  summary: { good, excluded, totals },
  onClose,
  onConfirm,
}: {
  open: boolean;
  act: "Send" | "Submit";
  summary: ValidationSummary;
  onClose: () => void;
  onConfirm: () => void;
}) {
  const confirm = useRef<HTMLButtonElement>(null);
  const what = `${countOf(good, "row")}, ${formatFileSums(totals)}`;
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => !next && onClose()}
      title={act === "Send" ? t("Send {what}?", { what }) : t("Submit {what}?", { what })}
      description={
        act === "Send"
          ? t("The gateway starts as soon as it has the file.")
          : t("Nothing is sent before another manager approves it.")
      }
      initialFocus={confirm}
      footer={
        <>
          <Button onClick={onClose}>{t("Not yet")}</Button>
          <Button ref={confirm} variant="primary" onClick={onConfirm}>
            {act === "Send" ? t("Send {what}", { what }) : t("Submit {what}", { what })}
          </Button>
        </>
      }
    >
      <FileTotals title={t("What will be sent")} totals={totals} />
      {excluded > 0 && (
        <p className="text-13 text-muted">{t("{rows} excluded.", { rows: countOf(excluded, "row") })}</p>
      )}
    </Dialog>
  );
}
