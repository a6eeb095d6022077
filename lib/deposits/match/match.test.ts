import { expect, test } from "vitest";
import { lineForRemaining } from "./match.ts";

test.each([
  ["the known fee first", { leftCents: -8498, missingFeeCents: 7998, isFeeOpen: false }, "fee", -7998],
  [
    "the known fee of a deposit without it",
    { leftCents: 69, missingFeeCents: 69, isFeeOpen: false },
    "fee",
    -69,
  ],
  [
    "what the bank paid less, once the fee is accounted for",
    { leftCents: -500, missingFeeCents: 0, isFeeOpen: false },
    "short",
    -500,
  ],
  [
    "what the bank paid more, once the fee is accounted for",
    { leftCents: 500, missingFeeCents: 0, isFeeOpen: false },
    "over",
    500,
  ],
  ["a fee that is kept and not known", { leftCents: -500, missingFeeCents: 0, isFeeOpen: true }, "fee", -500],
])("what is left over of a deposit is added as a line of its own: %s", (_, remaining, kind, cents) => {
  expect(lineForRemaining(remaining)).toEqual({ kind, cents });
});
