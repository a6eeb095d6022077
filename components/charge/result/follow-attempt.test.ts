import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { followAttempt } from "./follow-attempt.ts";

const answers: (() => Response)[] = [];
const methods: string[] = [];
const say = (status: number, body: object = {}) => answers.push(() => Response.json(body, { status }));
const finished = { id: "a", state: "answered", outcome: "approved", steps: [] };

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("fetch", async (_address: string, { method = "GET" }: RequestInit = {}) => {
    methods.push(method);
    return (answers.length > 1 ? answers.shift() : answers[0])?.();
  });
});
afterEach(() => {
  answers.length = 0;
  methods.length = 0;
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

async function follow(once = false) {
  const end = followAttempt("a", undefined, { once });
  await vi.advanceTimersByTimeAsync(60_000);
  return end;
}

test("a payment is followed behind a locked workstation and a session that is over, until its result is there", async () => {
  for (const status of [401, 401, 409, 503]) say(status);
  for (let look = 0; look < 10; look += 1) say(401);
  say(200, finished);
  expect(await follow()).toMatchObject({ kind: "finished", attempt: { id: "a" } });
});

test("a payment that the console has not recorded is canceled, also when a locked workstation comes in between", async () => {
  for (const status of [404, 404, 401, 404, 404, 404, 404]) say(status);
  say(200, { canceled: true });
  expect(await follow()).toEqual({ kind: "canceled" });
  expect(methods.at(-1)).toBe("DELETE");
  expect(methods.filter((method) => method === "DELETE")).toHaveLength(1);
});

test("a payment that arrives before it is canceled is followed to its result, as one whose cancellation is not answered", async () => {
  for (const [status, body] of [[200, { canceled: false }], [503], [409]] as const) {
    for (let look = 0; look < 4; look += 1) say(404);
    say(status, body);
    say(200, finished);
    expect(await follow()).toMatchObject({ kind: "finished", attempt: { id: "a" } });
  }
});

test("a page that may not cancel asks once: when nothing is found, it ends there and cancels nothing", async () => {
  for (const status of [401, 404]) {
    say(status);
    expect(await follow(true)).toEqual({ kind: "nothing" });
    answers.length = 0;
  }
  expect(methods).not.toContain("DELETE");
});
