import { expect, test } from "vitest";
import { decidedText, decisionLabels, isCash, isCashSale, notRecordedAdvice } from "./decision.ts";

const all = (labels: ReturnType<typeof decisionLabels>) => JSON.stringify(labels);

test("the question about a lost payment speaks of its tender", () => {
  expect(all(decisionLabels({ command: "sale", tender: "card" }))).toContain("this card and amount");
  expect(all(decisionLabels({ command: "check:sale", tender: "check" }))).toContain(
    "this account and amount",
  );
  const cash = all(decisionLabels({ command: "cash:sale", tender: "cash" }));
  expect(cash).not.toMatch(/this card|this account|bank|Money moved/);
  expect(cash).toContain("If the cash is in hand, record the sale again or give the cash back.");
});

test("the question about a lost void or refund does not speak of charging again", () => {
  for (const command of ["void", "refund", "cc:capture"] as const) {
    expect(all(decisionLabels({ command, tender: "card" }))).not.toMatch(/charged|paid|moved\./);
    expect(decidedText({ command, tender: "card" }, true)).toBe("it was done");
  }
});

test("only a cash sale is in hand without a record at the gateway", () => {
  expect(isCashSale({ command: "cash:sale", tender: "cash" })).toBe(true);
  expect(isCashSale({ command: "sale", tender: "card" })).toBe(false);
  expect(isCashSale({ command: "void", tender: "cash" })).toBe(false);
  expect(decidedText({ command: "cash:sale", tender: "cash" }, false)).toBe(
    "the gateway has not recorded it",
  );
});

test("a cash refund is recorded or not, and never spoken of as a sale", () => {
  const refund = { command: "cash:refund", tender: "cash" } as const;
  expect(isCashSale(refund)).toBe(false);
  expect(isCash(refund)).toBe(true);
  expect(decidedText(refund, true)).toBe("the gateway has recorded it");
  expect(all(decisionLabels(refund))).not.toMatch(/sale|bank|charged/);
  expect(notRecordedAdvice(refund)).toBe(
    "If the cash was given back, refund it again, so that it is recorded.",
  );
  expect(notRecordedAdvice({ command: "cash:refund", tender: "card" })).toBeUndefined();
});
