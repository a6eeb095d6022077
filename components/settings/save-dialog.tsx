import { type FormEvent, useState } from "react";
import { DialogButtons } from "#components/form/dialog-buttons.tsx";
import { OwnPasswordField } from "#components/form/own-password-field.tsx";
import { SubmitShell } from "#components/form/submit-shell.tsx";
import { PasskeyProof } from "#components/layout/session/passkey-proof.tsx";
import { Button } from "#components/ui/button/button.tsx";
import { Dialog } from "#components/ui/overlay/dialog.tsx";
import { countOf } from "#lib/format/counts.ts";
import { t } from "#lib/language/t.ts";
import type { Proof } from "#lib/session/passkey.ts";
import { settingOf } from "#lib/settings/merchant-settings.ts";
import { readable } from "#lib/settings/readable.ts";
import type { SettingChange, SettingView } from "#lib/settings/settings-page.ts";

export type Saving = {
  pending: boolean;
  problem: string | undefined;
  passwordReason: string | undefined;
  save: (password: Proof) => Promise<void>;
};

/** Shows what would change, and saves it once the admin gave their password. */
export function SaveDialog({
  changes,
  views,
  saving: { pending, problem, passwordReason, save },
  onClose,
}: {
  changes: readonly SettingChange[];
  views: readonly SettingView[];
  saving: Saving;
  onClose: () => void;
}) {
  const [password, setPassword] = useState("");
  const [missing, setMissing] = useState<string>();
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setMissing(password === "" ? t("Enter your password.") : undefined);
    if (password !== "" && !pending) await saveWith(password);
  };
  const saveWith = async (proof: Proof) => {
    await save(proof);
    setPassword("");
  };
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={t("Save {changes}?", { changes: countOf(changes.length, "change") })}
      description={t(
        "They count on every workstation at once. Pages that are open show them when they are loaded again.",
      )}
    >
      <SubmitShell
        label={t("Save settings")}
        pending={pending}
        submitError={problem}
        onSubmit={(event) => void submit(event)}
        className="grid gap-4"
        footer={
          <DialogButtons>
            <Button onClick={onClose} kbd="Esc">
              {t("Cancel")}
            </Button>
            <Button type="submit" variant="primary" kbd="Enter" loading={pending}>
              {t("Save")}
            </Button>
          </DialogButtons>
        }
      >
        <ul className="grid max-h-64 gap-2 overflow-y-auto text-13">
          {changes.map((change) => (
            <ChangeLine
              key={change.name}
              change={change}
              view={views.find(({ name }) => name === change.name)}
            />
          ))}
        </ul>
        <OwnPasswordField
          autoFocus
          value={password}
          error={missing ?? passwordReason}
          onChange={setPassword}
        />
        <PasskeyProof disabled={pending} onProof={saveWith} />
      </SubmitShell>
    </Dialog>
  );
}

function ChangeLine({
  change: { name, value },
  view,
}: {
  change: SettingChange;
  view: SettingView | undefined;
}) {
  const to = value ?? view?.fallback ?? "";
  return (
    <li className="wrap-anywhere">
      <b>{settingOf(name).label}</b>
      <span className="block text-muted">
        <s>{readable(name, view?.text ?? "")}</s> → <span className="text-ink">{readable(name, to)}</span>
        {value === null && t(" (default)")}
      </span>
    </li>
  );
}
