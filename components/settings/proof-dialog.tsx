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
import { settingsKey } from "#lib/queries/settings.ts";
import type { Result } from "#lib/result.ts";
import type { Proof } from "#lib/session/passkey.ts";

/** A change of the accounts, made once the admin gave their password or passkey. `children` get what is wrong by field. */
export function ProofDialog<Name extends string>({
  title,
  description,
  button,
  done,
  fields,
  password,
  onPassword,
  run,
  onClose,
  children,
}: {
  title: string;
  description: string;
  button: string;
  done: string;
  fields: readonly Name[];
  password: string;
  onPassword: (password: string) => void;
  run: (proof: Proof) => Promise<Result<unknown>>;
  onClose: () => void;
  children: (reasons: Partial<Record<Name | "password", string>>) => ReactNode;
}) {
  const [missing, setMissing] = useState<string>();
  const { act, pending, problem, reasons } = useAct<Name | "password">({
    changes: settingsKey,
    unanswered: t("No answer came. The change may have been made: close this and look."),
    fields: [...fields, "password"],
  });
  const make = async (proof: Proof) => {
    if (pending) return;
    const isDone = await act(() => run(proof));
    onPassword("");
    if (!isDone) return;
    toastDone(done);
    onClose();
  };
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setMissing(password === "" ? t("Enter your password.") : undefined);
    if (password !== "") await make(password);
  };
  return (
    <Dialog open onOpenChange={onClose} title={title} description={description}>
      <SubmitShell
        label={title}
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
              {button}
            </Button>
          </DialogButtons>
        }
      >
        {children(reasons)}
        <OwnPasswordField value={password} error={missing ?? reasons.password} onChange={onPassword} />
        <PasskeyProof disabled={pending} onProof={make} />
      </SubmitShell>
    </Dialog>
  );
}
