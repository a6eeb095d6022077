import { SubmitShell } from "#components/form/submit-shell.tsx";
import { onDemand } from "#components/ui/on-demand.tsx";
import { Note } from "#components/ui/status/note.tsx";
import { formatMoney } from "#lib/format/money.ts";
import { t } from "#lib/language/t.ts";
import { tenderOf } from "#lib/payments/transaction-labels.ts";
import { AmountQuestion } from "./amount-question.tsx";
import { BreakdownQuestion } from "./breakdown-question.tsx";
import { DetailsQuestion } from "./details-question.tsx";
import { DialogFooter, DialogSubmit } from "./dialog-footer.tsx";
import { dismissLabel } from "./offers.ts";
import { OrderNote } from "./order-note.tsx";
import { ReasonQuestion } from "./reason-question.tsx";
import type { ActionDialogProps, useActionDialog } from "./use-action-dialog.ts";

const DrawerHint = onDemand<object>(() =>
  import("#components/payment-result/drawer-hint.tsx").then((module) => module.DrawerHint),
);

/** How much, why and with which changes, with what it does to the money. */
export function QuestionForm({
  offer: { command, label },
  transaction,
  madeBy,
  dialog: { question, totals, asked, queued, sum, preview, refused, send },
  onClose,
}: Pick<ActionDialogProps, "offer" | "transaction" | "madeBy" | "onClose"> & {
  dialog: ReturnType<typeof useActionDialog>;
}) {
  const { form, pending, problem, warning, isSpent, isTooMuch, isSame, sentOnce } = question;
  const amountError = form.formState.errors.amount?.message;
  return (
    <SubmitShell
      label={label}
      pending={pending}
      submitError={problem}
      enterMovesOn
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
      footer={
        <DialogFooter
          pending={pending}
          isQueued={queued !== undefined}
          dismiss={sentOnce ? t("Close") : dismissLabel(command, transaction)}
          onClose={onClose}
        >
          {!isSpent && (
            <DialogSubmit label={label} sum={sum} pending={pending} disabled={isSame || isTooMuch} />
          )}
        </DialogFooter>
      }
    >
      {question.givenMeanwhile > 0 && !isSpent && (
        <GivenMeanwhile cents={question.givenMeanwhile} currency={transaction.currency} />
      )}
      {asked && (
        <AmountQuestion
          command={command}
          asked={asked}
          form={form}
          transaction={transaction}
          refundTotals={totals}
          readOnly={sentOnce || isSpent}
        />
      )}
      <BreakdownQuestion command={command} form={form} transaction={transaction} readOnly={sentOnce} />
      <OrderNote command={command} transaction={transaction} madeBy={madeBy} />
      {warning && <Note tone="warning">{warning}</Note>}
      {!isSpent && <DetailsQuestion command={command} form={form} transaction={transaction} />}
      {!isSpent && <ReasonQuestion command={command} control={form.control} />}
      {tenderOf(transaction) === "cash" && !isSpent && (
        <div className="mt-4 empty:hidden">
          <DrawerHint />
        </div>
      )}
      {preview && !isSpent && !isTooMuch && (
        <p data-preview className="mt-4 text-13 text-muted">
          {preview}
        </p>
      )}
      {/* The amount has the focus already, so that its error is not read. */}
      <p aria-live="polite" className="sr-only">
        {isTooMuch && amountError}
      </p>
      {isTooMuch && refused > 0 && (
        <p key={refused} role="alert" className="sr-only">
          {amountError}
        </p>
      )}
    </SubmitShell>
  );
}

function GivenMeanwhile({ cents, currency }: { cents: number; currency: string | undefined }) {
  return (
    <div className="mb-4">
      <Note tone="warning" role="status">
        <b>{t("Another refund was made in the meantime.")}</b>{" "}
        {t("{money} was refunded since this page was loaded.", {
          money: formatMoney(cents, { code: currency }),
        })}
      </Note>
    </div>
  );
}
