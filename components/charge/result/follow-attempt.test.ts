import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { followAttempt } from "./follow-attempt.ts";

const answers: (() => Response)[] = [];
const say = (status: number, body: object = {}) => answers.push(() => Response.json(body, { status }));
const settled = { id: "a", state: "answered", outcome: "approved", steps: [] };

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("fetch", async () => (answers.length > 1 ? answers.shift() : answers[0])?.());
});
afterEach(() => {
  answers.length = 0;
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

async function follow(looks?: number) {
  const end = followAttempt("a", undefined, looks);
  await vi.advanceTimersByTimeAsync(60_000);
  return end;
}

test("a payment is followed behind a locked desk and a session that is over, until its result is there", async () => {
  for (const status of [401, 401, 409, 503]) say(status);
  for (let look = 0; look < 10; look += 1) say(401);
  say(200, settled);
  expect(await follow()).toMatchObject({ kind: "settled", attempt: { id: "a" } });
});

test("what the console has not recorded is nothing, also when a locked desk comes in between", async () => {
  for (const status of [404, 404, 401, 404, 404, 404, 404]) say(status);
  expect(await follow()).toEqual({ kind: "nothing" });
});

test("a single look waits for nothing", async () => {
  say(401);
  expect(await follow(1)).toEqual({ kind: "nothing" });
});
