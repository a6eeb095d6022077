import { afterAll, afterEach, expect, test, vi } from "vitest";
import { addHotkeys, noteKeysUntil } from "./hotkey-store.ts";

const listeners = new Set<(event: KeyboardEvent) => void>();
vi.stubGlobal("window", {
  addEventListener: (_: string, listener: (event: KeyboardEvent) => void) => listeners.add(listener),
  removeEventListener: (_: string, listener: (event: KeyboardEvent) => void) => listeners.delete(listener),
});
vi.stubGlobal("document", { querySelector: () => null });
vi.stubGlobal("HTMLElement", class {});
vi.useFakeTimers();

/** `timeStamp`: in ms since the load. */
function press(key: string, timeStamp = performance.now()) {
  const event = { key, code: "", timeStamp, preventDefault: () => {} };
  for (const listener of listeners) listener(event as KeyboardEvent); // all that it reads
}

const remove: (() => void)[] = [];
function list(keys: string) {
  const act = vi.fn();
  remove.push(addHotkeys({ group: "Result", scope: "page", hotkeys: [{ keys, does: keys, act }] }));
  return act;
}
afterEach(() => {
  for (const one of remove.splice(0)) one();
  vi.runAllTimers();
});
afterAll(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test("a key that belongs to a part of the page that is still loading acts once it is there", async () => {
  const shell = list("shift+l");
  const arrived = Promise.withResolvers<void>();
  noteKeysUntil(arrived.promise);
  press("n");
  press("q");
  arrived.resolve();
  await vi.advanceTimersByTimeAsync(100);
  const next = list("n");
  await vi.advanceTimersByTimeAsync(100);
  expect(next).toHaveBeenCalledTimes(1);
  expect(shell).not.toHaveBeenCalled();
  // What nothing took is not done by what comes later.
  await vi.advanceTimersByTimeAsync(3000);
  const late = list("q");
  await vi.advanceTimersByTimeAsync(100);
  expect(late).not.toHaveBeenCalled();
});

test("a key pressed right after a load acts once its part is there, though none has announced itself", async () => {
  list("shift+l");
  press("n", 4000);
  const next = list("n");
  await vi.advanceTimersByTimeAsync(100);
  expect(next).toHaveBeenCalledTimes(1);
});

test("a key that no part takes acts on one that appears a moment later, and is forgotten after that", async () => {
  list("shift+l");
  await vi.advanceTimersByTimeAsync(6000);
  press("n");
  await vi.advanceTimersByTimeAsync(1000);
  const next = list("n");
  await vi.advanceTimersByTimeAsync(100);
  expect(next).toHaveBeenCalledTimes(1);
  press("q");
  await vi.advanceTimersByTimeAsync(2000);
  const late = list("q");
  await vi.advanceTimersByTimeAsync(100);
  expect(late).not.toHaveBeenCalled();
});
