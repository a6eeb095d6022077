import { type ReactNode, useState } from "react";
import { t } from "#lib/language/t.ts";
import { paths } from "#lib/paths.ts";
import type { SessionUser } from "#lib/session/page-user.ts";
import { giveProof } from "#server/actions/session.ts";
import { PasswordDialog } from "./password-dialog.tsx";

/**
 * For sensitive acts, which the console refuses when the password was last given too long ago. `prove` calls the act,
 * after its dialog where the password is needed.
 */
export function useProof(): { prove: (act: () => void) => void; dialog: ReactNode } {
  const [waiting, setWaiting] = useState<{ act: () => void }>();
  const close = () => setWaiting(undefined);
  const dialog = waiting && (
    <PasswordDialog
      title={t("Is it still you?")}
      description={t("Enter the password of this console, or use a passkey.")}
      button={t("Continue")}
      unanswered={t("No response from the server. Check the connection, then try again.")}
      send={(proof) => giveProof({ password: proof })}
      onDone={() => {
        close();
        waiting.act();
      }}
      onClose={close}
    />
  );
  const prove = (act: () => void) =>
    void isProved().then((proved) => {
      if (proved) act();
      else setWaiting({ act });
    });
  return { prove, dialog };
}

/** Without an answer the act itself says what is wrong. */
async function isProved(): Promise<boolean> {
  try {
    const response = await fetch(paths.api.session(), { headers: { accept: "application/json" } });
    return !response.ok || ((await response.json()) as SessionUser).isProved; // our own route
  } catch {
    return true;
  }
}
