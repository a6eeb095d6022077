import { Note } from "#components/ui/status/note.tsx";
import { type Asked, failureLabels } from "./failure-labels.ts";
import type { SignInFailure } from "./send-sign-in.ts";

/** Why a step of the sign-in was refused, and what to do next. */
export function FailureNote({
  id,
  failure,
  asked = "password",
}: {
  id: string;
  failure: SignInFailure;
  asked?: Asked;
}) {
  const { what, next } = failureLabels(failure, asked);
  return (
    <Note id={id} role="alert" tone={failure.kind === "mismatch" ? "declined" : "warning"}>
      <b>{what}</b> {next}
    </Note>
  );
}
