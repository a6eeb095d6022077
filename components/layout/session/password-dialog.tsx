import type { FormEvent } from "react";
import { DialogButtons } from "#components/form/dialog-buttons.tsx";
import { PasswordInput } from "#components/form/password-input.tsx";
import { SubmitShell } from "#components/form/submit-shell.tsx";
import { Button } from "#components/ui/button/button.tsx";
import { Dialog } from "#components/ui/overlay/dialog.tsx";
import { t } from "#lib/language/t.ts";
import type { Result } from "#lib/result.ts";
import type { Proof } from "#lib/session/passkey.ts";
import { useAct } from "../use-act.ts";
import { PasskeyProof } from "./passkey-proof.tsx";

/** Asks for the user's own password or passkey before a sensitive act. `send` takes it to the console; `onDone` follows once it was right. */
export function PasswordDialog({
  title,
  description,
  button,
  send,
  onDone,
  onClose,
}: {
  title: string;
  description: string;
  button: string;
  send: (proof: Proof) => Promise<Result<unknown>>;
  onDone: () => void;
  onClose: () => void;
}) {
  const { act, pending, problem, reasons } = useAct({
    changes: [],
    unanswered: t("No answer came. Check the connection, then try again."),
    fields: ["password"],
  });
  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const password = String(new FormData(event.currentTarget).get("password"));
    if (await act(() => send(password))) onDone();
  }
  return (
    <Dialog open onOpenChange={onClose} title={title} description={description}>
      <SubmitShell
        label={title}
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
              {button}
            </Button>
          </DialogButtons>
        }
      >
        <PasswordInput label={t("Your password")} name="password" error={reasons.password} />
        <PasskeyProof
          disabled={pending}
          onProof={async (proof) => {
            if (await act(() => send(proof))) onDone();
          }}
        />
      </SubmitShell>
    </Dialog>
  );
}
