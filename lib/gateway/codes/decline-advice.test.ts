import { expect, test } from "vitest";
import { declineAdvice } from "./decline-advice.ts";

test.each(["10204", "10207", "10241", "10243", "10262", "04", "62"])(
  "a card that the bank wants stopped (%s) is not tried again",
  (code) => {
    const advice = declineAdvice(code, "card");
    expect(advice.again).toBeUndefined();
    expect(advice.clerk).toMatch(/^Do not try this card again/);
  },
);

test.each(["10297", "N7", "10282"])("a refused security code (%s) is asked for again", (code) => {
  expect(declineAdvice(code, "card")).toMatchObject({
    say: expect.stringContaining("security code"),
    again: expect.stringContaining("security code"),
    isCodeFailure: true,
  });
});

test("insufficient funds suggests a lower amount or another way to pay", () => {
  expect(declineAdvice("10251", "card").again).toMatch(/lower amount/);
});

test("an expired card asks for a newer one", () => {
  expect(declineAdvice("10254", "card").say).toMatch(/expired/);
});

test.each([undefined, "", "10127", "10299", "unknown"])(
  "an unknown code (%s) gets the general advice",
  (code) => {
    expect(declineAdvice(code, "card").say).toMatch(/^Your bank did not approve this card/);
  },
);

test("a declined check is never called a card", () => {
  expect(JSON.stringify(declineAdvice("10127", "check"))).not.toMatch(/card/i);
});

test("a CVV failure without a security code asks for one, not for another try", () => {
  expect(declineAdvice("10297", "card", { codeSent: false }).say).not.toContain("again");
  expect(declineAdvice("10297", "card", { codeSent: true }).say).toContain("again");
});
