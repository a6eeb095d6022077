import { expect, test } from "vitest";
import { leftUntilLock, warnBeforeMs } from "./workstation-lock.ts";

const minutes = 15;
const locksAt = minutes * 60_000;

test("a workstation is warned before it locks, and locks also when the warning was slept through", () => {
  expect(leftUntilLock(0, minutes, 0)).toBeUndefined();
  expect(leftUntilLock(0, minutes, locksAt - warnBeforeMs - 1)).toBeUndefined();
  expect(leftUntilLock(0, minutes, locksAt - warnBeforeMs)).toBe(warnBeforeMs);
  expect(leftUntilLock(0, minutes, locksAt)).toBe(0);
  expect(leftUntilLock(0, minutes, locksAt * 40)).toBe(0);
});

test("without minutes no workstation locks", () => {
  expect(leftUntilLock(0, 0, Number.MAX_SAFE_INTEGER)).toBeUndefined();
});
