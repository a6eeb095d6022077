import { useRouter } from "next/navigation";
import { useState } from "react";
import { Button } from "#components/ui/button/button.tsx";
import { Dialog } from "#components/ui/overlay/dialog.tsx";
import { toastDone } from "#components/ui/overlay/toast.ts";
import { t } from "#lib/language/t.ts";
import type { NewPasskey } from "#lib/session/passkey.ts";
import { AddPasskeyForm } from "./add-passkey-form.tsx";

/** Adds a passkey, and shows the recovery codes where it is the user's first second step. */
export function AddPasskeyDialog({
  account,
  newPasskey,
  onClose,
}: {
  account: string;
  newPasskey: NewPasskey;
  onClose: () => void;
}) {
  const router = useRouter();
  const [isAdded, setAdded] = useState(false);
  const finish = () => {
    onClose();
    toastDone(t("Passkey added"));
    router.refresh();
  };
  return (
    <Dialog
      open
      onOpenChange={isAdded ? () => {} : onClose}
      title={isAdded ? t("Passkey added") : t("Add a passkey")}
    >
      <AddPasskeyForm
        account={account}
        newPasskey={newPasskey}
        onAdded={() => setAdded(true)}
        onDone={finish}
      >
        <Button onClick={onClose} kbd="Esc">
          {t("Cancel")}
        </Button>
      </AddPasskeyForm>
    </Dialog>
  );
}
