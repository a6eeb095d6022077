import { randomUUID } from "node:crypto";
import { log } from "#server/log.ts";
import { countDay } from "./day.ts";
import { noteExchange, release } from "./observe.ts";
import type { Admission, Permit, PermitRequest } from "./permit.ts";
import { admitNext, enterQueue, forecast, leaveQueue } from "./queue.ts";
import { findUsedUpShare, forgiveIdle, mayReadForPayment } from "./reader-share.ts";
import type { RateLimitState } from "./state.ts";
import { StoreClock } from "./store-clock.ts";

/** Holds the state and applies one change at a time. `now` is epoch ms of a clock that all its users share. */
export type RateLimitStore = {
  /** True when other processes change it too. */
  shared: boolean;
  change<Value>(act: (state: RateLimitState, now: number) => Value): Promise<Value>;
  /** The latest state; changes made by `act` are discarded. */
  read<Value>(act: (state: RateLimitState, now: number) => Value): Promise<Value>;
  flush(): Promise<void>;
};

/** `admitted`: it leaves when the timer ends. */
type Waiter = {
  settle(admission: Admission): void;
  until: number;
  stage: "entering" | "queued" | "admitted";
  timer?: NodeJS.Timeout;
};

type Act = (state: RateLimitState, now: number) => void;

/** The one place where all requests of a process get their permit. */
export class SharedLimiter {
  readonly #store: RateLimitStore;
  readonly #process = randomUUID();
  readonly #waiters = new Map<string, Waiter>();
  readonly #aheadMs: number;
  #timer: NodeJS.Timeout | undefined;
  readonly #clock = new StoreClock();
  readonly #checks = new Set<Promise<void>>();

  constructor(store: RateLimitStore) {
    this.#store = store;
    this.#aheadMs = store.shared ? aheadMs : 0;
  }

  /** Resolves when the request may go, or certainly may not. Rejects when the store fails. */
  async ask(asked: PermitRequest): Promise<Admission> {
    const id = asked.id ?? randomUUID();
    const { promise, resolve } = Promise.withResolvers<Admission>();
    const waiter: Waiter = { settle: resolve, until: Date.now() + asked.waitMs, stage: "entering" };
    // Before it is queued: its turn may come while the store is still answering.
    this.#waiters.set(id, waiter);
    try {
      await this.#enter(id, asked, waiter);
    } catch (error) {
      this.#waiters.delete(id);
      throw error;
    }
    return promise;
  }

  async #enter(
    id: string,
    { priority: asked, caller, waitMs, isRetry = false, ...bound }: PermitRequest,
    waiter: Waiter,
  ): Promise<void> {
    const entry = await this.#change((state, now) => {
      waiter.stage = "queued";
      const isFree = bound.isForPayment && mayReadForPayment(state, caller.id, now);
      const isShareBound = bound.isForPayment ? !isFree : bound.isShareBound;
      const priority = bound.isForPayment && !isFree && asked === "money" ? "person" : asked;
      const share = isShareBound ? findUsedUpShare(state, caller.id, now) : undefined;
      const counted = isShareBound ? { reader: caller.id } : isFree ? { payer: caller.id } : {};
      enterQueue(
        state,
        { id, priority, person: caller.id, process: this.#process, isRetry, ...counted },
        now,
      );
      const dueAt = Math.max(forecast(state, now, id).get(id)?.dueAt ?? now, share?.freeAt ?? now);
      const isLate = share !== undefined || dueAt - now > waitMs;
      if (isLate) leaveQueue(state, id);
      const late = { dueMs: dueAt - now, priority, ...(share && { usedUpShare: share.of }) };
      return { ...admitNext(state, this.#process, now, this.#aheadMs), now, ...(isLate && { late }) };
    });
    this.#admit(entry);
    if (entry.late) this.#settle(id, { admitted: false, why: "late", ...entry.late });
    else if (this.#waiters.has(id)) this.#checkIn(0);
  }

  /** Takes a request out of the queue. False when it has been sent already, or was never there. */
  async leave(id: string): Promise<boolean> {
    const isAdmitted = this.#waiters.get(id)?.stage === "admitted";
    // At once: its time may come while the store answers.
    if (isAdmitted) this.#settle(id, { admitted: false, why: "left", dueMs: 0 });
    const left = await this.#store.change((state) => {
      if (isAdmitted) release(state, id);
      return isAdmitted || leaveQueue(state, id);
    });
    if (left) {
      this.#settle(id, { admitted: false, why: "left", dueMs: 0 });
      this.#checkIn(0);
    }
    return left;
  }

  /** The place of a request, from 1, and in how many ms it will go as things are now; undefined when it is not queued. */
  placeOf(id: string): Promise<{ place: number; dueMs: number } | undefined> {
    return this.read((state, now) => {
      const found = forecast(state, now).get(id);
      return found && { place: found.place, dueMs: Math.max(0, found.dueAt - now) };
    });
  }

  change<Value>(act: (state: RateLimitState, now: number) => Value): Promise<Value> {
    return this.#store.change(act);
  }

  /** Reads the state without changing it. */
  read<Value>(at: (state: RateLimitState, now: number) => Value): Promise<Value> {
    return this.#store.read((state, now) => {
      countDay(state, now);
      return at(state, now);
    });
  }

  /** Resolves when every update so far is stored. */
  async flush(): Promise<void> {
    clearTimeout(this.#timer);
    await Promise.all(this.#checks);
    await this.#store.flush();
  }

  #permit(id: string): Permit {
    return {
      note: (seen) => {
        // The time when the answer came: the store may be slow.
        const answeredAt = performance.now();
        return this.#check((state, now) =>
          noteExchange(state, id, seen, now, Math.min(now, this.#clock.latest(answeredAt))),
        );
      },
      release: () => this.#check((state) => release(state, id)),
      noteSent: () =>
        this.#store.change((state) =>
          forgiveIdle(
            state,
            state.spent.find((spent) => spent.id === id),
          ),
        ),
    };
  }

  /** A change of the state that also measures how the two clocks differ. */
  async #change<Value>(act: (state: RateLimitState, now: number) => Value): Promise<Value> {
    const askedAt = performance.now();
    let storeNow = 0;
    const value = await this.#store.change((state, now) => {
      storeNow = now;
      return act(state, now);
    });
    this.#clock.measure(storeNow, askedAt, performance.now());
    return value;
  }

  #checkIn(ms: number): void {
    clearTimeout(this.#timer);
    const pause = Math.min(ms, this.#store.shared ? pollMs : longestMs);
    this.#timer = setTimeout(() => void this.#check(), Math.max(0, pause));
  }

  /** Admits requests whose turn has come. An update (`act`) may admit some of them earlier. */
  #check(act?: Act): Promise<void> {
    const check = this.#checkOnce(act).finally(() => this.#checks.delete(check));
    this.#checks.add(check);
    return check;
  }

  async #checkOnce(act?: Act): Promise<void> {
    const timedOut = this.#timedOut();
    let nextMs = pollMs;
    try {
      const seen = await this.#change((state, now) => {
        act?.(state, now);
        for (const id of timedOut) leaveQueue(state, id);
        const next = admitNext(state, this.#process, now, this.#aheadMs);
        return {
          ...next,
          now,
          takenOut: this.#takenOut(state, [...timedOut, ...next.gone.map(({ id }) => id)]),
        };
      });
      this.#admit(seen);
      for (const id of seen.takenOut) this.#settle(id, { admitted: false, why: "left", dueMs: 0 });
      // One that is due and may not go yet is behind a request of another process: wait a moment for that one.
      if (seen.dueAt !== undefined) nextMs = Math.max(seen.dueAt - this.#aheadMs - seen.now, momentMs);
    } catch (error) {
      log.error({ err: error }, "the rate limit queue could not be read");
    }
    for (const id of timedOut) this.#settle(id, { admitted: false, why: "late", dueMs: 0 });
    if (this.#isAnyWaiting()) this.#checkIn(nextMs);
  }

  #timedOut(): string[] {
    return [...this.#waiters]
      .filter(([, { until, stage }]) => stage !== "admitted" && Date.now() >= until)
      .map(([id]) => id);
  }

  /** Requests that another process took out of the queue: they were queued, are gone, and not through this check. */
  #takenOut({ queue }: RateLimitState, known: readonly string[]): string[] {
    const queued = new Set(queue.map(({ id }) => id));
    return [...this.#waiters]
      .filter(([id, { stage }]) => stage === "queued" && !queued.has(id) && !known.includes(id))
      .map(([id]) => id);
  }

  #isAnyWaiting(): boolean {
    return [...this.#waiters.values()].some(({ stage }) => stage !== "admitted");
  }

  /** Resolves their permits, each at its time of the store's clock. */
  #admit({ gone, now }: { gone: readonly { id: string; at: number }[]; now: number }): void {
    for (const { id, at } of gone) {
      const go = () => this.#settle(id, { admitted: true, permit: this.#permit(id) });
      const waiter = this.#waiters.get(id);
      if (at <= now || !waiter) go();
      else {
        waiter.stage = "admitted";
        waiter.timer = setTimeout(go, Math.max(0, this.#clock.whenSurely(at) - performance.now()));
      }
    }
  }

  #settle(id: string, admission: Admission): void {
    const waiter = this.#waiters.get(id);
    this.#waiters.delete(id);
    clearTimeout(waiter?.timer);
    waiter?.settle(admission);
  }
}

/** How often a process checks its turn while other processes share the queue. */
const pollMs = 400;
const longestMs = 1000;
const momentMs = 200;

/** How long before its turn a request is admitted where processes share the queue, so that round trips to the store waste none of the limit. */
const aheadMs = 1000;
