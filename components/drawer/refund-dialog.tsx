"use client";

import { useRouter } from "next/navigation";
import { useState } from "react";
import { useForm, useWatch } from "react-hook-form";
import { AmountField } from "#components/form/amount-field.tsx";
import { SubmitShell } from "#components/form/submit-shell.tsx";
import { TextField } from "#components/form/text-field.tsx";
import { useHotkeys } from "#components/layout/shortcuts/use-hotkeys.ts";
import { ApprovalOnDemand } from "#components/payment-result/approval/approval-on-demand.tsx";
import { cancelRequests } from "#components/payment-result/approval/cancel-requests.ts";
import { Button } from "#components/ui/button/button.tsx";
import { Dialog } from "#components/ui/overlay/dialog.tsx";
import { newAttemptId } from "#lib/attempt.ts";
import { typedCents } from "#lib/format/amount-text.ts";
import { formatMoney } from "#lib/format/money.ts";
import { commands } from "#lib/gateway/commands.ts";
import { t } from "#lib/language/t.ts";
import { paths } from "#lib/paths.ts";
import { type ApprovalAsk, type ApprovalGiven, askedText, doesText } from "#lib/payments/approval.ts";
import { limitText } from "#lib/payments/money-limits.ts";
import { refundFromDrawer } from "#server/actions/drawer.ts";
import { checkCash } from "./check-cash.ts";

const command = commands["cash:refund"];

/** Asks for a cash refund and sends it; its result is the attempt's own page. One dialog is one refund, however often it is submitted. */
export function RefundDialog({ drawer, onClose }: { drawer: string; onClose: () => void }) {
  const router = useRouter();
  const [attemptId] = useState(newAttemptId);
  const [problem, setProblem] = useState<string>();
  const { control, handleSubmit, setError, formState } = useForm({
    defaultValues: { amount: "", reason: "", invoice: "" },
  });
  const cents = typedCents(useWatch({ control, name: "amount" }));
  const [ask, setAsk] = useState<ApprovalAsk>();
  const send = async (
    values: { amount: string; reason: string; invoice: string },
    approval?: ApprovalGiven,
  ) => {
    setProblem(undefined);
    const checked = checkCash(values, setError);
    if (!checked) return;
    const sent = await refundFromDrawer({ ...checked, attemptId, invoice: values.invoice }, approval).catch(
      () => undefined,
    );
    // Without an answer the attempt's page shows whether it was recorded.
    if (sent === undefined || sent.ok) return router.push(paths.attempt(attemptId));
    setAsk(sent.problem.kind === "needs-approval" ? sent.problem.ask : undefined);
    if (sent.problem.kind === "refused") setProblem(sent.problem.message);
  };
  const refund = handleSubmit((values) => send(values));
  const close = () => {
    if (ask) void cancelRequests([ask]);
    onClose();
  };
  useHotkeys([{ keys: "ctrl+enter", does: command.label, act: () => !ask && void refund() }], {
    group: t("This question"),
    scope: "dialog",
  });
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && !formState.isSubmitting && close()}
      title={
        ask
          ? t("{payment} needs approval", { payment: askedText(ask) })
          : t("Refund cash from {drawer}", { drawer })
      }
      description={ask ? limitText(ask.limit, ask.over) : command.effect}
    >
      {ask ? (
        <ApprovalOnDemand
          asks={[ask]}
          does={doesText(ask)}
          pending={formState.isSubmitting}
          onApprove={(approval) => void handleSubmit((values) => send(values, approval))()}
          onClose={close}
        />
      ) : (
        <SubmitShell
          label={t("Refund cash")}
          pending={formState.isSubmitting}
          submitError={problem}
          onSubmit={(event) => void refund(event)}
          enterMovesOn
          className="grid gap-4"
          footer={
            <div className="flex justify-end gap-3 max-sm:*:flex-auto">
              <Button kbd="Esc" onClick={onClose}>
                {t("Cancel")}
              </Button>
              <Button type="submit" variant="primary" kbd="Ctrl Enter" loading={formState.isSubmitting}>
                {cents === null ? t("Refund") : t("Refund {money}", { money: formatMoney(cents) })}
              </Button>
            </div>
          }
        >
          <AmountField control={control} name="amount" label={t("Amount")} size="m" autoFocus />
          <TextField
            control={control}
            name="reason"
            label={t("Reason")}
            maxLength={200}
            choices={[t("Goods returned"), t("Wrong amount"), t("Charged twice")].map((value) => ({ value }))}
          />
          <TextField
            control={control}
            name="invoice"
            label={t("Invoice of the sale")}
            optional
            maxLength={25}
          />
        </SubmitShell>
      )}
    </Dialog>
  );
}
