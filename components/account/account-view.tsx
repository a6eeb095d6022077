import { LanguageChoice } from "#components/layout/language/language-choice.tsx";
import { Fact, Facts } from "#components/ui/list/facts.tsx";
import { Panel, PanelHead, PanelSection } from "#components/ui/panel/panel.tsx";
import { languages } from "#lib/language/languages.ts";
import { currentLanguage, t } from "#lib/language/t.ts";
import type { NewPasskey, Passkey } from "#lib/session/passkey.ts";
import { PasskeysPanel } from "./passkeys-panel.tsx";
import { PasswordForm } from "./password-form.tsx";
import { type SecondFactor, SecondStepPanel } from "./second-step-panel.tsx";

/** What users see and change of their own account. */
export function AccountView({
  name,
  email,
  role,
  factor,
  isRequired,
  passkeys,
  newPasskey,
}: {
  name: string;
  email: string;
  role: string;
  factor: SecondFactor | undefined;
  isRequired: boolean;
  passkeys: readonly Passkey[];
  /** What a new passkey starts with; undefined where the console's address allows none. */
  newPasskey: NewPasskey | undefined;
}) {
  return (
    <div className="grid max-w-3xl gap-4">
      <Panel>
        <PanelHead title={name} />
        <PanelSection>
          <Facts columns={2}>
            <Fact label={t("Email")}>{email}</Fact>
            <Fact label={t("Role")}>{role}</Fact>
            <Fact label={t("Language")}>
              {languages[currentLanguage()]}{" "}
              <span className="ml-2 inline-flex gap-3 text-13">
                <LanguageChoice signedIn />
              </span>
            </Fact>
          </Facts>
        </PanelSection>
      </Panel>
      <SecondStepPanel
        account={email}
        factor={factor}
        isRequired={isRequired}
        hasPasskey={passkeys.length > 0}
      />
      {(newPasskey || passkeys.length > 0) && (
        <PasskeysPanel account={email} passkeys={passkeys} newPasskey={newPasskey} />
      )}
      <Panel>
        <PanelHead title={t("Password")} />
        <PanelSection>
          <PasswordForm email={email} />
        </PanelSection>
      </Panel>
    </div>
  );
}
