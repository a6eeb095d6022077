import fc from "fast-check";
import { expect, test } from "vitest";
import { keysAfter } from "./use-row-keys.ts";

const rowsOf = (...ids: string[]) => ids.map((id) => ({ id }));
const none = { rows: [], keys: [] };
const first = { rows: rowsOf("a", "b", "c"), keys: [0, 1, 2] };

test("another page of results is drawn into the rows of the page before, in order", () => {
  expect(keysAfter(none, first.rows)).toEqual([0, 1, 2]);
  expect(keysAfter(first, rowsOf("d", "e", "f"))).toEqual([0, 1, 2]);
  expect(keysAfter(first, rowsOf("d"))).toEqual([0]);
  expect(keysAfter(first, rowsOf("d", "e", "f", "g"))).toEqual([0, 1, 2, 3]);
});

test("a row that stays in the results keeps its key", () => {
  expect(keysAfter(first, rowsOf("new", "a", "b"))).toEqual([2, 0, 1]);
});

test("no two rows of a page have the same key", () => {
  const ids = fc.uniqueArray(fc.integer({ min: 0, max: 9 }).map(String));
  fc.assert(
    fc.property(fc.array(ids), (pages) => {
      let last: Parameters<typeof keysAfter>[0] = none;
      for (const page of pages) {
        const rows = rowsOf(...page);
        last = { rows, keys: keysAfter(last, rows) };
        expect(new Set(last.keys).size).toBe(rows.length);
      }
    }),
  );
});
