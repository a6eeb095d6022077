import { useRouter } from "next/navigation";
import { PasswordDialog } from "#components/layout/session/password-dialog.tsx";
import { toastDone } from "#components/ui/overlay/toast.ts";
import type { GatewayAccount } from "#lib/accounts/account.ts";
import { t } from "#lib/language/t.ts";
import { settingsKey } from "#lib/queries/settings.ts";
import { removeAccount } from "#server/actions/accounts.ts";

export function RemoveAccountDialog({
  account: { id, version, name, store },
  onClose,
}: {
  account: GatewayAccount;
  onClose: () => void;
}) {
  const router = useRouter();
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
        // The switcher in the frame shows it, or no longer does.
        router.refresh();
        onClose();
      }}
      onClose={onClose}
    />
  );
}
