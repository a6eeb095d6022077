import { useState } from "react";
import { askPasskey, supportsPasskeys } from "#components/form/passkeys.ts";
import { Button } from "#components/ui/button/button.tsx";
import { Note } from "#components/ui/status/note.tsx";
import { t } from "#lib/language/t.ts";
import type { PasskeyAnswer } from "#lib/session/passkey.ts";
import { beginPasskeyProof } from "#server/actions/passkeys.ts";
import { useMerchant } from "../merchant.tsx";
import { beginUnlock } from "./unlock-requests.ts";

/** In place of the password, for a user who has a passkey: nothing for others. */
export function PasskeyProof({
  isLocked = false,
  disabled,
  onProof,
}: {
  /** The workstation is locked. */
  isLocked?: boolean;
  disabled: boolean;
  onProof: (answer: PasskeyAnswer) => Promise<void>;
}) {
  if (!useMerchant().hasPasskey) return null;
  return (
    <PasskeyButton
      label={t("Use your passkey")}
      begin={isLocked ? beginUnlock : beginPasskeyProof}
      disabled={disabled}
      onProof={onProof}
    />
  );
}

/** Has a passkey sign the challenge that `begin` gets. Nothing in a browser without passkeys. */
export function PasskeyButton({
  label,
  begin,
  disabled,
  onProof,
}: {
  label: string;
  begin: Parameters<typeof askPasskey>[0];
  disabled: boolean;
  onProof: (answer: PasskeyAnswer) => Promise<void> | void;
}) {
  const [problem, setProblem] = useState<string>();
  const [pending, setPending] = useState(false);
  if (!supportsPasskeys()) return null;
  const ask = async () => {
    setPending(true);
    setProblem(undefined);
    const asked = await askPasskey(begin);
    if (asked.ok) await onProof(asked.value);
    else setProblem(asked.problem.message);
    setPending(false);
  };
  return (
    <div className="grid gap-3">
      {problem && (
        <Note tone="warning" role="alert">
          {problem}
        </Note>
      )}
      <Button icon="key" block disabled={disabled} loading={pending} onClick={() => void ask()}>
        {label}
      </Button>
    </div>
  );
}
