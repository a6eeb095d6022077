import { expect, it } from "vitest";
import { nameKey, plainName, plainNameProblem } from "./plain-name.ts";

it("a name with characters that can't be seen is refused", () => {
  for (const name of [
    "Ad\u200Bmin",
    "\u202Enimda",
    "Ad\u00ADmin",
    "Admin\u3164",
    "Ad\u0000min",
    "A\uFE0F",
    "\u2800",
  ])
    expect([name, plainNameProblem(name)]).toEqual([name, "Leave out characters that can't be seen."]);
});

it("names of all languages are kept as they are", () => {
  for (const name of [
    "Zoë O’Neil-Müller",
    "José Ñandú",
    "Łukasz",
    "Анна",
    "山田 太郎",
    "محمد",
    "A & B (2)",
  ]) {
    expect(plainNameProblem(name)).toBeUndefined();
    expect(plainName(name)).toBe(name);
  }
});

it("a name that looks the same in two encodings is kept in one", () => {
  expect(plainName("\uFF21dmin")).toBe("Admin");
  expect(plainName("  Night\u00A0 manager ")).toBe("Night manager");
  expect(nameKey("\uFF21DMIN")).toBe("admin");
  expect(plainName("Zoe\u0308")).toBe("Zo\u00EB");
});
