import { expect, it } from "vitest";
import { readProblemCode, toProblemCode } from "#lib/session/sign-in-problem.ts";
import { failureLabels } from "./failure-labels.ts";

it.each([
  [{ kind: "mismatch", triesLeft: 4 }, "Email and password do not match."],
  [{ kind: "mismatch", triesLeft: 2 }, "Email and password do not match. Two more tries, then a wait."],
  [{ kind: "mismatch", triesLeft: 1 }, "Email and password do not match. One more try, then a wait."],
  [{ kind: "paused", seconds: 300 }, "Too many wrong passwords. Try again in 5 minutes."],
  [{ kind: "paused", seconds: 61 }, "Too many wrong passwords. Try again in 61 seconds."],
  [{ kind: "busy" }, "Too many sign-ins at the same time. Try again in a few seconds."],
  [{ kind: "code", app: true, passkey: true }, "Your second step is missing. Use your passkey or a code."],
  [{ kind: "expired" }, "That took too long. Enter your email and password again."],
  [{ kind: "storeFull" }, "The console's disk is full. Tell your administrator."],
  [{ kind: "broken" }, "Something went wrong on our side. Try again."],
] as const)("the clerk reads for %j, after its way through an address: %s", (problem, sentence) => {
  const { what, next } = failureLabels(readProblemCode(toProblemCode(problem)));
  expect(`${what} ${next}`.trim()).toBe(sentence);
});

it.each(["", "CredentialsSignin", "mismatch-", "paused-x", "<script>"])(
  "an unknown failure code (%j) reads as a fault on our side",
  (code) => {
    expect(readProblemCode(code)).toEqual({ kind: "broken" });
  },
);

it("after the right password, a failure speaks of the code", () => {
  expect(failureLabels({ kind: "mismatch", triesLeft: 1 }, "code")).toEqual({
    what: "That code didn't work. Each works once.",
    next: "One more try, then a wait.",
  });
  expect(failureLabels({ kind: "paused", seconds: 1800 }, "code")).toEqual({
    what: "Too many wrong codes.",
    next: "Try again in 30 minutes.",
  });
});
