import { expect, test } from "vitest";
import type { Attempt } from "#lib/attempt.ts";
import { adviceOf } from "./nothing-result.tsx";

test.each([
  ["card", "Correct it and charge again. The card number and the security code have to be typed again."],
  ["token", "Correct it and charge again. A security code has to be typed again."],
  ["check", "Correct it and charge again."],
  ["cash", "Correct it and charge again."],
] as const)("an error on a %s asks for no field that its form does not have", (tender, advice) => {
  const attempt = { tender, problem: { message: "no", code: 605 }, transaction: undefined };
  expect(adviceOf("refused", attempt as unknown as Attempt)).toBe(advice); // the rest decides nothing here
});
