import { useState } from "react";
import type { GatewayAccount } from "#lib/accounts/account.ts";
import { t } from "#lib/language/t.ts";
import type { Proof } from "#lib/session/passkey.ts";
import { removeAccount } from "#server/actions/accounts.ts";
import { ProofDialog } from "./proof-dialog.tsx";

export function RemoveAccountDialog({
  account: { id, version, name, store },
  onClose,
}: {
  account: GatewayAccount;
  onClose: () => void;
}) {
  const [password, setPassword] = useState("");
  return (
    <ProofDialog
      title={t("Remove {name}?", { name })}
      description={t(
        "Its console stops within seconds and its keys are deleted. Payments and log are kept: {store}",
        { store },
      )}
      button={t("Remove")}
      done={t("{name} is removed", { name })}
      fields={[]}
      password={password}
      onPassword={setPassword}
      run={(proof: Proof) => removeAccount({ id, version, password: proof })}
      onClose={onClose}
    >
      {() => null}
    </ProofDialog>
  );
}
