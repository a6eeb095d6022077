import { expect, test } from "vitest";
import type { Exchange } from "../exchange.ts";
import { noteExchange } from "./observe.ts";
import { forecast, nextPayment } from "./queue.ts";
import { emptyState, type RateLimitState } from "./state.ts";

const reply: Exchange = {
  kind: "reply",
  status: 200,
  body: "",
  tookMs: 5,
  rateLimit: undefined,
  retryAfterMs: undefined,
};
const lost: Exchange = { kind: "lost", reason: "reset" };
const refused: Exchange = { kind: "unsent", reason: "refused" };

/** What the header shows after these exchanges, each a second after the one before. */
function pulseAfter(...exchanges: { exchange: Exchange; isMoney: boolean }[]) {
  const state = emptyState(0);
  for (const [index, { exchange, isMoney }] of exchanges.entries())
    noteExchange(state, "id", { host: "h", what: "w", exchange, readable: true, isMoney }, index * 1000);
  return { reachable: state.pulse?.reachable, paymentLost: state.pulse?.paymentLost };
}

const read = (exchange: Exchange) => ({ exchange, isMoney: false });
const pay = (exchange: Exchange) => ({ exchange, isMoney: true });

test.each([
  ["one payment without an answer", [read(reply), pay(lost)], { reachable: true, paymentLost: true }],
  [
    "a payment without an answer, then a read with one",
    [read(reply), pay(lost), read(reply)],
    { reachable: true, paymentLost: true },
  ],
  [
    "a payment without an answer, then one with it",
    [read(reply), pay(lost), pay(reply)],
    { reachable: true, paymentLost: false },
  ],
  [
    "a payment and a read without an answer",
    [read(reply), pay(lost), read(lost)],
    { reachable: false, paymentLost: true },
  ],
  ["a payment that could not be sent", [read(reply), pay(refused)], { reachable: false, paymentLost: false }],
  ["nothing but a payment without an answer", [pay(lost)], { reachable: false, paymentLost: true }],
])("after %s the header shows whether the gateway is down", (_, exchanges, pulse) => {
  expect(pulseAfter(...exchanges)).toEqual(pulse);
});

const minuteMs = 60_000;
const tooMany = (retryAfterMs: number, rateLimit?: string): Exchange => ({
  ...reply,
  status: 429,
  rateLimit,
  retryAfterMs,
});
const meet = (state: RateLimitState, exchange: Exchange, at: number, isMoney = false) =>
  noteExchange(state, "id", { host: "h", what: "w", exchange, readable: true, isMoney }, at);

test.each([undefined, "45 of 45/min; 45 of 5000/day", "45 of 45/min; 5000 of 5000/day"])(
  "a 429 that asks for an hour lets a payment try within a minute (%s)",
  (rateLimit) => {
    const state = emptyState(0);
    meet(state, tooMany(3_600_000, rateLimit), 0);
    expect(nextPayment(state, 1)).toBeGreaterThan(0);
    expect(nextPayment(state, 1)).toBeLessThanOrEqual(minuteMs);
    // And again, however often it is answered so.
    meet(state, tooMany(3_600_000, rateLimit), minuteMs);
    expect(nextPayment(state, minuteMs)).toBeLessThanOrEqual(2 * minuteMs);
  },
);

test.each([200, 404, 500])("an answer %i ends the pause", (status) => {
  const state = emptyState(0);
  meet(state, tooMany(3_600_000), 0);
  meet(state, { ...reply, status }, 1000);
  expect(state.pause).toBeUndefined();
});

test("the forecast of a used-up day counts a minute for each payment", () => {
  const now = Date.UTC(2026, 10, 21, 9);
  const state = { ...emptyState(now), calibrated: true, lastGrantAt: now };
  Object.assign(state.day, { used: 5000 });
  for (const id of ["first", "second"])
    state.queue.push({ id, priority: "money", person: id, process: "one", turn: 0, since: now });
  const dues = forecast(state, now);
  expect(dues.get("first")?.dueAt).toBe(now + minuteMs);
  expect(dues.get("second")?.dueAt).toBe(now + 2 * minuteMs);
});
