import { expect, test } from "vitest";
import { type Refusal, refuse, refuseFields } from "../result.ts";
import { announceOnce } from "./announce-once.ts";

const refusal = (...given: Parameters<typeof refuse>) => refuse(...given).problem;
const wrong = (fields: Record<string, string>) => refuseFields(fields).problem;

test("a refused password is announced at its field only, in all its words", () => {
  const paused = "Too many wrong passwords. Try again in 29 minutes.";
  const cases: [Refusal, string[], string | undefined][] = [
    [
      refusal("This is not your password.", { password: "This is not your password." }),
      ["password"],
      "This is not your password.",
    ],
    [refusal(paused, { password: "Wait before you try again." }), ["note", "password"], paused],
    [wrong({ password: "Enter your password." }), ["password"], "Enter your password."],
    [wrong({ password: "Enter your password.", note: "N." }), ["password", "note"], undefined],
    [refusal(paused, { password: "Wait before you try again." }), [], undefined],
    [refusal("This passkey didn't work."), ["password"], undefined],
  ];
  for (const [problem, marked, atField] of cases) {
    const announced = announceOnce(problem, marked);
    expect([announced.isAtField, announced.isAtField ? announced.fields?.password : undefined]).toEqual([
      atField !== undefined,
      atField,
    ]);
    expect(announced.message).toBe(problem.message);
  }
});
