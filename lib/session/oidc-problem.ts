import { translated } from "#lib/language/t.ts";

/** Why a sign-in at the OpenID provider did not work, and what to do next. */
const oidcProblems = translated("*", {
  unreachable: "Your sign-in provider can't be reached. Try again, or sign in with your password.",
  expired: "That took too long, or was used already. Sign in again.",
  canceled: "You were not signed in at your provider. Try again, or sign in with your password.",
  invalid: "The answer of your sign-in provider is not valid. Try again.",
  notAsked:
    "Your provider did not ask you again, so the workstation stays locked. Sign out there and try again, or enter your password.",
  otherPerson: "You signed in as someone else at your provider. The workstation stays locked.",
  unknown: "Your provider knows you, but you can't sign in here. Ask your administrator.",
} as const);

export type OidcProblem = keyof typeof oidcProblems;

/** The sentence for a problem that an address names; undefined for any other text. */
export function readOidcProblem(text: unknown): string | undefined {
  return typeof text === "string" && Object.hasOwn(oidcProblems, text)
    ? oidcProblems[text as OidcProblem] // as was just asked
    : undefined;
}
