import { useState } from "react";
import { PasswordDialog } from "#components/layout/session/password-dialog.tsx";
import { Field } from "#components/ui/form/field.tsx";
import { Input } from "#components/ui/form/input.tsx";
import { Select } from "#components/ui/form/select.tsx";
import { toastDone } from "#components/ui/overlay/toast.ts";
import {
  type AccountColor,
  accountColorNames,
  accountColors,
  type GatewayAccount,
  isAccountColor,
} from "#lib/accounts/account.ts";
import { t } from "#lib/language/t.ts";
import { settingsKey } from "#lib/queries/settings.ts";
import { addAccount, changeAccount } from "#server/actions/accounts.ts";

const names = ["name", "urls", "port", "origin", "apiKey", "apiPin", "webhookKey"] as const;
type Name = (typeof names)[number];

/** Adds a gateway account or changes one: its keys are never shown again, and stay where their fields are left empty. */
export function AccountDialog({
  account,
  onDone,
  onClose,
}: {
  account: GatewayAccount | undefined;
  onDone: () => void;
  onClose: () => void;
}) {
  const [values, setValues] = useState<Record<Name, string>>({
    name: account?.name ?? "",
    urls: account?.urls ?? "",
    port: account ? String(account.port) : "",
    origin: account?.origin ?? "",
    apiKey: "",
    apiPin: "",
    webhookKey: "",
  });
  const [color, setColor] = useState<AccountColor>(account?.color ?? "approved");
  const kept = account && t("Leave empty to keep the current one.");
  const fields: readonly { name: Name; label: string; help?: string | undefined; isSecret?: boolean }[] = [
    { name: "name", label: t("Name") },
    { name: "urls", label: t("Gateway address"), help: t("Several with commas, in order of preference.") },
    { name: "apiKey", label: t("API key"), help: kept, isSecret: true },
    { name: "apiPin", label: t("PIN"), help: kept, isSecret: true },
    { name: "webhookKey", label: t("Webhook key"), help: kept ?? t("Optional."), isSecret: true },
    { name: "port", label: t("Port"), help: t("Of its console, at this server.") },
    {
      name: "origin",
      label: t("Public address"),
      help: t("Behind a proxy. Left empty: this console's host with the port."),
    },
  ];
  return (
    <PasswordDialog
      title={account ? t("Change {name}", { name: account.name }) : t("Add account")}
      description={t("The connection is tested first. Its console starts within seconds.")}
      button={t("Save")}
      changes={settingsKey}
      fields={names}
      autoFocus={false}
      send={(password) => {
        const input = { ...values, color, password };
        return account
          ? changeAccount({ ...input, id: account.id, version: account.version })
          : addAccount(input);
      }}
      onDone={() => {
        toastDone(t("{name} is saved", { name: values.name }));
        onDone();
      }}
      onClose={onClose}
    >
      {(reasons) => (
        <div className="grid gap-4 sm:grid-cols-2">
          {fields.map(({ name, label, help, isSecret = false }) => (
            <Field key={name} label={label} help={help} error={reasons[name]}>
              {(control) => (
                <Input
                  {...control}
                  type={isSecret ? "password" : "text"}
                  autoComplete={isSecret ? "new-password" : "off"}
                  spellCheck={false}
                  value={values[name]}
                  onChange={(event) => setValues({ ...values, [name]: event.target.value })}
                />
              )}
            </Field>
          ))}
          <Field label={t("Color")}>
            {(control) => (
              <Select
                {...control}
                value={color}
                onChange={({ target }) => isAccountColor(target.value) && setColor(target.value)}
              >
                {accountColorNames.map((one) => (
                  <option key={one} value={one}>
                    {accountColors[one]}
                  </option>
                ))}
              </Select>
            )}
          </Field>
        </div>
      )}
    </PasswordDialog>
  );
}
