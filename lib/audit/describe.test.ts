import { expect, test } from "vitest";
import { fieldsOf, summaryOf } from "./describe.ts";

const recorded = (command: string) => ({
  position: 1,
  at: 0,
  name: "payment.recorded" as const,
  userId: "u1",
  userName: "Ann",
  subject: "a1",
  data: { command, cents: 1250, payer: "Visa ending 2224" },
  hash: "",
  previous: "",
});

test("a command is named as the rest of the console names it", () => {
  expect(summaryOf(recorded("authonly"))).toBe("Authorize, $12.50, Visa ending 2224");
  expect(fieldsOf(recorded("cc:save"))[0]).toEqual(["Command", "Save card"]);
});

test("a command that this release doesn't know is shown as it was recorded", () => {
  expect(summaryOf(recorded("teleport"))).toBe("Teleport, $12.50, Visa ending 2224");
});
