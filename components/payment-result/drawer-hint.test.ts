import { expect, test } from "vitest";
import type { DrawerPage } from "#lib/drawer/shift.ts";
import { hintOf } from "./drawer-hint.tsx";

const shift = (state: string) => ({ shift: { state } }) as DrawerPage["current"]; // the hint needs no more
const kept = [{}] as DrawerPage["history"];

test.each([
  ["an open shift", { current: shift("open") }, undefined],
  ["a counted one", { current: shift("counted") }, /was counted. Cash belongs to no shift/],
  ["a counted one, where one is required", { current: shift("counted"), required: true }, /Cash is refused/],
  ["none", {}, /is closed. Cash belongs to no shift/],
  ["none, where one is required", { required: true }, /is closed. Cash is refused/],
  ["no shift ever", { history: [] }, undefined],
  ["no drawer chosen", { drawer: undefined }, undefined],
  ["no drawer chosen, where a shift is required", { drawer: undefined, required: true }, /until a drawer/],
])("%s: what is said of cash before it is taken", (_, page, said) => {
  const hint = hintOf({ drawer: "Front", current: undefined, history: kept, required: false, ...page });
  if (said) expect(hint).toMatch(said);
  else expect(hint).toBeUndefined();
});
