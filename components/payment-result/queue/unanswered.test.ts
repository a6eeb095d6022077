import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { testAttempt } from "#lib/test-attempt.ts";

const attempt = testAttempt({ id: "a" });
let answers: Record<string, () => Response>;
let asked: string[];
let items: Map<string, string>;
let user: string;

beforeEach(() => {
  vi.useFakeTimers();
  vi.resetModules();
  answers = {};
  asked = [];
  items = new Map();
  user = "mira";
  vi.stubGlobal("document", { querySelector: () => ({ dataset: { pageUser: user } }) });
  vi.stubGlobal("sessionStorage", {
    getItem: (name: string) => items.get(name) ?? null,
    setItem: (name: string, value: string) => items.set(name, value),
    removeItem: (name: string) => items.delete(name),
  });
  vi.stubGlobal("fetch", async (address: string, { method = "GET" }: RequestInit = {}) => {
    asked.push(`${method} ${address.split("/").at(-1)}`);
    return answers[method.toLowerCase()]?.() ?? Promise.reject(new TypeError("no network"));
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

const load = () => import("./unanswered.ts");
function isAway() {
  answers = {};
}
function knowsNothing() {
  answers = {
    get: () => new Response("", { status: 404 }),
    delete: () => Response.json({ canceled: true }),
  };
}
function hasRecorded() {
  answers = { get: () => Response.json(attempt) };
}

test("a lost command is asked about until the console is back, and is canceled where it is not recorded", async () => {
  const { noteSent, noteLost, resolveAttempt } = await load();
  noteSent("a", "payment-1", "Refund");
  noteLost("a");
  isAway();
  const resolved = resolveAttempt("a");
  await vi.advanceTimersByTimeAsync(60_000);
  expect(items.size).toBe(1);
  knowsNothing();
  await vi.advanceTimersByTimeAsync(3000);
  expect(await resolved).toEqual({ kind: "canceled" });
  expect(asked.filter((one) => one === "DELETE a")).toHaveLength(1);
  expect(items.size).toBe(0);
});

test("a command that is being sent is neither asked about nor canceled", async () => {
  const { noteSent, noteAnswered, resolveAll } = await load();
  knowsNothing();
  noteSent("a", "payment-1", "Refund");
  resolveAll();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(asked).toEqual([]);
  noteAnswered("a");
  expect(items.size).toBe(0);
});

test("another action on the payment waits for the lost one, also after a reload", async () => {
  const before = await load();
  before.noteSent("a", "payment-1", "Refund");
  vi.resetModules();
  const { resolveBefore } = await load();
  isAway();
  const refused = resolveBefore("payment-1", []);
  await vi.advanceTimersByTimeAsync(6000);
  expect(await refused).toMatch(/has no answer yet. Nothing was sent/);
  expect(await resolveBefore("payment-1", ["a"])).toBeUndefined();
  expect(await resolveBefore("payment-2", [])).toBeUndefined();
  hasRecorded();
  await vi.advanceTimersByTimeAsync(3000);
  expect(await resolveBefore("payment-1", [])).toBeUndefined();
});

test("an earlier action that was recorded is named before another one is sent", async () => {
  const { noteSent, noteLost, resolveBefore } = await load();
  noteSent("a", "payment-1", "Refund");
  noteLost("a");
  hasRecorded();
  expect(await resolveBefore("payment-1", [])).toMatch(/was recorded: see Timeline. Nothing was sent/);
  expect(await resolveBefore("payment-1", [])).toBeUndefined();
});

test("what becomes of one is known to its user alone, who is told after a reload too", async () => {
  const before = await load();
  before.noteSent("a", "payment-1", "Refund");
  vi.resetModules();
  const { resolveAll } = await load();
  const { listUnanswered, resolvedAbout } = await import("./unanswered-list.ts");
  knowsNothing();
  user = "ruth";
  expect(listUnanswered()).toEqual([]);
  resolveAll();
  await vi.advanceTimersByTimeAsync(3000);
  expect(asked).toEqual([]);
  user = "mira";
  resolveAll();
  await vi.advanceTimersByTimeAsync(3000);
  expect(resolvedAbout("payment-1")).toMatchObject({ kind: "canceled", label: "Refund" });
  user = "ruth";
  expect(resolvedAbout("payment-1")).toBeUndefined();
  expect(items.size).toBe(0);
});

test("a lost command that is answered after all is not canceled", async () => {
  const { noteSent, noteLost, noteAnswered, resolveAttempt } = await load();
  noteSent("a", "payment-1", "Refund");
  noteLost("a");
  isAway();
  const resolved = resolveAttempt("a");
  await vi.advanceTimersByTimeAsync(3000);
  noteAnswered("a");
  knowsNothing();
  await vi.advanceTimersByTimeAsync(3000);
  expect(await resolved).toEqual({ kind: "answered" });
  expect(asked).not.toContain("DELETE a");
});
