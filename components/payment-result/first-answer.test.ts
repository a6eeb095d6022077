import { expect, test } from "vitest";
import type { Attempt } from "#lib/attempt.ts";
import { outcomeErrors } from "#lib/gateway/errors.ts";
import { firstAnswer, keepsForm } from "./first-answer.ts";

const attempt = (state: Attempt["state"], transaction?: object) => ({ state, transaction }) as Attempt; // all it reads

const codeOf = (name: keyof typeof outcomeErrors) => ({
  result_code: "E",
  error_code: String(outcomeErrors[name].code),
});

test.each([
  ["refused", attempt("refused")],
  ["unsent", attempt("unsent")],
  ["error", attempt("answered", codeOf("expired"))],
] as const)("the form stays to be corrected after an answer of %s: nothing was charged", (kind, of) => {
  expect(firstAnswer(of)).toBe(kind);
  expect(keepsForm(firstAnswer(of))).toBe(true);
});

test.each([
  ["duplicate", attempt("answered", codeOf("duplicate"))],
  ["duplicate", attempt("answered", codeOf("duplicateRunning"))],
  ["approved", attempt("answered", { result_code: "A" })],
  ["declined", attempt("answered", { result_code: "D" })],
  ["unknown", attempt("unknown")],
  ["waiting", attempt("sent")],
] as const)("the form does not stay after %s", (kind, of) => {
  expect(firstAnswer(of)).toBe(kind);
  expect(keepsForm(firstAnswer(of))).toBe(false);
});
