"use client";

import { useRouter } from "next/navigation";
import { useState } from "react";
import { useForm, useWatch } from "react-hook-form";
import { AmountField } from "#components/form/amount-field.tsx";
import { SubmitShell } from "#components/form/submit-shell.tsx";
import { TextField } from "#components/form/text-field.tsx";
import { useHotkeys } from "#components/layout/shortcuts/use-hotkeys.ts";
import { Button } from "#components/ui/button/button.tsx";
import { Dialog } from "#components/ui/overlay/dialog.tsx";
import { newAttemptId } from "#lib/attempt.ts";
import { typedCents } from "#lib/format/amount-text.ts";
import { formatMoney } from "#lib/format/money.ts";
import { commands } from "#lib/gateway/commands.ts";
import { paths } from "#lib/paths.ts";
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
  const refund = handleSubmit(async (values) => {
    setProblem(undefined);
    const checked = checkCash(values, setError);
    if (!checked) return;
    const sent = await refundFromDrawer({ ...checked, attemptId, invoice: values.invoice }).catch(
      () => undefined,
    );
    // Without an answer the attempt's page shows whether it was recorded.
    if (sent === undefined || sent.ok) return router.push(paths.attempt(attemptId));
    setProblem(sent.problem.message);
  });
  useHotkeys([{ keys: "ctrl+enter", does: command.label, act: () => void refund() }], {
    group: "This question",
    scope: "dialog",
  });
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && !formState.isSubmitting && onClose()}
      title={`Refund cash from ${drawer}`}
      description={command.effect}
    >
      <SubmitShell
        label="Refund cash"
        pending={formState.isSubmitting}
        submitError={problem}
        onSubmit={(event) => void refund(event)}
        enterMovesOn
        className="grid gap-4"
        footer={
          <div className="flex justify-end gap-3 max-sm:*:flex-auto">
            <Button kbd="Esc" onClick={onClose}>
              Cancel
            </Button>
            <Button type="submit" variant="primary" kbd="Ctrl Enter" loading={formState.isSubmitting}>
              {cents === null ? "Refund" : `Refund ${formatMoney(cents)}`}
            </Button>
          </div>
        }
      >
        <AmountField control={control} name="amount" label="Amount" size="m" autoFocus />
        <TextField
          control={control}
          name="reason"
          label="Reason"
          maxLength={200}
          choices={["Goods returned", "Wrong amount", "Charged twice"].map((value) => ({ value }))}
        />
        <TextField control={control} name="invoice" label="Invoice of the sale" optional maxLength={25} />
      </SubmitShell>
    </Dialog>
  );
}
