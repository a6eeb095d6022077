/** Why a sign-in was refused, as the browser learns it. */
export type SignInProblem =
  | { kind: "mismatch"; triesLeft: number }
  | { kind: "paused"; seconds: number }
  | { kind: "storeFull" }
  | { kind: "broken" };

/** As one word that survives a query string: next-auth hands a refusal to the browser in an address. */
export function toProblemCode(problem: SignInProblem): string {
  switch (problem.kind) {
    case "mismatch":
      return `mismatch-${problem.triesLeft}`;
    case "paused":
      return `paused-${problem.seconds}`;
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
  return code === "store-full" ? { kind: "storeFull" } : { kind: "broken" };
}
