"use client";

import { type FormEvent, type ReactNode, useState, useTransition } from "react";
import { DialogButtons } from "#components/form/dialog-buttons.tsx";
import { makePasskey } from "#components/form/passkeys.ts";
import { PasswordInput } from "#components/form/password-input.tsx";
import { Button } from "#components/ui/button/button.tsx";
import { Field } from "#components/ui/form/field.tsx";
import { Input } from "#components/ui/form/input.tsx";
import { Note } from "#components/ui/status/note.tsx";
import { announceOnce } from "#lib/language/announce-once.ts";
import { t } from "#lib/language/t.ts";
import { type Refusal, type Result, refuse } from "#lib/result.ts";
import { longestPasskeyName, type NewPasskey } from "#lib/session/passkey.ts";
import { beginPasskey, finishPasskey } from "#server/actions/passkeys.ts";
import { RecoveryCodes } from "./recovery-codes.tsx";

/** Names a passkey and has the browser make it. Recovery codes follow where the user had none. */
export function AddPasskeyForm({
  account,
  newPasskey,
  onAdded,
  onDone,
  children,
}: {
  account: string;
  newPasskey: NewPasskey;
  /** It is added, and recovery codes are shown. */
  onAdded?: () => void;
  onDone: () => void;
  /** Beside the button: the way out. */
  children: ReactNode;
}) {
  const [needsPassword, setNeedsPassword] = useState(newPasskey.asksPassword);
  const [problem, setProblem] = useState<Refusal>();
  const [name, setName] = useState(newPasskey.name);
  const [codes, setCodes] = useState<string[]>();
  const refusal = problem && announceOnce(problem, ["password"]);
  const [pending, startTransition] = useTransition();

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (name.trim().length > longestPasskeyName) return;
    const form = new FormData(event.currentTarget);
    const password = String(form.get("password") ?? "");
    startTransition(async () => {
      const added = await add(name, password);
      startTransition(() => {
        setProblem(added.ok ? undefined : added.problem);
        if (!added.ok && added.problem.fields?.password) setNeedsPassword(true);
        if (!added.ok) return;
        if (!added.value.codes) return onDone();
        setCodes(added.value.codes);
        onAdded?.();
      });
    });
  }

  if (codes) return <RecoveryCodes account={account} codes={codes} onDone={onDone} />;
  return (
    <form onSubmit={submit} method="post" className="grid gap-4" aria-label={t("Add a passkey")}>
      {refusal && !refusal.isAtField && (
        <Note tone="declined" role="alert">
          {refusal.message}
        </Note>
      )}
      <Field
        label={t("Name")}
        help={t("To distinguish it from your other passkeys")}
        error={refusal?.fields?.name}
        longest={longestPasskeyName}
        text={name}
      >
        {(control) => (
          <Input
            {...control}
            name="name"
            value={name}
            onChange={(event) => setName(event.target.value)}
            autoComplete="off"
            required
          />
        )}
      </Field>
      {needsPassword && (
        <PasswordInput label={t("Your password")} name="password" error={refusal?.fields?.password} />
      )}
      <DialogButtons>
        {children}
        <Button type="submit" variant="primary" kbd="Enter" loading={pending}>
          {t("Continue")}
        </Button>
      </DialogButtons>
    </form>
  );
}

async function add(name: string, password: string): Promise<Result<{ codes: string[] | undefined }>> {
  const made = await makePasskey(() => beginPasskey(password ? { password } : {}));
  if (!made.ok) return made;
  const { id, rawId, response } = made.value;
  const { clientDataJSON, attestationObject, transports = [] } = response;
  return finishPasskey({
    name,
    response: {
      id,
      rawId,
      type: "public-key",
      response: { clientDataJSON, attestationObject, transports },
      clientExtensionResults: {},
    },
  }).catch(() =>
    refuse(t("No response from the server. Reload the page to see whether the passkey was added.")),
  );
}
