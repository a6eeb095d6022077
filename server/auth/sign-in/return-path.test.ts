import { expect, it } from "vitest";
import { toReturnPath } from "./return-path.ts";

it.each([
  ["/transactions/abc?x=1#top", "/transactions/abc?x=1#top"],
  ["/charge", "/charge"],
  ["//evil.example/charge", undefined],
  ["/\\evil.example", undefined],
  ["/\t/evil.example", undefined],
  ["/.//evil.example", undefined],
  ["https://evil.example/", undefined],
  ["javascript:alert(1)", undefined],
  ["/api/auth/signout", undefined],
  ["", undefined],
  [undefined, undefined],
])("after sign-in %j leads to %j, never off the console", (from, expected) => {
  expect(toReturnPath(from)).toBe(expected);
});
