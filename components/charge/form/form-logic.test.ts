import { expect, test } from "vitest";
import { newPresses, onceLoaded, withLogic } from "./form-logic.ts";

// One test: the logic is loaded once.
test("a press before the form's rules are here waits for them, unless it was pressed again or the form was left", async () => {
  const done: string[] = [];
  const { onPress, forget } = newPresses();
  const left = onPress(() => done.push("before the form was left"));
  forget();
  const first = onPress(() => done.push("first press"));
  const second = onPress(() => done.push("second press"));
  onceLoaded(() => done.push("cleared"));
  onceLoaded(() => done.push("arrived"));
  expect(done).toEqual([]);
  await Promise.all([left, first, second]);
  expect(done).toEqual(["cleared", "arrived", "second press"]);

  onPress((logic) => done.push(logic ? "at once" : "without"));
  onceLoaded(() => done.push("after it"));
  expect(done.slice(3)).toEqual(["at once", "after it"]);
  expect(withLogic((logic) => typeof logic?.checkPress)).toBe("function");
});
