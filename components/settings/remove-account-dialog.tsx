import { PasswordDialog } from "#components/layout/session/password-dialog.tsx";
import { toastDone } from "#components/ui/overlay/toast.ts";
import type { GatewayAccount } from "#lib/accounts/account.ts";
import { t } from "#lib/language/t.ts";
import { settingsKey } from "#lib/queries/settings.ts";
import { removeAccount } from "#server/actions/accounts.ts";

export function RemoveAccountDialog({
  account: { id, version, name, store },
  onDone,
  onClose,
}: {
  account: GatewayAccount;
  onDone: () => void;
  onClose: () => void;
}) {
  return (
    <PasswordDialog
      title={t("Remove {name}?", { name })}
      description={t(
        "Its console stops within seconds and its keys are deleted. Payments and log are kept: {database}",
        { database: store },
      )}
      button={t("Remove")}
      changes={settingsKey}
      send={(password) => removeAccount({ id, version, password })}
      onDone={() => {
        toastDone(t("{name} is removed", { name }));
        onDone();
      }}
      onClose={onClose}
    />
  );
}
