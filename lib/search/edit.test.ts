import { expect, it } from "vitest";
import { hasValue, toggleValue } from "./edit.ts";
import { parse } from "./parse.ts";
import { print } from "./print.ts";

const settled = { is: "word", word: "settled" } as const;
const toggled = (text: string) => print(toggleValue(parse(text).query, "status", settled));

it("toggling a value of a field adds it to those chosen, and removes it again", () => {
  expect(toggled("")).toBe("status:settled");
  expect(toggled("visa")).toBe("brand:visa status:settled");
  expect(toggled("status:voided visa")).toBe("status:voided,settled brand:visa");
  expect(toggled("status:voided,settled visa")).toBe("status:voided brand:visa");
  expect(toggled("status:settled")).toBe("");
  expect(hasValue(parse("settled visa").query, "status", settled)).toBe(true);
  expect(hasValue(parse("-settled").query, "status", settled)).toBe(false);
});
