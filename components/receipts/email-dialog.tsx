"use client";

import { useState } from "react";
import { useForm } from "react-hook-form";
import { SubmitShell } from "#components/form/submit-shell.tsx";
import { TextField } from "#components/form/text-field.tsx";
import { Button } from "#components/ui/button/button.tsx";
import { Dialog } from "#components/ui/overlay/dialog.tsx";
import { toastDone } from "#components/ui/overlay/toast.ts";
import { emailProblem } from "#lib/forms/email.ts";
import type { ReceiptValues } from "#lib/forms/receipt.ts";
import { t } from "#lib/language/t.ts";
import { emailReceipt } from "#server/actions/receipts.ts";

/** Asks for an address and has the gateway email the receipt. */
export function EmailDialog({
  transactionKey,
  email,
  onClose,
  onSent,
}: {
  transactionKey: string;
  email: string;
  onClose: () => void;
  onSent: (email: string) => void;
}) {
  const { control, handleSubmit, setError, formState } = useForm<ReceiptValues>({
    resolver: (values) => {
      const message = emailProblem(values.email);
      return message
        ? { values: {}, errors: { email: { type: "custom", message } } }
        : { values, errors: {} };
    },
    defaultValues: { key: transactionKey, email },
  });
  const [problem, setProblem] = useState<string>();

  const send = handleSubmit(async (values) => {
    setProblem(undefined);
    const failed = t("No response from the server. If you send it again, the customer may get it twice.");
    const result = await emailReceipt(values).catch(() => undefined);
    if (!result) return setProblem(failed);
    if (result.ok) {
      toastDone(t("Receipt emailed"), result.value.email);
      return onSent(result.value.email);
    }
    const aboutEmail = result.problem.fields?.email;
    if (aboutEmail) setError("email", { message: aboutEmail }, { shouldFocus: true });
    else setProblem(result.problem.message);
  });

  return (
    <Dialog
      open
      onOpenChange={(open) => !open && !formState.isSubmitting && onClose()}
      title={t("Email the receipt")}
      description={t("The gateway sends it. No money moves.")}
    >
      <SubmitShell
        label={t("Email the receipt")}
        pending={formState.isSubmitting}
        submitError={problem}
        onSubmit={(event) => void send(event)}
        footer={
          <div className="mt-5 flex justify-end gap-3 max-sm:*:flex-auto">
            <Button kbd="Esc" onClick={onClose}>
              {t("Cancel")}
            </Button>
            <Button
              type="submit"
              variant="primary"
              kbd="Enter"
              aria-label={t("Send")}
              loading={formState.isSubmitting}
            >
              {t("Send")}
            </Button>
          </div>
        }
      >
        <TextField
          control={control}
          name="email"
          label={t("Email")}
          type="email"
          inputMode="email"
          spellCheck={false}
          autoFocus
        />
      </SubmitShell>
    </Dialog>
  );
}
