import { expect, test } from "vitest";
import { DAY_MS } from "#lib/time.ts";
import { emailedLabel, printedLabel } from "./receipt-labels.ts";

const at = Date.parse("2026-11-20T22:13:00Z");
const now = at + 60_000;

test.each([
  ["America/Los_Angeles", "2:13 PM"],
  ["Europe/Berlin", "11:13 PM"],
])(
  "a receipt was printed and emailed by the clock of a merchant in %s, wherever the browser is",
  (timeZone, time) => {
    const clock = { timeZone, now };
    expect(emailedLabel({ to: "a@b.test", at }, clock)).toBe(`Emailed to a@b.test at ${time}.`);
    expect(printedLabel({ count: 1, firstAt: at }, clock)).toBe(
      `Printed once at ${time} on this station. The next print is marked COPY 2.`,
    );
  },
);

test("a print of another day names the day", () => {
  const clock = { timeZone: "America/Los_Angeles", now: at + DAY_MS };
  expect(printedLabel({ count: 3, firstAt: at }, clock)).toMatch(/^Printed 3 times since Nov 20, 2:13 PM on/);
});
