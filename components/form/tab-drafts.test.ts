import { afterAll, afterEach, beforeEach, expect, test, vi } from "vitest";
import { forgetTyped, keepTyped, typedItems } from "#lib/session/typed.ts";
import { keepTabDraft, readTabDraft } from "./tab-drafts.ts";

const items = new Map<string, string>();
let user: string | undefined;

beforeEach(() => {
  items.clear();
  user = "user-1";
  vi.stubGlobal("sessionStorage", {
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => items.set(key, value),
    removeItem: (key: string) => items.delete(key),
  });
  vi.stubGlobal("document", {
    querySelector: () => (user ? { dataset: { pageUser: user } } : null),
  });
});
afterEach(() => void vi.useRealTimers());
afterAll(() => void vi.unstubAllGlobals());

test("drafts are kept by name until they are dropped, and then nothing is stored", () => {
  keepTabDraft("day-end-2026-11-20", { note: "Two coupons are missing" });
  keepTabDraft("count-4", { "bill-20": "2" });
  expect(readTabDraft("day-end-2026-11-20")).toEqual({ note: "Two coupons are missing" });
  expect(readTabDraft("count-4")).toEqual({ "bill-20": "2" });
  expect(readTabDraft("count-5")).toBeUndefined();
  keepTabDraft("count-4", undefined);
  expect(readTabDraft("count-4")).toBeUndefined();
  keepTabDraft("day-end-2026-11-20", undefined);
  expect(items.size).toBe(0);
});

test("a field with a card number is kept empty", () => {
  keepTabDraft("day-end-2026-11-20", { note: "card 4000 1000 1111 2224", other: "Till 2" });
  expect(items.get(typedItems.pages)).not.toMatch(/4000|2224/);
  expect(readTabDraft("day-end-2026-11-20")).toEqual({ note: "", other: "Till 2" });
});

test("a draft is for the user who typed it alone: neither for another user nor for a page without one", () => {
  keepTabDraft("count-4", { "bill-20": "2" });
  user = "user-2";
  expect(readTabDraft("count-4")).toBeUndefined();
  expect(items.size).toBe(0);
  keepTabDraft("count-5", { "bill-20": "3" });
  user = undefined;
  expect(readTabDraft("count-5")).toBeUndefined();
  keepTabDraft("count-5", { "bill-20": "4" });
  expect(items.size).toBe(0);
});

test("a draft is deleted at sign-out, and none is kept after it until somebody is signed in", () => {
  keepTabDraft("count-4", { "bill-20": "2" });
  expect(items.size).toBe(1);
  forgetTyped();
  expect(items.size).toBe(0);
  keepTabDraft("count-4", { "bill-20": "2" });
  expect(items.size).toBe(0);
  keepTyped(user);
  keepTabDraft("count-4", { "bill-20": "3" });
  expect(readTabDraft("count-4")).toEqual({ "bill-20": "3" });
});

test("another user's drafts are deleted once somebody is signed in; the user's own stay", () => {
  keepTabDraft("count-4", { "bill-20": "2" });
  items.set(typedItems.charge, JSON.stringify({ user: "user-1", values: { amount: "42.50" } }));
  keepTyped("user-1");
  expect(items.size).toBe(2);
  items.set(typedItems.charge, "{");
  keepTyped("user-1");
  expect([...items.keys()]).toEqual([typedItems.pages]);
  items.set(typedItems.charge, JSON.stringify({ user: "user-1", values: { amount: "42.50" } }));
  keepTyped("user-2");
  expect(items.size).toBe(0);
});

test("a draft is not given back after a working day", () => {
  keepTabDraft("count-4", { "bill-20": "2" });
  vi.useFakeTimers({ now: Date.now() + 13 * 60 * 60_000 });
  expect(readTabDraft("count-4")).toBeUndefined();
});

test("what another program wrote to the storage is read only where it is a draft", () => {
  const at = Date.now();
  const drafts = { a: null, b: { at, fields: { note: 7 } }, c: { fields: { note: "x" } }, d: 4 };
  items.set(typedItems.pages, JSON.stringify({ user: "user-1", drafts }));
  for (const name of Object.keys(drafts)) expect(readTabDraft(name)).toBeUndefined();
  for (const text of ["null", "{", "[]", "7"]) {
    items.set(typedItems.pages, text);
    expect(readTabDraft("a")).toBeUndefined();
  }
});
