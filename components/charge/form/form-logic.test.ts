import { expect, test } from "vitest";
import { onceLoaded } from "./form-logic.ts";

// One test: the logic is loaded once.
test("calls wait for the form's rules, in their order; later ones run at once", async () => {
  const done: string[] = [];
  const loaded = new Promise<void>((resolve) => {
    onceLoaded(() => done.push("arrived"));
    onceLoaded(() => done.push("found"));
    onceLoaded(() => resolve());
  });
  expect(done).toEqual([]);
  await loaded;
  expect(done).toEqual(["arrived", "found"]);
  onceLoaded(({ checkPress, next }) => done.push(typeof checkPress, typeof next));
  expect(done.slice(2)).toEqual(["function", "function"]);
});
