import { useRouter } from "next/navigation";
import { type FormEvent, useState } from "react";
import { DialogButtons } from "#components/form/dialog-buttons.tsx";
import { SubmitShell } from "#components/form/submit-shell.tsx";
import { PasswordDialog } from "#components/layout/session/password-dialog.tsx";
import { useAct } from "#components/layout/use-act.ts";
import { Button } from "#components/ui/button/button.tsx";
import { Field } from "#components/ui/form/field.tsx";
import { Input } from "#components/ui/form/input.tsx";
import { Dialog } from "#components/ui/overlay/dialog.tsx";
import { t } from "#lib/language/t.ts";
import { longestPasskeyName, type Passkey } from "#lib/session/passkey.ts";
import { removePasskey, renamePasskey } from "#server/actions/passkeys.ts";

type Props = { passkey: Passkey; onClose: () => void };

export function RenameDialog({ passkey, onClose }: Props) {
  const router = useRouter();
  const [name, setName] = useState(passkey.name);
  const { act, pending, problem, reasons } = useAct({
    changes: [],
    unanswered: t("No response from the server. Check the connection, then try again."),
    fields: ["name"],
  });
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (!(await act(() => renamePasskey({ id: passkey.id, name })))) return;
    onClose();
    router.refresh();
  };
  return (
    <Dialog open onOpenChange={onClose} title={t("Rename your passkey")}>
      <SubmitShell
        label={t("Rename your passkey")}
        pending={pending}
        submitError={problem}
        onSubmit={submit}
        className="grid gap-4"
        footer={
          <DialogButtons>
            <Button onClick={onClose} kbd="Esc">
              {t("Cancel")}
            </Button>
            <Button type="submit" variant="primary" kbd="Enter" loading={pending}>
              {t("Rename")}
            </Button>
          </DialogButtons>
        }
      >
        <Field label={t("Name")} error={reasons.name} longest={longestPasskeyName} text={name}>
          {(control) => (
            <Input
              {...control}
              data-autofocus=""
              autoComplete="off"
              value={name}
              onChange={(event) => setName(event.target.value)}
            />
          )}
        </Field>
      </SubmitShell>
    </Dialog>
  );
}

/** Asks for the password, or a passkey, before a passkey goes. */
export function RemoveDialog({ passkey, onClose }: Props) {
  const router = useRouter();
  return (
    <PasswordDialog
      title={t("Remove {name}?", { name: passkey.name })}
      description={t("It no longer signs you in, and your other sessions end. Delete it on your device too.")}
      button={t("Remove")}
      send={(proof) => removePasskey({ id: passkey.id, password: proof })}
      onDone={() => {
        onClose();
        router.refresh();
      }}
      onClose={onClose}
    />
  );
}
