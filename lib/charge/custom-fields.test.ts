import { expect, test } from "vitest";
import { readCustomFields } from "./custom-fields.ts";

test("the names of custom fields are read from the setting", () => {
  expect(readCustomFields("1=Delivery window, 20 = Florist,")).toEqual({
    1: "Delivery window",
    20: "Florist",
  });
  expect(readCustomFields("")).toEqual({});
});

test.each(["0=A", "21=A", "A", "1=", "1=A,1=B", "1=A,2=A", "01=A", "1=4000100011112224"])(
  "%s is refused",
  (text) => {
    expect(readCustomFields(text)).toBeUndefined();
  },
);
