import { type FormEvent, type ReactNode, useState } from "react";
import { DialogButtons } from "#components/form/dialog-buttons.tsx";
import { OwnPasswordField } from "#components/form/own-password-field.tsx";
import { SubmitShell } from "#components/form/submit-shell.tsx";
import { Button } from "#components/ui/button/button.tsx";
import { Dialog } from "#components/ui/overlay/dialog.tsx";
import { t } from "#lib/language/t.ts";
import type { Proof } from "#lib/session/passkey.ts";
import { PasskeyProof } from "./passkey-proof.tsx";

export type ProofDialogProps = {
  title: string;
  description: string;
  button: string;
  /** Whether the password is typed first, and not one of `children`. */
  autoFocus?: boolean;
  onClose: () => void;
};

/**
 * What `children` ask, and the user's own password or passkey, which `onProof` gets. `isComplete` marks what is missing among the
 * children.
 */
export function ProofDialog({
  title,
  description,
  button,
  autoFocus = true,
  pending,
  problem,
  reason,
  isComplete = () => true,
  onProof,
  onClose,
  children,
}: ProofDialogProps & {
  pending: boolean;
  problem: string | undefined;
  /** What is wrong with the password. */
  reason: string | undefined;
  isComplete?: () => boolean;
  onProof: (proof: Proof) => Promise<void>;
  children?: ReactNode;
}) {
  const [password, setPassword] = useState("");
  const [missing, setMissing] = useState<string>();
  const prove = async (proof: Proof) => {
    const isWhole = isComplete();
    setMissing(proof === "" ? t("Enter your password.") : undefined);
    if (!isWhole || proof === "" || pending) return;
    await onProof(proof);
    setPassword("");
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void prove(password);
  };
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
        {children}
        <OwnPasswordField
          autoFocus={autoFocus}
          value={password}
          error={missing ?? reason}
          onChange={setPassword}
        />
        <PasskeyProof disabled={pending} onProof={prove} />
      </SubmitShell>
    </Dialog>
  );
}
