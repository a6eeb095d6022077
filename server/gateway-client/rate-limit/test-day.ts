import type { Exchange } from "../exchange.ts";
import { noteExchange } from "./observe.ts";
import { admitNext, enterQueue, forecast } from "./queue.ts";
import { emptyState, type Priority, type RateLimitState } from "./state.ts";

/** For tests only: a gateway that counts in windows of one kind, and workstations that ask for its requests, in virtual time. */

export type Window = { kind: "sliding" } | { kind: "fixed"; phaseMs: number };
export type Order = { at: number; priority: Priority; person: string; process?: string; answerMs: number };
export type Answered = {
  id: string;
  order: Order;
  place: number;
  forecastMs: number;
  waitedMs: number;
  arrivedAt: number;
  tries: number;
};

export type Outcome = {
  state: RateLimitState;
  /** In the order they were taken. */
  done: Answered[];
  refused: number;
  waiting: number;
  arrivals: number[];
};

/** Runs until `endMs`. `follow` gives a person's next order once one is done. */
export function simulate({
  window,
  limit = 45,
  orders,
  strangersAt = [],
  endMs,
  follow = () => undefined,
  state = emptyState(startMs),
  lateMs = () => 0,
  reachMs = () => 5,
  aheadMs = 0,
}: {
  window: Window;
  limit?: number;
  orders: readonly Order[];
  strangersAt?: readonly number[];
  endMs: number;
  follow?: (done: Answered, now: number) => Order | undefined;
  state?: RateLimitState;
  /** How long after its turn a request leaves. */
  lateMs?: () => number;
  /** How long a request takes to the gateway's counter. */
  reachMs?: () => number;
  /** How long before its turn a process learns of it. */
  aheadMs?: number;
}): Outcome {
  const gateway = new CountingGateway(window, limit);
  const events = new Agenda();
  const reported = new Map<string, Answered>();
  const outcome: Outcome = { state, done: [], refused: 0, waiting: 0, arrivals: [] };
  const timers = new Map<string, number>();
  let ids = 0;

  function add(order: Order) {
    ids += 1;
    const id = `request-${ids}`;
    events.at(order.at, () => enter(order, id, false));
  }
  function enter(order: Order, id: string, isRetry: boolean) {
    const process = order.process ?? "one";
    state.processes[process] = events.now;
    enterQueue(state, { id, priority: order.priority, person: order.person, process, isRetry }, events.now);
    const due = forecast(state, events.now).get(id);
    const first = { id, order, place: due?.place ?? 0, forecastMs: (due?.dueAt ?? events.now) - events.now };
    if (!isRetry) reported.set(id, { ...first, waitedMs: 0, arrivedAt: events.now, tries: 0 });
    if (process !== deadProcess) look(process);
  }
  function look(process: string) {
    const { gone, dueAt } = admitNext(state, process, events.now, aheadMs);
    for (const { id, at } of gone) events.at(at + lateMs(), () => leave(id));
    const at = Math.max((dueAt ?? 0) - aheadMs, events.now + 1);
    timers.set(process, at);
    // A timer that has been reset since does nothing.
    if (dueAt !== undefined) events.at(at, () => timers.get(process) === at && look(process));
  }
  function leave(id: string) {
    const request = reported.get(id);
    if (!request) return;
    request.tries += 1;
    if (request.tries === 1) request.waitedMs = events.now - request.order.at;
    const reach = reachMs();
    const tookMs = Math.max(reach, request.order.answerMs);
    events.at(events.now + reach, () => {
      const count = gateway.count(events.now);
      if (count.allowed) outcome.arrivals.push(events.now);
      const rest = count.allowed ? tookMs - reach : 1;
      events.at(events.now + rest, () => answer(request, count.allowed, count.used, reach + rest));
    });
  }
  function answer(request: Answered, allowed: boolean, used: number, tookMs: number) {
    const { order, id } = request;
    const exchange: Exchange = {
      kind: "reply",
      status: allowed ? 200 : 429,
      body: "",
      rateLimit: `${used} of ${limit}/min; 0 of 500000/day`,
      retryAfterMs: undefined,
      tookMs,
    };
    noteExchange(state, id, { host: "h", what: "sale", exchange, readable: true, isMoney: true }, events.now);
    if (allowed) {
      outcome.done.push(request);
      const next = follow(request, events.now);
      if (next) add(next);
    } else {
      outcome.refused += 1;
      enter(order, id, true);
    }
    look(order.process ?? "one");
  }

  for (const order of orders) add(order);
  for (const at of strangersAt) events.at(at, () => void gateway.count(events.now));
  events.run(endMs);
  outcome.waiting = state.queue.length;
  return outcome;
}

/** A virtual day begins somewhere within a minute. */
export const startMs = Date.UTC(2026, 10, 21, 9, 0, 17, 321);

/** A process by this name never asks again once it is queued. */
export const deadProcess = "dead";

class CountingGateway {
  readonly #window: Window;
  readonly #limit: number;
  #counted: number[] = [];

  constructor(window: Window, limit: number) {
    this.#window = window;
    this.#limit = limit;
  }

  count(now: number): { allowed: boolean; used: number } {
    const { kind } = this.#window;
    const phase = kind === "fixed" ? this.#window.phaseMs : 0;
    const from = kind === "sliding" ? now - 60_000 + 1 : Math.floor((now - phase) / 60_000) * 60_000 + phase;
    this.#counted = this.#counted.filter((at) => at >= from);
    const allowed = this.#counted.length < this.#limit;
    if (allowed) this.#counted.push(now);
    return { allowed, used: this.#counted.length };
  }
}

class Agenda {
  now = startMs;
  #events: { at: number; order: number; act: () => void }[] = [];
  #count = 0;

  at(at: number, act: () => void): void {
    this.#count += 1;
    const event = { at, order: this.#count, act };
    let place = this.#events.length;
    while (place > 0 && isAfter(this.#events[place - 1], event)) place -= 1;
    this.#events.splice(place, 0, event);
  }

  run(endMs: number): void {
    for (let next = this.#events.shift(); next && next.at <= endMs; next = this.#events.shift()) {
      this.now = Math.max(this.now, next.at);
      next.act();
    }
    this.now = endMs;
  }
}

const isAfter = (one: { at: number; order: number } | undefined, other: { at: number; order: number }) =>
  one !== undefined && (one.at > other.at || (one.at === other.at && one.order > other.order));
