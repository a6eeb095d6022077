import { ProofDialog } from "#components/layout/session/proof-dialog.tsx";
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
  return (
    <ProofDialog
      title={t("Save {changes}?", { changes: countOf(changes.length, "change") })}
      description={t(
        "They count on every workstation at once. Pages that are open show them when they are loaded again.",
      )}
      button={t("Save")}
      pending={pending}
      problem={problem}
      reason={passwordReason}
      onProof={save}
      onClose={onClose}
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
    </ProofDialog>
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
