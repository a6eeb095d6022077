import { QueryClient, QueryObserver } from "@tanstack/react-query";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { attemptKeys } from "#lib/queries/keys.ts";
import { createRefresh } from "./refresh.ts";

const page = { visibilityState: "visible" };
let client: QueryClient;
let reads: string[];

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("document", page);
  page.visibilityState = "visible";
  client = new QueryClient();
  reads = [];
});
afterEach(() => {
  client.clear();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** A page that shows this query. */
function show(name: string, queryKey: readonly unknown[]): void {
  const observer = new QueryObserver(client, {
    queryKey,
    queryFn: () => reads.push(name),
    initialData: 0,
    staleTime: Number.POSITIVE_INFINITY,
  });
  observer.subscribe(() => {});
}

test("the first change is read at once, those that follow it together and half a second apart", async () => {
  show("page", ["search", "page", "", null, null]);
  const { apply } = createRefresh(client, "me");
  for (let change = 0; change < 20; change += 1) {
    apply({ transactions: ["a", "someone"] });
    await vi.advanceTimersByTimeAsync(100);
  }
  // At 0, 500, 1000, 1500 and 2000 ms.
  expect(reads).toHaveLength(5);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(reads).toHaveLength(5);
});

test("an open result is read again at once for its own attempt and soon for any other, a clerk's own payments for their own", async () => {
  show("one", attemptKeys.one("a1"));
  show("mine", [...attemptKeys.lists, { mine: true }]);
  show("all", [...attemptKeys.lists, {}]);
  const { apply } = createRefresh(client, "me");
  apply({ payments: ["a2", "someone"] });
  await vi.advanceTimersByTimeAsync(1000);
  expect(reads.toSorted()).toEqual(["all", "one"]);
  reads.length = 0;
  // Another one of the same order, for example: no more often than every three seconds.
  apply({ payments: ["a3", "someone"] });
  await vi.advanceTimersByTimeAsync(1000);
  expect(reads).toEqual(["all"]);
  await vi.advanceTimersByTimeAsync(2000);
  expect(reads).toEqual(["all", "one"]);
  reads.length = 0;
  apply({ payments: ["a1", "me"] });
  await vi.advanceTimersByTimeAsync(600);
  expect(reads.toSorted()).toEqual(["all", "mine", "one"]);
  await vi.advanceTimersByTimeAsync(5000);
  reads.length = 0;
  // Without ids it may be any.
  apply({ payments: [] });
  await vi.advanceTimersByTimeAsync(2000);
  expect([...new Set(reads)].toSorted()).toEqual(["all", "mine", "one"]);
});

test("a change during the first read of a query has it read once more", async () => {
  const first = Promise.withResolvers<number>();
  const observer = new QueryObserver(client, {
    queryKey: ["search", "figures", "today"],
    queryFn: () => (reads.push("figures") === 1 ? first.promise : 2),
    staleTime: Number.POSITIVE_INFINITY,
  });
  observer.subscribe(() => {});
  const { apply } = createRefresh(client, "me");
  apply({ transactions: ["a", "someone"] });
  await vi.advanceTimersByTimeAsync(100);
  expect(reads).toHaveLength(1);
  first.resolve(0);
  await vi.advanceTimersByTimeAsync(100);
  expect(reads).toHaveLength(2);
  expect(observer.getCurrentResult().data).toBe(2);
});

test("a hidden tab reads nothing, and its data is marked as out of date", async () => {
  show("page", ["search", "page", "", null, null]);
  page.visibilityState = "hidden";
  createRefresh(client, "me").apply({ transactions: [] });
  await vi.advanceTimersByTimeAsync(5000);
  expect(reads).toEqual([]);
  expect(client.getQueryState(["search", "page", "", null, null])?.isInvalidated).toBe(true);
});

test("everything that could have changed is read after a gap, and nothing that costs the gateway a request", async () => {
  show("count", [...attemptKeys.all, "attention", "count"]);
  show("people", ["people", "list"]);
  show("transaction", ["transactions", "key"]);
  show("gateway", ["gateway"]);
  createRefresh(client, "me").applyAll();
  await vi.advanceTimersByTimeAsync(5000);
  expect([...new Set(reads)].sort()).toEqual(["count", "people"]);
});
