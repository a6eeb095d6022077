"use client";

import { type FormEvent, useState } from "react";
import { Button } from "#components/ui/button/button.tsx";
import { Field } from "#components/ui/form/field.tsx";
import { Input } from "#components/ui/form/input.tsx";
import { Note } from "#components/ui/status/note.tsx";
import { useOneAtATime } from "#components/ui/use-one-at-a-time.ts";
import { cardNumberProblem, holdsCardNumber } from "#lib/card-data/card-detector.ts";
import { t } from "#lib/language/t.ts";
import { paths } from "#lib/paths.ts";
import { longestName } from "#lib/people/person.ts";
import { acceptInvitation } from "#server/actions/invitation.ts";
import { sendSignIn } from "./send-sign-in.ts";

type Fields = { name: string; password: string; again: string };

/** Makes the invited person a user, and signs them in. Nothing that was typed is lost when it is refused. */
export function JoinForm({ token, name, email }: { token: string; name: string; email: string }) {
  const [fields, setFields] = useState<Fields>({ name, password: "", again: "" });
  const [reasons, setReasons] = useState<Record<string, string>>({});
  const [problem, setProblem] = useState<string>();
  const [pending, setPending] = useState(false);
  const set = (part: Partial<Fields>) => setFields({ ...fields, ...part });

  const once = useOneAtATime();
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const found = findMissing(fields);
    setReasons(found);
    setProblem(undefined);
    if (Object.keys(found).length === 0) await once(accept);
  };
  const accept = async () => {
    setPending(true);
    const given = { token, name: fields.name, password: fields.password };
    const result = await acceptInvitation(given).catch(() => undefined);
    if (result?.ok) return join(email, fields.password);
    setPending(false);
    setReasons(result?.problem.fields ?? {});
    setProblem(
      result?.problem.message ?? t("No response from the server. Check the connection, then try again."),
    );
  };
  return (
    // POST, so that a submit before hydration does not put the password into a URL.
    <form
      onSubmit={(event) => void submit(event)}
      method="post"
      noValidate
      aria-label={t("Join")}
      className="grid gap-4"
    >
      <Field label={t("Your name")} error={reasons.name} longest={longestName} text={fields.name}>
        {(control) => (
          <Input
            {...control}
            autoComplete="name"
            value={fields.name}
            onChange={(event) => set({ name: event.target.value })}
          />
        )}
      </Field>
      {/* For the password manager of the browser. */}
      <input type="email" autoComplete="username" value={email} readOnly hidden />
      <Field
        label={t("Password")}
        error={reasons.password}
        help={t("At least 12 characters. A few words are best.")}
      >
        {(control) => (
          <Input
            {...control}
            type="password"
            autoComplete="new-password"
            value={fields.password}
            onChange={(event) => set({ password: event.target.value })}
          />
        )}
      </Field>
      <Field label={t("Password again")} error={reasons.again}>
        {(control) => (
          <Input
            {...control}
            type="password"
            autoComplete="new-password"
            value={fields.again}
            onChange={(event) => set({ again: event.target.value })}
          />
        )}
      </Field>
      {problem && (
        <Note tone="declined" role="alert">
          {problem}
        </Note>
      )}
      <Button type="submit" variant="primary" size="l" block kbd="Enter" loading={pending}>
        {t("Join")}
      </Button>
    </form>
  );
}

function findMissing({ name, password, again }: Fields): Record<string, string> {
  return {
    ...(name.trim() === "" && { name: t("Enter your name.") }),
    ...(holdsCardNumber(name) && { name: cardNumberProblem }),
    ...(password === "" && { password: t("Choose a password.") }),
    ...(password !== again && { again: t("The two passwords differ.") }),
  };
}

/** A full page load either way: the link in this page's address is used up. */
async function join(email: string, password: string): Promise<void> {
  const failed = await sendSignIn(email, password);
  window.location.replace(failed ? paths.signIn() : paths.today());
}
