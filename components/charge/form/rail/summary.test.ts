import { expect, test } from "vitest";
import { withoutNumbers } from "./summary.tsx";

test.each(["4000100011112224", "4000 1000 1111 2224", "1234567812345678", "1234-5678-1234-5678"])(
  "a summary does not repeat %s typed as a name",
  (number) => {
    expect(withoutNumbers(`Ada ${number}`)).toBe("Ada [number]");
  },
);

test("a name is shown as it is", () => {
  for (const name of ["Ada Okafor", "Shop 24/7", "Unit 1984, Building 3"])
    expect(withoutNumbers(name)).toBe(name);
});
