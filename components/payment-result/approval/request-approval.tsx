"use client";

import { useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { DialogButtons } from "#components/form/dialog-buttons.tsx";
import { SubmitShell } from "#components/form/submit-shell.tsx";
import { Button } from "#components/ui/button/button.tsx";
import { Field } from "#components/ui/form/field.tsx";
import { Input } from "#components/ui/form/input.tsx";
import { cardNumberProblem, holdsCardNumber } from "#lib/card-data/card-detector.ts";
import { t } from "#lib/language/t.ts";
import type { Approver } from "#lib/payments/approval.ts";
import { longestNote } from "#lib/payments/approval-request.ts";
import { approvalsKey } from "#lib/queries/keys.ts";
import type { ApprovalProps } from "./approval-props.ts";
import { WaitingRequest } from "./waiting-request.tsx";

/** Sends a request to those who may approve, and then waits for their decision. */
export function RequestApproval(props: ApprovalProps & { approvers: readonly Approver[] }) {
  const { asks } = props;
  const [isOver, setOver] = useState(false);
  const requests = asks.flatMap(({ request }) => request ?? []);
  if (requests.length === asks.length && !isOver)
    return <WaitingRequest {...props} requests={requests} onAskAgain={() => setOver(true)} />;
  return <RequestForm {...props} onSend={() => setOver(false)} />;
}

function RequestForm({
  asks,
  pending,
  approvers,
  onApprove,
  onClose,
  onSend,
}: ApprovalProps & { approvers: readonly Approver[]; onSend: () => void }) {
  const client = useQueryClient();
  const [note, setNote] = useState("");
  const [error, setError] = useState<string>();
  const problem = asks.find((ask) => ask.problem)?.problem;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const wrong = holdsCardNumber(note) ? cardNumberProblem : undefined;
    setError(wrong);
    if (wrong || pending || note.length > longestNote) return;
    onSend();
    onApprove({ note: note.trim() });
    void client.invalidateQueries({ queryKey: approvalsKey });
  };
  return (
    <SubmitShell
      label={t("Request for approval")}
      pending={pending}
      submitError={pending ? undefined : problem}
      onSubmit={submit}
      className="grid gap-4"
      footer={
        <>
          <DialogButtons>
            <Button kbd="Esc" className="h-12!" onClick={onClose}>
              {t("Cancel")}
            </Button>
            <Button type="submit" variant="primary" size="l" kbd="Enter" loading={pending}>
              {t("Send request")}
            </Button>
          </DialogButtons>
          <p className="text-13 text-muted">
            {t("Nothing is sent before it is approved. Both names are kept with the payment.")}
          </p>
        </>
      }
    >
      <p>
        <span className="text-muted">{t("Sends the request to:")} </span>
        <span className="wrap-anywhere">{approvers.map(({ name }) => name).join(", ")}</span>
      </p>
      <Field label={t("Note to them")} optional longest={longestNote} text={note} error={error}>
        {(control) => (
          <Input
            {...control}
            data-autofocus=""
            autoComplete="off"
            value={note}
            onChange={(event) => setNote(event.target.value)}
          />
        )}
      </Field>
    </SubmitShell>
  );
}
