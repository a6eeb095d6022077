import { t, translated } from "#lib/language/t.ts";
import { translate } from "#lib/language/translate.ts";
import { formatWait } from "#lib/session/sign-in-problem.ts";
import type { SignInFailure } from "./send-sign-in.ts";

/** What was asked for when it failed. */
export type Asked = "password" | "code" | "passkey";

/** What happened, and what to do next. Never reveals whether the email is known. */
export function failureLabels(
  failure: SignInFailure,
  asked: Asked = "password",
): { what: string; next: string } {
  switch (failure.kind) {
    case "mismatch":
      return { what: mismatches[asked], next: formatTriesLeft(failure.triesLeft) };
    case "code":
      return { what: t("Your second step is missing."), next: t("Use your passkey or a code.") };
    case "expired":
      return {
        what: t("That took too long."),
        next: asked === "passkey" ? t("Use your passkey again.") : t("Enter your email and password again."),
      };
    case "paused":
      return {
        what: pauses[asked],
        next: t("Try again in {wait}.", { wait: formatWait(failure.seconds) }),
      };
    case "busy":
      return { what: t("Too many sign-ins at the same time."), next: t("Try again in a few seconds.") };
    case "refused":
      return { what: t("Not signed in."), next: translate(failure.message) };
    case "noAnswer":
      return { what: t("The console does not answer."), next: t("Check the connection, then try again.") };
    case "storeFull":
      return { what: t("The console's disk is full."), next: t("Tell your administrator.") };
    case "broken":
      return { what: t("Something went wrong on our side."), next: t("Try again.") };
  }
}

const mismatches = translated("*", {
  password: "Email and password do not match.",
  code: "That code didn't work. Each works once.",
  passkey: "That passkey didn't work here.",
} as const);

const pauses = translated("*", {
  password: "Too many wrong passwords.",
  code: "Too many wrong codes.",
  passkey: "Too many wrong passkeys.",
} as const);

/** Shown only for a noticeable wait, so not after a single typo. */
function formatTriesLeft(triesLeft: number): string {
  if (triesLeft > 2) return "";
  return triesLeft === 1 ? t("One more try, then a wait.") : t("Two more tries, then a wait.");
}
