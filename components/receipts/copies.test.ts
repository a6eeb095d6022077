import { expect, test } from "vitest";
import { copiesOf, usualSettings } from "./copies.ts";

test("one print is the customer's copy alone, the merchant's with lines to fill in, or both", () => {
  expect(copiesOf(usualSettings)).toEqual([{ blanks: [] }]);
  expect(copiesOf({ ...usualSettings, copies: "merchant", tipLine: true })).toEqual([
    { title: "MERCHANT COPY", blanks: ["Tip", "Total", "Signature"] },
  ]);
  expect(copiesOf({ ...usualSettings, copies: "both", signature: false })).toEqual([
    { title: "CUSTOMER COPY", blanks: [] },
    { title: "MERCHANT COPY", blanks: [] },
  ]);
});
