"use client";

import { type FormEvent, type ReactNode, useState, useTransition } from "react";
import { Button } from "#components/ui/button/button.tsx";
import { Field } from "#components/ui/form/field.tsx";
import { Input } from "#components/ui/form/input.tsx";
import { t, translated } from "#lib/language/t.ts";
import "#components/layout/session/send-page-user.ts";
import { PasswordInput } from "#components/form/password-input.tsx";
import { Note } from "#components/ui/status/note.tsx";
import { announceOnce } from "#lib/language/announce-once.ts";
import type { Refusal } from "#lib/result.ts";
import { confirmSecondStep } from "#server/actions/account.ts";
import { RecoveryCodes } from "./recovery-codes.tsx";

/** Sets up an authenticator app in two steps: a code of the new secret, then the recovery codes. Goes to `next` at the end. */
export function EnrollForm({
  userId,
  account,
  qr,
  secret,
  asksPassword,
  next,
  children,
}: {
  userId: string;
  account: string;
  /** The address of an image. */
  qr: string;
  secret: string;
  /** Whether the password was last given too long ago. */
  asksPassword: boolean;
  next: string;
  /** Below the first step: the way out. */
  children: ReactNode;
}) {
  // Once it is on, the page is rendered again as that of somebody who has one.
  const [goal] = useState(next);
  const [needsPassword, setNeedsPassword] = useState(asksPassword);
  const [problem, setProblem] = useState<Refusal>();
  const [codes, setCodes] = useState<string[]>();
  const refusal = problem && announceOnce(problem, ["code", "password"]);
  const [pending, startTransition] = useTransition();

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const password = String(form.get("password") ?? "");
    startTransition(async () => {
      const confirmed = await confirmSecondStep({
        code: String(form.get("code")),
        ...(password && { password }),
      }).catch(() => ({ ok: false as const, problem: noAnswer }));
      startTransition(() => {
        if (confirmed.ok) return setCodes(confirmed.value.codes);
        setProblem(confirmed.problem);
        if (confirmed.problem.fields?.password) setNeedsPassword(true);
      });
    });
  }

  if (codes)
    return <RecoveryCodes account={account} codes={codes} onDone={() => window.location.replace(goal)} />;
  return (
    <>
      <form onSubmit={submit} method="post" className="grid gap-4" aria-label={t("Set up your second step")}>
        {/* Read by the request, see send-page-user.ts. */}
        <div hidden data-page-user={userId} />
        <p className="text-muted">{t("Scan this code with your authenticator app.")}</p>
        <Secret qr={qr} secret={secret} />
        {refusal && !refusal.isAtField && (
          <Note tone="declined" role="alert">
            {refusal.message}
          </Note>
        )}
        <Field
          label={t("6-digit code")}
          help={t("Enter the code your app shows now")}
          error={refusal?.fields?.code}
          announced
        >
          {(control) => (
            <Input
              {...control}
              name="code"
              inputMode="numeric"
              autoComplete="one-time-code"
              spellCheck={false}
              required
              maxLength={20}
              autoFocus
              className="h-12! font-mono text-20! tracking-widest"
            />
          )}
        </Field>
        {needsPassword && (
          <PasswordInput label={t("Password")} name="password" error={refusal?.fields?.password} />
        )}
        <Button
          type="submit"
          variant="primary"
          size="l"
          block
          kbd="Enter"
          aria-label={t("Turn on")}
          loading={pending}
        >
          {t("Turn on")}
        </Button>
      </form>
      {children}
    </>
  );
}

/** The new secret, to scan or to type. */
function Secret({ qr, secret }: { qr: string; secret: string }) {
  return (
    <div className="flex flex-wrap items-start gap-4">
      {/* biome-ignore lint/performance/noImgElement: an image in its own address, nothing to optimize */}
      <img
        src={qr}
        width={176}
        height={176}
        alt={t("QR code for your authenticator app")}
        className="rounded-md border border-line"
      />
      <div className="min-w-32 flex-1 text-13">
        <p className="text-muted">{t("Can't scan? Enter this key:")}</p>
        <p className="mt-1 font-mono font-semibold break-words" data-secret="">
          {secret.match(/.{4}/g)?.join(" ")}
        </p>
      </div>
    </div>
  );
}

const noAnswer: Refusal = translated(["message"], {
  kind: "refused",
  message: "No response from the server. Check the connection, then try again.",
});
