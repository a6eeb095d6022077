import fc from "fast-check";
import { expect, it } from "vitest";
import { deepestJson, maxJsonValues, parseJson } from "./bounded-json.ts";

it("bounded JSON reads what JSON.parse reads", () => {
  fc.assert(
    fc.property(fc.json({ maxDepth: 10 }), (text) => {
      expect(parseJson(text)).toEqual(JSON.parse(text));
    }),
  );
});

it("bounded JSON refuses what isn't JSON", () => {
  for (const text of ["", "{", '"open', "[1,]", "nonsense"])
    expect(() => parseJson(text)).toThrow(SyntaxError);
});

it("bounded JSON counts levels, but not brackets within strings", () => {
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
])("bounded JSON refuses megabytes of %s at once", (_, text) => {
  // Processor time: another process may hold the machine meanwhile.
  const began = process.cpuUsage();
  expect(() => parseJson(text)).toThrow(SyntaxError);
  expect(process.cpuUsage(began).user).toBeLessThan(1_000_000);
});

it("bounded JSON counts values, but not commas within strings", () => {
  const list = (values: number) => JSON.stringify(Array.from({ length: values }, () => 0));
  expect(parseJson(list(9), { maxValues: 10 })).toHaveLength(9);
  expect(() => parseJson(list(11), { maxValues: 10 })).toThrow(/more than 10 values/);
  expect(() => parseJson(list(maxJsonValues + 1))).toThrow(SyntaxError);
  expect(parseJson(JSON.stringify(",[{".repeat(100)), { maxValues: 1 })).toHaveLength(300);
});

it.each([
  ["zeros", `[${"0,".repeat(4_000_000)}0]`],
  ["empty lists", `[${"[],".repeat(2_000_000)}[]]`],
  ["keys", `{${'"a":1,'.repeat(1_000_000)}"b":1}`],
])("bounded JSON refuses millions of %s before they are parsed", (_, text) => {
  const began = process.cpuUsage();
  expect(() => parseJson(text)).toThrow(SyntaxError);
  expect(process.cpuUsage(began).user).toBeLessThan(500_000);
});
