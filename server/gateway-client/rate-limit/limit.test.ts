import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { emptyState } from "./state.ts";
import { type Answered, deadProcess, type Order, simulate, startMs, type Window } from "./test-day.ts";

const minutes = 60_000;
const windows: Window[] = [
  { kind: "sliding" },
  { kind: "fixed", phaseMs: 0 },
  { kind: "fixed", phaseMs: 23_456 },
];

const crowd = (size: number, answerMs = 60): Order[] =>
  Array.from({ length: size }, (_, place) => ({
    at: startMs + place,
    priority: "money",
    person: `place-${place}`,
    answerMs,
  }));

function inTurn(...lengthsMs: readonly number[]): () => number {
  let turn = 0;
  return () => lengthsMs[turn++ % lengthsMs.length] ?? 0;
}

/** Each workstation charges its next customer ten ms after the last. */
const nextCustomer = ({ order }: Answered, now: number): Order => ({ ...order, at: now + 10 });

describe.each(windows)("45 workstations that want more than a $kind window gives", (window) => {
  test.each([60, 900, 30_000])(
    "see no 429, waste no permit and wait no longer than promised (answers in %i ms)",
    (answerMs) => {
      const endMs = startMs + 10 * minutes;
      const outcome = simulate({ window, orders: crowd(45, answerMs), endMs, follow: nextCustomer });
      expect(outcome.refused).toBe(0);
      expect(outcome.arrivals.length).toBeGreaterThanOrEqual(0.98 * 450);
      for (const { place, waitedMs } of outcome.done)
        if (place > 0) expect(waitedMs).toBeLessThanOrEqual((1.25 * place * minutes) / 45);
    },
  );

  test("see no 429 from a machine so busy that requests leave late and arrive late", () => {
    const orders = crowd(45).map((order, place) => ({ ...order, process: `console-${place % 3}` }));
    const outcome = simulate({
      window,
      orders,
      endMs: startMs + 10 * minutes,
      follow: nextCustomer,
      aheadMs: 1000,
      lateMs: inTurn(0, 3, 0, 2500, 40),
      reachMs: inTurn(5, 400, 5, 5, 4900, 5, 5),
    });
    expect(outcome.refused).toBe(0);
    expect(outcome.arrivals.length).toBeGreaterThan(400);
  });

  test("waste no permit from three processes that learn their turns in advance", () => {
    const orders = crowd(45).map((order, place) => ({ ...order, process: `console-${place % 3}` }));
    const endMs = startMs + 10 * minutes;
    const outcome = simulate({ window, orders, endMs, follow: nextCustomer, aheadMs: 1000 });
    expect(outcome.refused).toBe(0);
    expect(outcome.arrivals.length).toBeGreaterThanOrEqual(0.98 * 450);
  });

  test("report in advance how long they wait at most", () => {
    const endMs = startMs + 3 * minutes;
    const { done } = simulate({ window, orders: crowd(45), endMs, follow: nextCustomer });
    expect(done.length).toBeGreaterThan(120);
    for (const { waitedMs, forecastMs } of done) expect(waitedMs).toBeLessThanOrEqual(forecastMs);
  });
});

describe.each(windows)("a $kind window", (window) => {
  const order = fc.record({
    at: fc.integer({ min: 0, max: 4 * minutes }).map((ms) => startMs + ms),
    priority: fc.constantFrom("money", "resolve", "person", "background"),
    person: fc.constantFrom("ada", "ben", "cleo"),
    answerMs: fc.integer({ min: 1, max: 70_000 }),
  }) as fc.Arbitrary<Order>;

  test("is never exceeded, for any order of requests and answer times, and every request is answered", () => {
    const runs = fc.record({
      orders: fc.array(order, { minLength: 30, maxLength: 250, size: "max" }),
      limit: fc.integer({ min: 4, max: 90 }),
      reachMs: fc.integer({ min: 0, max: 990 }),
    });
    fc.assert(
      fc.property(runs, ({ orders, limit, reachMs }) => {
        const endMs = startMs + 240 * minutes;
        const state = { ...emptyState(startMs), minuteLimit: limit, calibrated: true };
        const outcome = simulate({ window, limit, orders, endMs, state, reachMs: () => reachMs });
        expect(outcome.refused).toBe(0);
        expect(outcome.waiting).toBe(0);
        expect(outcome.done).toHaveLength(orders.length);
      }),
      { numRuns: 15 },
    );
  });

  test("loses no request when another client uses it too: a 429 is sent again and accepted once", () => {
    const strangersAt = Array.from({ length: 400 }, (_, place) => startMs + place * 3000);
    const orders = crowd(200);
    const outcome = simulate({ window, orders, strangersAt, endMs: startMs + 20 * minutes });
    expect(outcome.waiting).toBe(0);
    expect(new Set(outcome.done.map(({ id }) => id)).size).toBe(200);
    expect(outcome.arrivals).toHaveLength(200);
    expect(outcome.refused).toBeLessThan(100);
  });
});

test("a payment goes before all reading, and reading never takes what is reserved for payments", () => {
  const window = { kind: "sliding" } as const;
  const reads = Array.from(
    { length: 100 },
    (): Order => ({ at: startMs, priority: "person", person: "hog", answerMs: 20 }),
  );
  const sale: Order = { at: startMs + 2000, priority: "money", person: "ada", answerMs: 20 };
  const { done } = simulate({ window, orders: [...reads, sale], endMs: startMs + 30_000 });
  expect(done.find(({ order }) => order.priority === "money")?.waitedMs).toBe(0);
  expect(done.filter(({ order }) => order.priority === "person")).toHaveLength(45 - 8);
});

test("people take turns: one who asks for thirty at once does not keep another waiting", () => {
  const hog = Array.from(
    { length: 80 },
    (): Order => ({ at: startMs, priority: "person", person: "hog", answerMs: 20 }),
  );
  const other: Order = { at: startMs + 5000, priority: "person", person: "ada", answerMs: 20 };
  const { done } = simulate({
    window: { kind: "sliding" },
    orders: [...hog, other],
    endMs: startMs + 5 * minutes,
  });
  const place = done.findIndex(({ order }) => order.person === "ada");
  expect(done).toHaveLength(81);
  // 37 have gone before it came; of the rest only the one whose turn was next goes first.
  expect(place).toBeLessThanOrEqual(39);
});

test("a process that died while queued keeps the others waiting for a second and a half at most", () => {
  const orders = [
    ...crowd(60).map((order) => ({ ...order, at: order.at + 1 })),
    // It stood at the head and is never heard of again.
    { at: startMs, priority: "money", person: "gone", answerMs: 20, process: deadProcess } as const,
  ];
  const { done } = simulate({ window: { kind: "sliding" }, orders, endMs: startMs + 3 * minutes });
  expect(done).toHaveLength(60);
  expect(done[0]?.waitedMs).toBeGreaterThan(1000);
  expect(done[0]?.waitedMs).toBeLessThanOrEqual(1510);
});
