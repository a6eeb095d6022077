import { type FormEvent, type ReactNode, useState } from "react";
import { DialogButtons } from "#components/form/dialog-buttons.tsx";
import { OwnPasswordField } from "#components/form/own-password-field.tsx";
import { SubmitShell } from "#components/form/submit-shell.tsx";
import { PasskeyProof } from "#components/layout/session/passkey-proof.tsx";
import { useAct } from "#components/layout/use-act.ts";
import { Button } from "#components/ui/button/button.tsx";
import { Dialog } from "#components/ui/overlay/dialog.tsx";
import { toastDone } from "#components/ui/overlay/toast.ts";
import { t } from "#lib/language/t.ts";
import { peopleKey } from "#lib/queries/people.ts";
import type { Proof } from "#lib/session/passkey.ts";
import type { Change } from "./changes.ts";

/** Says what a change does, and makes it once the admin gave their password or passkey. */
export function ChangeDialog({
  change,
  onClose,
  children,
}: {
  change: Change;
  onClose: () => void;
  /** What is asked besides the password. */
  children?: ReactNode;
}) {
  const [password, setPassword] = useState("");
  const [missing, setMissing] = useState<string>();
  const { act, pending, problem, reasons } = useAct({
    changes: peopleKey,
    unanswered: t("No answer came. The change may have been made: close this and look."),
    fields: ["password"],
  });
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setMissing(password === "" ? t("Enter your password.") : undefined);
    if (password !== "") await make(password);
  };
  const make = async (proof: Proof) => {
    if (pending) return;
    const isDone = await act(() => change.run(proof));
    setPassword("");
    if (!isDone) return;
    toastDone(change.done);
    onClose();
  };
  return (
    <Dialog open onOpenChange={onClose} title={change.title} description={change.text}>
      <SubmitShell
        label={change.title}
        pending={pending}
        submitError={problem}
        onSubmit={(event) => void submit(event)}
        className="grid gap-4"
        footer={
          <DialogButtons>
            <Button onClick={onClose} kbd="Esc">
              {t("Cancel")}
            </Button>
            <Button type="submit" variant="primary" kbd="Enter" loading={pending}>
              {change.button}
            </Button>
          </DialogButtons>
        }
      >
        {children}
        <OwnPasswordField
          autoFocus={!children}
          value={password}
          error={missing ?? reasons.password}
          onChange={setPassword}
        />
        <PasskeyProof disabled={pending} onProof={make} />
      </SubmitShell>
    </Dialog>
  );
}
