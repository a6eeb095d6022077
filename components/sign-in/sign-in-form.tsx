"use client";

import { type FormEvent, useId, useRef, useState, useTransition } from "react";
import { Button } from "#components/ui/button/button.tsx";
import { Field } from "#components/ui/form/field.tsx";
import { Input } from "#components/ui/form/input.tsx";
import { onDemand } from "#components/ui/on-demand.tsx";
import { useReady } from "#components/ui/until-ready.tsx";
import { cardNumberProblem, holdsCardNumber } from "#lib/card-data/card-detector.ts";
import { t } from "#lib/language/t.ts";
import { FailureNote } from "./failure-note.tsx";
import { leaveFor } from "./leave-for.ts";
import { PasswordField } from "./password-field.tsx";
import { type SecondSteps, type SignInFailure, sendSignIn } from "./send-sign-in.ts";

const CodeForm = onDemand(() => import("./code-form.tsx").then((module) => module.CodeForm));
const PasskeySignIn = onDemand(
  () => import("./passkey-sign-in.tsx").then((module) => module.PasskeySignIn),
  <div className="h-12" />,
);

/**
 * A passkey, or email and password, then the second step of a user who has one. Once signed in it goes to `next`, a path of this
 * console. Without `passkeys` the console's address allows none.
 */
export function SignInForm({
  next,
  passkeys,
  begun,
}: {
  next: string;
  passkeys: boolean;
  /** The first step was at the OpenID provider: what can follow. */
  begun: SecondSteps | undefined;
}) {
  const ready = useReady();
  const password = useRef<HTMLInputElement>(null);
  const problemId = useId();
  const [{ failure, asked }, setFailed] = useState<Failed>({});
  const [steps, setSteps] = useState(begun);
  const [pending, startTransition] = useTransition();

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const email = String(form.get("email"));
    if (holdsCardNumber(email))
      return setFailed({ failure: { kind: "refused", message: cardNumberProblem } });
    startTransition(async () => {
      const failed = await sendSignIn(email, String(form.get("password")));
      if (!failed) return leaveFor(next);
      if (failed.kind === "code") return startTransition(() => setSteps(failed));
      startTransition(() => setFailed({ failure: failed }));
      password.current?.select();
    });
  }

  function startAgain(failed?: SignInFailure) {
    setSteps(undefined);
    setFailed(failed ? { failure: failed } : {});
  }

  if (steps) return <CodeForm next={next} steps={steps} onExpired={startAgain} />;

  const mismatch = failure?.kind === "mismatch" && asked === undefined ? problemId : undefined;
  return (
    // POST, so that a submit before hydration does not put the password into a URL.
    <form onSubmit={submit} method="post" action="/api/auth/callback/credentials" className="grid gap-4">
      {failure && <FailureNote id={problemId} failure={failure} {...(asked && { asked })} />}
      <Field label={t("Email")}>
        {(control) => (
          <Input
            {...control}
            name="email"
            type="email"
            autoComplete={passkeys ? "username webauthn" : "username"}
            autoCapitalize="none"
            spellCheck={false}
            required
            maxLength={320}
            autoFocus
          />
        )}
      </Field>
      <PasswordField ref={password} problemId={mismatch} />
      <Button
        type="submit"
        variant="primary"
        size="l"
        block
        kbd="Enter"
        aria-label={t("Sign in")}
        loading={pending}
      >
        {t("Sign in")}
      </Button>
      {passkeys &&
        (ready ? (
          <PasskeySignIn
            next={next}
            offers
            label={t("Use a passkey")}
            onFailure={(failed) => setFailed(failed ? { failure: failed, asked: "passkey" } : {})}
          />
        ) : (
          <div className="h-12" />
        ))}
    </form>
  );
}

type Failed = { failure?: SignInFailure; asked?: "passkey" };
