import type { ReactNode } from "react";
import { PasswordDialog } from "#components/layout/session/password-dialog.tsx";
import { toastDone } from "#components/ui/overlay/toast.ts";
import { peopleKey } from "#lib/queries/keys.ts";
import type { Change } from "./changes.ts";

/** Says what a change does, and makes it once the admin gave their password. */
export function ChangeDialog({
  change: { title, text, button, done, run },
  onClose,
  children,
}: {
  change: Change;
  onClose: () => void;
  /** What is asked besides the password. */
  children?: ReactNode;
}) {
  return (
    <PasswordDialog
      title={title}
      description={text}
      button={button}
      changes={peopleKey}
      autoFocus={!children}
      send={run}
      onDone={() => {
        toastDone(done);
        onClose();
      }}
      onClose={onClose}
    >
      {children}
    </PasswordDialog>
  );
}
