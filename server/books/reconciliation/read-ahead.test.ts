import { expect, test } from "vitest";
import { ahead } from "./read-ahead.ts";

test("every part is read in order, the next while one is taken", async () => {
  const asked: number[] = [];
  const taken: [number, number][] = [];
  const read = async (part: number) => {
    asked.push(part);
    return part * 10;
  };
  for await (const rows of ahead([1, 2, 3], read)) taken.push([rows, asked.length]);
  expect(taken).toEqual([
    [10, 2],
    [20, 3],
    [30, 3],
  ]);
});

test("other work has its turn before each part", async () => {
  let [turns, isRead] = [0, false];
  const takeTurn = () => {
    turns += 1;
    if (!isRead) setImmediate(takeTurn);
  };
  setImmediate(takeTurn);
  for await (const _rows of ahead([1, 2, 3, 4, 5], async (part) => part));
  isRead = true;
  expect(turns).toBeGreaterThanOrEqual(5);
});

test("a part that can't be read ends the reading with its error", async () => {
  const read = async (part: number) => {
    if (part === 2) throw new Error("the disk is full");
    return part;
  };
  const taken: number[] = [];
  const reading = (async () => {
    for await (const rows of ahead([1, 2, 3], read)) taken.push(rows);
  })();
  await expect(reading).rejects.toThrow("the disk is full");
  expect(taken).toEqual([1]);
});
