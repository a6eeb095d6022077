import { expect, test } from "vitest";
import { floatProblem } from "./float-problem.ts";

test("no more is left as the next float than was counted, nor than the next shift began with", () => {
  const comparison = { countedCents: 10_200, laterFloatCents: undefined };
  expect(floatProblem(10_200, comparison)).toBeUndefined();
  expect(floatProblem(10_201, comparison)).toBe("Only $102.00 was counted.");
  expect(floatProblem(5001, { ...comparison, laterFloatCents: 5000 })).toBe(
    "The next shift was opened with $50.00: no more was left for it.",
  );
});
