"use client";

import { type FormEvent, useEffect, useRef, useState } from "react";
import { DialogButtons } from "#components/form/dialog-buttons.tsx";
import { SubmitShell } from "#components/form/submit-shell.tsx";
import { PasskeyButton } from "#components/layout/session/passkey-proof.tsx";
import { Button } from "#components/ui/button/button.tsx";
import { Field } from "#components/ui/form/field.tsx";
import { Input } from "#components/ui/form/input.tsx";
import { Note } from "#components/ui/status/note.tsx";
import { t } from "#lib/language/t.ts";
import type { ApprovalAsk, Approver, TypedSignature } from "#lib/payments/approval.ts";
import type { PasskeyAnswer } from "#lib/session/passkey.ts";
import { beginPasskeyApproval } from "#server/actions/passkeys.ts";
import type { ApprovalProps } from "./approval-props.ts";
import { ApproverLine } from "./approver-line.tsx";

/** Asks at this workstation for the password, and the code, or for the passkey of one of those who may approve. */
export function WorkstationApproval({
  asks,
  does,
  pending,
  approvers,
  onApprove,
  onClose,
}: ApprovalProps & { approvers: readonly Approver[] }) {
  const [picked, setPicked] = useState(lastApprover);
  const [password, setPassword] = useState("");
  const [code, setCode] = useState("");
  const [missing, setMissing] = useState<"password" | "code">();
  const able = approvers.filter(({ lacksSecondStep }) => !lacksSecondStep);
  const chosen = able.find(({ id }) => id === picked) ?? able[0];
  const problem = asks.find((ask) => ask.problem)?.problem;
  const field = useRef<HTMLInputElement>(null);
  // While it is checked the form is disabled, which takes the focus away.
  useEffect(() => {
    if (problem && !pending) field.current?.focus();
  }, [problem, pending]);
  if (!chosen) return <NobodyHere approvers={approvers} right={asks[0]?.right} onClose={onClose} />;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (pending) return;
    const lacks = password === "" ? "password" : chosen.hasCode && code.trim() === "" ? "code" : undefined;
    setMissing(lacks);
    if (lacks) return;
    sign({ password, code: code.trim() });
  };
  const sign = (given: TypedSignature | { passkey: PasskeyAnswer }) => {
    lastApprover = chosen.id;
    setPassword("");
    setCode("");
    onApprove({ approver: chosen.id, ...given });
  };
  return (
    <SubmitShell
      label={t("Approval")}
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
              {t("Approve and {action}", { action: does })}
            </Button>
          </DialogButtons>
          <p className="text-13 text-muted">
            {t("You stay signed in. Both names are kept with the payment.")}
          </p>
        </>
      }
    >
      <Approvers approvers={approvers} chosen={chosen} onChoose={setPicked} right={asks[0]?.right} />
      <Field
        label={t("{firstName}'s password", { firstName: firstName(chosen) })}
        error={missing === "password" ? t("Enter the password.") : undefined}
      >
        {(control) => (
          <Input
            {...control}
            ref={field}
            // A new signature begins where it is typed.
            key={chosen.id}
            data-autofocus=""
            type="password"
            autoComplete="one-time-code"
            maxLength={1000}
            value={password}
            onChange={(event) => setPassword(event.target.value)}
          />
        )}
      </Field>
      {chosen.hasCode && (
        <CodeField
          label={t("{firstName}'s code", { firstName: firstName(chosen) })}
          code={code}
          isMissing={missing === "code"}
          onChange={setCode}
        />
      )}
      {chosen.hasPasskey && (
        <PasskeyButton
          key={chosen.id}
          label={t("Use {firstName}'s passkey", { firstName: firstName(chosen) })}
          begin={() => beginPasskeyApproval({ approver: chosen.id })}
          disabled={pending}
          onProof={(passkey) => sign({ passkey })}
        />
      )}
    </SubmitShell>
  );
}

function CodeField({
  label,
  code,
  isMissing,
  onChange,
}: {
  label: string;
  code: string;
  isMissing: boolean;
  onChange: (code: string) => void;
}) {
  return (
    <Field label={label} error={isMissing ? t("Enter the code of their app.") : undefined}>
      {(control) => (
        <Input
          {...control}
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={64}
          value={code}
          onChange={(event) => onChange(event.target.value)}
        />
      )}
    </Field>
  );
}

/** Everyone who may approve it lacks the second step that an approval at this workstation needs. */
function NobodyHere({
  approvers,
  right,
  onClose,
}: Pick<ApprovalProps, "onClose"> & {
  approvers: readonly Approver[];
  right: ApprovalAsk["right"] | undefined;
}) {
  return (
    <div className="grid gap-4">
      <Approvers approvers={approvers} right={right} />
      <Note tone="warning" role="status">
        {t(
          "No one can approve this at this workstation. Send a request: it can be approved on another screen.",
        )}
      </Note>
      <div className="flex justify-end">
        <Button kbd="Esc" className="h-12!" data-autofocus="" onClick={onClose}>
          {t("Close")}
        </Button>
      </div>
    </div>
  );
}

/** Who approved last at this workstation is offered first. */
let lastApprover: string | undefined;

const firstName = ({ name }: Approver) => name.split(/\s+/)[0] ?? name;

function Approvers({
  approvers,
  chosen,
  right = "charge",
  onChoose,
}: {
  approvers: readonly Approver[];
  chosen?: Approver;
  right: ApprovalAsk["right"] | undefined;
  onChoose?: (id: string) => void;
}) {
  return (
    <fieldset className="max-h-56 min-w-0 overflow-y-auto rounded-md border border-field-line">
      <legend className="sr-only">{t("Who approves")}</legend>
      {approvers.map((approver) => (
        <label
          key={approver.id}
          className="flex min-h-14 cursor-pointer items-center gap-3 border-line px-3 py-2 not-first-of-type:border-t has-disabled:cursor-default has-checked:bg-accent-soft has-focus-visible:outline-2 has-focus-visible:-outline-offset-2 has-focus-visible:outline-focus"
        >
          <input
            type="radio"
            name="approver"
            value={approver.id}
            checked={approver.id === chosen?.id}
            disabled={approver.lacksSecondStep === true}
            onChange={() => onChoose?.(approver.id)}
            className="size-4 shrink-0 accent-accent-fill outline-none"
          />
          <ApproverLine approver={approver} right={right} atWorkstation />
        </label>
      ))}
    </fieldset>
  );
}
