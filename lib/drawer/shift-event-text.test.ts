import { afterEach, expect, test } from "vitest";
import es from "../language/es.json" with { type: "json" };
import { makeTranslator } from "../language/make-translator.ts";
import { setSpeech } from "../language/t.ts";
import { shiftEventText } from "./shift-event-text.ts";

afterEach(() => setSpeech(() => undefined));

const line = { id: "1", at: 1, kind: "paidOut", by: "Mira", cents: -500 } as const;

test("a typed reason is shown as it was typed, also where it is a word of the console", () => {
  const speech = { language: "es", catalog: es, translate: makeTranslator(es, "es") } as const;
  setSpeech(() => speech);
  for (const reason of ["Change", "Cash", "Refund"]) expect(shiftEventText({ ...line, reason })).toBe(reason);
  expect(shiftEventText({ ...line, reason: "Cash", approvedBy: "Tomas" })).toBe("Cash, aprobado por Tomas");
});

test("cash without a customer is a walk-in customer's, and with an invoice that invoice's", () => {
  const sale = { ...line, kind: "sale", attemptId: "a1" } as const;
  expect(shiftEventText(sale)).toBe("Walk-in customer");
  expect(shiftEventText({ ...sale, invoice: "A-17", reason: "Goods returned" })).toBe(
    "Invoice A-17, Goods returned",
  );
  expect(shiftEventText({ ...line, kind: "opened", leftCents: 21_000, reason: "To the safe" })).toBe(
    "$210.00 was left. To the safe",
  );
});
