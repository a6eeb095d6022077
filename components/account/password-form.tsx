"use client";

import { type FormEvent, useState } from "react";
import { PasswordInput } from "#components/form/password-input.tsx";
import { SubmitShell } from "#components/form/submit-shell.tsx";
import { useAct } from "#components/layout/use-act.ts";
import { Button } from "#components/ui/button/button.tsx";
import { tx } from "#components/ui/rich-text.tsx";
import { Note } from "#components/ui/status/note.tsx";
import { t } from "#lib/language/t.ts";
import { changePassword } from "#server/actions/account.ts";

/** Changes one's own password. What was typed is gone after each try, but the reason stays. */
export function PasswordForm({ email }: { email: string }) {
  const [isDone, setDone] = useState(false);
  const [differs, setDiffers] = useState(false);
  const { act, pending, problem, reasons } = useAct({
    changes: [],
    unanswered: t(
      "No response from the server. Sign in again with your new password. If that is refused, use your current one.",
    ),
    fields: ["password", "newPassword"],
  });

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = event.currentTarget;
    const values = new FormData(form);
    const [password = "", newPassword = "", again = ""] = ["password", "newPassword", "again"].map((name) =>
      String(values.get(name)),
    );
    setDone(false);
    setDiffers(newPassword !== again);
    if (newPassword !== again) return;
    const done = await act(() => changePassword({ password, newPassword }));
    setDone(done);
    if (done) form.reset();
  }

  return (
    <SubmitShell
      label={t("Change your password")}
      pending={pending}
      submitError={problem}
      onSubmit={submit}
      className="grid max-w-md gap-4"
      footer={
        <div>
          <Button type="submit" variant="primary" loading={pending}>
            {t("Change password")}
          </Button>
        </div>
      }
    >
      {isDone && (
        <Note tone="approved" role="status">
          {tx("{title} Your other sessions have ended.", {
            title: <b>{t("Your password is changed.")}</b>,
          })}
        </Note>
      )}
      <input type="email" name="email" autoComplete="username" defaultValue={email} hidden readOnly />
      <PasswordInput label={t("Present password")} name="password" error={reasons.password} />
      <PasswordInput
        label={t("New password")}
        name="newPassword"
        isNew
        help={t("At least 12 characters, such as four words that do not belong together")}
        error={reasons.newPassword}
      />
      <PasswordInput
        label={t("New password again")}
        name="again"
        isNew
        error={differs ? t("The two new passwords differ.") : undefined}
      />
    </SubmitShell>
  );
}
