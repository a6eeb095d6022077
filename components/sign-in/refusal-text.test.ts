import { expect, test } from "vitest";
import { refusalText } from "./refusal-text.ts";

test.each([
  ["/attention", "“Attention” needs the right “Take payments”, which a clerk, a manager or an admin has."],
  ["/people/roles", "“People” needs the right “Take payments”, which a clerk, a manager or an admin has."],
  ["/", "“Take payments” needs a clerk, a manager or an admin."],
  ["/elsewhere", "“Take payments” needs a clerk, a manager or an admin."],
  [undefined, "“Take payments” needs a clerk, a manager or an admin."],
])("a refused user reads which page it was: %s", (path, text) => {
  expect(refusalText("charge", path)).toBe(text);
});
