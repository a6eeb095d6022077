import type { SignInFailure } from "./send-sign-in.ts";

/** What happened, and what to do next. Never reveals whether the email is known. */
export function failureLabels(failure: SignInFailure): { what: string; next: string } {
  switch (failure.kind) {
    case "mismatch":
      return { what: "Email and password do not match.", next: formatTriesLeft(failure.triesLeft) };
    case "paused":
      return {
        what: "Too many wrong passwords.",
        next: `Try again in ${span(failure.seconds)}.`,
      };
    case "refused":
      return { what: "Not signed in.", next: failure.message };
    case "noAnswer":
      return { what: "The console does not answer.", next: "Check the connection, then try again." };
    case "storeFull":
      return { what: "The console's disk is full.", next: "Tell your administrator." };
    case "broken":
      return { what: "Something broke on our side.", next: "Please try again." };
  }
}

/** Shown only for a noticeable wait, so not after a single typo. */
function formatTriesLeft(triesLeft: number): string {
  if (triesLeft > 2) return "";
  return `${triesLeft === 1 ? "One more try" : "Two more tries"}, then a wait.`;
}

function span(seconds: number): string {
  if (seconds <= 90) return `${seconds} seconds`;
  return `${Math.ceil(seconds / 60)} minutes`;
}
