import { type FormEvent, useId, useState } from "react";
import { SubmitShell } from "#components/form/submit-shell.tsx";
import { Button, ButtonBody, buttonClass } from "#components/ui/button/button.tsx";
import { TextButton } from "#components/ui/button/text-button.tsx";
import { Field } from "#components/ui/form/field.tsx";
import { Input } from "#components/ui/form/input.tsx";
import { Panel } from "#components/ui/panel/panel.tsx";
import { t } from "#lib/language/t.ts";
import { paths } from "#lib/paths.ts";
import type { Proof } from "#lib/session/passkey.ts";
import { useMerchant } from "../merchant.tsx";
import { Mark } from "../navigation/brand.tsx";
import { useAct } from "../use-act.ts";
import { PasskeyProof } from "./passkey-proof.tsx";
import { SignOutForm } from "./sign-out-form.tsx";
import { unlockWorkstation } from "./unlock-requests.ts";
import { initials } from "./user-block.tsx";

/** Over the page of a locked workstation: its user's password, passkey or OpenID provider opens it as it was left, without card data. */
export function LockedPanel({ opener, onUnlock }: { opener: string; onUnlock: () => void }) {
  const [password, setPassword] = useState("");
  const { act, pending, problem, reasons } = useAct({
    changes: [],
    unanswered: t("No response from the server. Check the connection, then try again."),
    fields: ["password"],
  });
  const { unlocksAt } = useMerchant();
  const unlockWith = async (proof: Proof) => {
    if (pending) return;
    const isOpen = await act(() => unlockWorkstation(proof));
    setPassword("");
    if (isOpen) onUnlock();
  };
  const unlock = (event?: FormEvent) => {
    event?.preventDefault();
    return unlockWith(password);
  };
  return (
    <Panel className="w-full max-w-[26rem] p-6 max-sm:p-4">
      <Mark className="size-7" />
      <div className="mt-4 grid gap-5">
        <div className="flex items-center gap-3">
          <span className="grid size-10 shrink-0 place-items-center rounded-full bg-avatar font-semibold">
            {initials(opener)}
          </span>
          <div className="min-w-0">
            <h1 className="text-20">{t("Workstation locked")}</h1>
            <p className="truncate text-muted">{opener}</p>
          </div>
        </div>
        <p className="text-muted">
          {t("What you typed is kept on this page. Card data was cleared. A payment that was sent goes on.")}
        </p>
        <SubmitShell
          label={t("Unlock the workstation")}
          pending={pending}
          submitError={problem}
          onSubmit={unlock}
          className="grid gap-4"
          footer={
            <Button type="submit" variant="primary" size="l" block kbd="Enter" loading={pending}>
              {t("Unlock")}
            </Button>
          }
        >
          <Field label={t("Password")} error={reasons.password} announced>
            {(control) => (
              <Input
                {...control}
                data-autofocus=""
                type="password"
                autoComplete="current-password"
                maxLength={1000}
                value={password}
                onChange={(event) => setPassword(event.target.value)}
              />
            )}
          </Field>
        </SubmitShell>
        <PasskeyProof isLocked disabled={pending} onProof={unlockWith} />
        {unlocksAt && <ProviderUnlock label={unlocksAt} />}
        <SignOutForm>
          <TextButton type="submit">{t("Sign in as someone else")}</TextButton>
        </SignOutForm>
      </div>
    </Panel>
  );
}

/** In a new tab, so that this page stays as it was left: it opens once the session is unlocked. */
function ProviderUnlock({ label }: { label: string }) {
  const helpId = useId();
  return (
    <div className="grid gap-1">
      <a
        href={paths.oidcUnlock()}
        target="_blank"
        rel="noopener"
        aria-describedby={helpId}
        className={buttonClass({ block: true })}
      >
        <ButtonBody icon="right">{t("Unlock with {label}", { label })}</ButtonBody>
      </a>
      <p id={helpId} className="text-12 text-faint">
        {t("It asks you to sign in again, in a new tab. This page then opens as you left it.")}
      </p>
    </div>
  );
}
