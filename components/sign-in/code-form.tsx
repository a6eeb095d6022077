import { type FormEvent, type Ref, useId, useRef, useState, useTransition } from "react";
import { Button } from "#components/ui/button/button.tsx";
import { TextButton } from "#components/ui/button/text-button.tsx";
import { Field } from "#components/ui/form/field.tsx";
import { Input } from "#components/ui/form/input.tsx";
import { t, translated } from "#lib/language/t.ts";
import { FailureNote } from "./failure-note.tsx";
import { leaveFor } from "./leave-for.ts";
import { PasskeySignIn } from "./passkey-sign-in.tsx";
import { type SecondSteps, type SignInFailure, sendCode } from "./send-sign-in.ts";

/** The second step of a sign-in: a passkey, six digits from the user's app, or one of their recovery codes. */
export function CodeForm({
  next,
  steps,
  onExpired,
}: {
  next: string;
  /** What the user has. */
  steps: SecondSteps;
  /** Back to the password: the user's wish, or the second step came too late. */
  onExpired: (failure?: SignInFailure) => void;
}) {
  const input = useRef<HTMLInputElement>(null);
  const problemId = useId();
  const kinds = [...(steps.passkey ? ["passkey"] : []), ...(steps.app ? ["app"] : []), "recovery"] as Kind[];
  const [kind, setKind] = useState<Kind>(kinds[0] ?? "app");
  const [failure, setFailure] = useState<SignInFailure>();
  const [pending, startTransition] = useTransition();

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const code = String(new FormData(event.currentTarget).get("code"));
    startTransition(async () => {
      const failed = await sendCode(code);
      if (!failed) return leaveFor(next);
      if (failed.kind === "expired") return onExpired(failed);
      startTransition(() => setFailure(failed));
      input.current?.select();
    });
  }

  function turnTo(other: Kind) {
    setKind(other);
    setFailure(undefined);
  }

  const asked = kind === "passkey" ? "passkey" : "code";
  const mismatch = failure?.kind === "mismatch" ? problemId : undefined;
  return (
    <form onSubmit={submit} method="post" className="grid gap-4" aria-label={t("Second step")}>
      <p className="text-muted">{hints[kind]}</p>
      {failure && <FailureNote id={problemId} failure={failure} asked={asked} />}
      {kind === "passkey" ? (
        <PasskeySignIn next={next} isSecondStep label={t("Use your passkey")} onFailure={setFailure} />
      ) : (
        <>
          <CodeField key={kind} ref={input} kind={kind} mismatch={mismatch} />
          <Button
            type="submit"
            variant="primary"
            size="l"
            block
            kbd="Enter"
            aria-label={t("Continue")}
            loading={pending}
          >
            {t("Continue")}
          </Button>
        </>
      )}
      <div className="flex flex-wrap justify-between gap-x-4 gap-y-2 text-13">
        {kinds
          .filter((one) => one !== kind)
          .map((one) => (
            <TextButton key={one} onClick={() => turnTo(one)}>
              {turns[one]}
            </TextButton>
          ))}
        <TextButton onClick={() => onExpired()}>{t("Sign in as someone else")}</TextButton>
      </div>
      {kind === "recovery" && (
        <p className="text-13 text-faint">
          {t("No codes left? An administrator can reset your second step.")}
        </p>
      )}
    </form>
  );
}

type Kind = "passkey" | "app" | "recovery";

function CodeField({
  ref,
  kind,
  mismatch,
}: {
  ref: Ref<HTMLInputElement>;
  kind: "app" | "recovery";
  mismatch: string | undefined;
}) {
  const text = texts[kind];
  return (
    <Field label={text.label} help={text.help}>
      {(control) => (
        <Input
          {...control}
          ref={ref}
          name="code"
          {...(kind === "app" && { inputMode: "numeric" as const })}
          autoComplete={kind === "app" ? "one-time-code" : "off"}
          autoCapitalize="characters"
          spellCheck={false}
          required
          maxLength={20}
          autoFocus
          {...(mismatch && { "aria-invalid": true, "aria-describedby": mismatch })}
          className="h-12! font-mono text-20! tracking-widest"
        />
      )}
    </Field>
  );
}

const hints = translated("*", {
  passkey: "Confirm with your passkey.",
  app: "Open your authenticator app.",
  recovery: "One of the ten codes you saved.",
} as const);

const turns = translated("*", {
  passkey: "Use your passkey",
  app: "Use your app",
  recovery: "Use a recovery code",
} as const);

const texts = translated(["help", "label"], {
  app: { label: "6-digit code", help: "Codes change every 30 seconds" },
  recovery: { label: "Recovery code", help: "8 characters. Each works once" },
} as const);
