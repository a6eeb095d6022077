import { t } from "#lib/language/t.ts";

/** Why a sign-in was refused, as the browser learns it. */
export type SignInProblem =
  | { kind: "mismatch"; triesLeft: number }
  | { kind: "paused"; seconds: number }
  | { kind: "busy" }
  /** The password was right; a second step has to follow: a code of the user's app, a passkey, or a recovery code. */
  | { kind: "code"; app: boolean; passkey: boolean }
  /** The code came too late. */
  | { kind: "expired" }
  | { kind: "storeFull" }
  | { kind: "broken" };

/** How long a lock lasts, for a sentence: "29 minutes". */
export function formatWait(seconds: number): string {
  return seconds <= 90
    ? t("{count} seconds", { count: Math.ceil(seconds) })
    : t("{count} minutes", { count: Math.ceil(seconds / 60) });
}

/** As one word that survives a query string: next-auth hands a refusal to the browser in an address. */
export function toProblemCode(problem: SignInProblem): string {
  switch (problem.kind) {
    case "mismatch":
      return `mismatch-${problem.triesLeft}`;
    case "paused":
      return `paused-${problem.seconds}`;
    case "code":
      return problem.passkey ? (problem.app ? "code-or-passkey" : "passkey") : "code";
    case "busy":
    case "expired":
      return problem.kind;
    case "storeFull":
      return "store-full";
    case "broken":
      return "broken";
  }
}

/** The problem of a code; anything else is `broken`. */
export function readProblemCode(code: string): SignInProblem {
  const [, kind, count] = /^(mismatch|paused)-(\d{1,6})$/.exec(code) ?? [];
  if (kind === "mismatch") return { kind, triesLeft: Number(count) };
  if (kind === "paused") return { kind, seconds: Number(count) };
  if (code === "code" || code === "passkey" || code === "code-or-passkey")
    return { kind: "code", app: code !== "passkey", passkey: code !== "code" };
  if (code === "busy" || code === "expired") return { kind: code };
  return code === "store-full" ? { kind: "storeFull" } : { kind: "broken" };
}
