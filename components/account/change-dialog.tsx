import { useRouter } from "next/navigation";
import { useState } from "react";
import { PasswordDialog } from "#components/layout/session/password-dialog.tsx";
import { Dialog } from "#components/ui/overlay/dialog.tsx";
import { t, translated } from "#lib/language/t.ts";
import type { Proof } from "#lib/session/passkey.ts";
import { renewCodes, turnOffSecondStep } from "#server/actions/account.ts";
import { RecoveryCodes } from "./recovery-codes.tsx";

/** Asks for the password before a change of one's second step, and shows new recovery codes. */
export function ChangeDialog({
  asked,
  account,
  hasPasskey,
  onClose,
}: {
  asked: "renew" | "turnOff";
  account: string;
  /** A passkey stays when the authenticator app goes. */
  hasPasskey: boolean;
  onClose: () => void;
}) {
  const router = useRouter();
  const [codes, setCodes] = useState<string[]>();
  function finish() {
    onClose();
    router.refresh();
  }
  async function renew(proof: Proof) {
    const renewed = await renewCodes({ password: proof });
    if (renewed.ok) setCodes(renewed.value.codes);
    return renewed;
  }
  if (codes)
    return (
      <Dialog open onOpenChange={() => {}} title={t("New recovery codes")}>
        <RecoveryCodes account={account} codes={codes} onDone={finish} />
      </Dialog>
    );
  return asked === "renew" ? (
    <PasswordDialog {...texts.renew} send={renew} onDone={() => {}} onClose={onClose} />
  ) : (
    <PasswordDialog
      {...texts[hasPasskey ? "turnOffApp" : "turnOff"]}
      send={(proof) => turnOffSecondStep({ password: proof })}
      onDone={finish}
      onClose={onClose}
    />
  );
}

const texts = translated(["title", "description", "button"], {
  renew: {
    title: "Make new recovery codes?",
    description: "The ones you saved stop working.",
    button: "Make new codes",
  },
  turnOffApp: {
    title: "Turn off your authenticator app?",
    description: "Your passkeys and recovery codes stay. Your other sessions end.",
    button: "Turn off",
  },
  turnOff: {
    title: "Turn off your second step?",
    description: "Sign-in then asks for your password alone. Your other sessions end.",
    button: "Turn off",
  },
} as const);
