"use client";

import { type FormEvent, useId, useRef, useState, useTransition } from "react";
import { Button } from "#components/ui/button/button.tsx";
import { Field } from "#components/ui/form/field.tsx";
import { Input } from "#components/ui/form/input.tsx";
import { Note } from "#components/ui/status/note.tsx";
import { cardNumberProblem, holdsCardNumber } from "#lib/card-data/card-detector.ts";
import { failureLabels } from "./failure-labels.ts";
import { PasswordField } from "./password-field.tsx";
import { type SignInFailure, sendSignIn } from "./send-sign-in.ts";

/** Email and password. Once signed in it goes to `next`, a path of this console. */
export function SignInForm({ next }: { next: string }) {
  const password = useRef<HTMLInputElement>(null);
  const problemId = useId();
  const [failure, setFailure] = useState<SignInFailure>();
  const [pending, startTransition] = useTransition();

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const email = String(form.get("email"));
    if (holdsCardNumber(email)) return setFailure({ kind: "refused", message: cardNumberProblem });
    startTransition(async () => {
      const failed = await sendSignIn(email, String(form.get("password")));
      // A full page load, so that nothing of the previous user's stays in this tab.
      if (!failed) return leaveFor(next);
      startTransition(() => setFailure(failed));
      password.current?.select();
    });
  }

  const mismatch = failure?.kind === "mismatch" ? problemId : undefined;
  return (
    // POST, so that a submit before hydration does not put the password into a URL.
    <form onSubmit={submit} method="post" action="/api/auth/callback/credentials" className="grid gap-4">
      {failure && <Failure id={problemId} failure={failure} />}
      <Field label="Email">
        {(control) => (
          <Input
            {...control}
            name="email"
            type="email"
            autoComplete="username"
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
        aria-label="Sign in"
        loading={pending}
      >
        Sign in
      </Button>
    </form>
  );
}

/** Never resolves: the button stays in its loading state until the next page is shown. */
function leaveFor(path: string): Promise<never> {
  window.location.replace(path);
  return new Promise(() => undefined);
}

function Failure({ id, failure }: { id: string; failure: SignInFailure }) {
  const { what, next } = failureLabels(failure);
  return (
    <Note id={id} role="alert" tone={failure.kind === "mismatch" ? "declined" : "warning"}>
      <b>{what}</b> {next}
    </Note>
  );
}
