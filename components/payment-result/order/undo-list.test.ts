import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { UndoResults } from "./undo-list.tsx";

test("a payment that someone else undid in the same moment is not called not undone", () => {
  const part = "form-number-000000000001";
  const problem = "Void is no longer possible. Its state is now: Voided. Nothing was done.";
  const textFor = (gone: string[]) =>
    renderToStaticMarkup(
      createElement(UndoResults, {
        results: [{ part, problem }],
        gone: new Set(gone),
        steps: [{ part, paymentMethod: "Visa ending 2224", cents: 6000 }],
        code: undefined,
      }),
    );
  expect(textFor([part])).toContain("Undone already");
  expect(textFor([part])).not.toMatch(/Not undone|stays with the order/);
  expect(textFor([])).toMatch(/Not undone.*stays with the order/);
});
