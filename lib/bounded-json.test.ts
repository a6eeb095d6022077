import fc from "fast-check";
import { expect, it } from "vitest";
import { deepestJson, parseJson } from "./bounded-json.ts";

it("reads what JSON.parse reads", () => {
  fc.assert(
    fc.property(fc.json({ maxDepth: 10 }), (text) => {
      expect(parseJson(text)).toEqual(JSON.parse(text));
    }),
  );
});

it("refuses what is no JSON", () => {
  for (const text of ["", "{", '"open', "[1,]", "nonsense"])
    expect(() => parseJson(text)).toThrow(SyntaxError);
});

it("counts the levels, but not brackets within strings", () => {
  const nested = (levels: number) => "[".repeat(levels) + "]".repeat(levels);
  expect(parseJson(nested(deepestJson))).toBeTruthy();
  expect(() => parseJson(nested(deepestJson + 1))).toThrow(/nested/);
  const text = JSON.stringify({ "[": `${"[".repeat(1000)}"\\${"{".repeat(1000)}` });
  expect(parseJson(text)).toEqual(JSON.parse(text));
});

it.each([
  ["open arrays", "[".repeat(4_000_000)],
  ["nested objects", '{"a":'.repeat(1_000_000)],
  ["an unclosed string of escapes", `"${'\\"'.repeat(2_000_000)}`],
])("refuses megabytes of %s at once", (_, text) => {
  // Processor time: another process may hold the machine meanwhile.
  const began = process.cpuUsage();
  expect(() => parseJson(text)).toThrow(SyntaxError);
  expect(process.cpuUsage(began).user).toBeLessThan(1_000_000);
});
