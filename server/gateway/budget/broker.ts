import { randomUUID } from "node:crypto";
import { log } from "#server/log.ts";
import type { Caller } from "../caller.ts";
import { countDay } from "./day.ts";
import { giveBack, noteExchange, type Seen } from "./learn.ts";
import { enterLine, forecast, goNext, leaveLine } from "./line.ts";
import type { BudgetState, Lane } from "./state.ts";
import { StoreClock } from "./store-clock.ts";

/** Holds the state and lets one change at a time happen to it. `now` is epoch ms of a clock that all who share it have. */
export type BudgetStore = {
  /** True when other processes change it too. */
  shared: boolean;
  change<Value>(act: (state: BudgetState, now: number) => Value): Promise<Value>;
  /** As it stood last; what `act` changes is not kept. */
  read<Value>(act: (state: BudgetState, now: number) => Value): Promise<Value>;
  flush(): Promise<void>;
};

export type Asked = {
  lane: Lane;
  caller: Caller;
  /** The place in line by a name of its own, such as an attempt's: nobody else has it. */
  id?: string | undefined;
  /** How long to stand in line; 0 goes at once or not at all. */
  waitMs: number;
  /** Sent before and not taken: it stands first of its lane again. */
  isBack?: boolean;
};

export type Admission =
  | { admitted: true; slot: Slot }
  /** `late`: its turn would not have come in time · `left`: somebody took it out of the line. Nothing was sent. */
  | { admitted: false; why: "late" | "left"; dueMs: number };

/** One request of the shared limit. */
export type Slot = {
  /** Tells how it went; the limit learns from it. */
  note(seen: Seen): Promise<void>;
  /** Nothing was sent: the next in line may have it. */
  giveBack(): Promise<void>;
};

/** `going`: it has been let go, and leaves when the timer ends. */
type Waiter = {
  settle(admission: Admission): void;
  until: number;
  stage: "entering" | "in line" | "going";
  timer?: NodeJS.Timeout;
};

type Act = (state: BudgetState, now: number) => void;

/** The one place that all requests of a process ask before they go. */
export class Broker {
  readonly #store: BudgetStore;
  readonly #process = randomUUID();
  readonly #waiters = new Map<string, Waiter>();
  readonly #aheadMs: number;
  #timer: NodeJS.Timeout | undefined;
  readonly #clock = new StoreClock();
  readonly #looks = new Set<Promise<void>>();

  constructor(store: BudgetStore) {
    this.#store = store;
    this.#aheadMs = store.shared ? aheadMs : 0;
  }

  /** Resolves when the request may go, or surely may not. Rejects when the store does not work. */
  async ask(asked: Asked): Promise<Admission> {
    const id = asked.id ?? randomUUID();
    const { promise, resolve } = Promise.withResolvers<Admission>();
    const waiter: Waiter = { settle: resolve, until: Date.now() + asked.waitMs, stage: "entering" };
    // Before the line knows it: its turn may come while this is still being answered.
    this.#waiters.set(id, waiter);
    try {
      await this.#enter(id, asked, waiter);
    } catch (error) {
      this.#waiters.delete(id);
      throw error;
    }
    return promise;
  }

  async #enter(id: string, { lane, caller, waitMs, isBack = false }: Asked, waiter: Waiter): Promise<void> {
    const entry = await this.#change((state, now) => {
      waiter.stage = "in line";
      enterLine(state, { id, lane, person: caller.id, process: this.#process, isBack }, now);
      const dueMs = (forecast(state, now, id).get(id)?.dueAt ?? now) - now;
      if (dueMs > waitMs) leaveLine(state, id);
      return { ...goNext(state, this.#process, now, this.#aheadMs), now, dueMs };
    });
    this.#release(entry);
    if (entry.dueMs > waitMs) this.#settle(id, { admitted: false, why: "late", dueMs: entry.dueMs });
    else if (this.#waiters.has(id)) this.#lookIn(0);
  }

  /** Takes a request out of the line. False when it has gone already, or was never there. */
  async leave(id: string): Promise<boolean> {
    const isGoing = this.#waiters.get(id)?.stage === "going";
    // At once: while the store is asked its time may come.
    if (isGoing) this.#settle(id, { admitted: false, why: "left", dueMs: 0 });
    const left = await this.#store.change((state) => {
      if (isGoing) giveBack(state, id);
      return isGoing || leaveLine(state, id);
    });
    if (left) {
      this.#settle(id, { admitted: false, why: "left", dueMs: 0 });
      this.#lookIn(0);
    }
    return left;
  }

  /** Where a request stands, from 1, and in how many ms it goes as things stand; undefined when it is not in line. */
  placeOf(id: string): Promise<{ place: number; dueMs: number } | undefined> {
    return this.look((state, now) => {
      const found = forecast(state, now).get(id);
      return found && { place: found.place, dueMs: Math.max(0, found.dueAt - now) };
    });
  }

  change<Value>(act: (state: BudgetState, now: number) => Value): Promise<Value> {
    return this.#store.change(act);
  }

  /** What is known now. Changes nothing. */
  look<Value>(at: (state: BudgetState, now: number) => Value): Promise<Value> {
    return this.#store.read((state, now) => {
      countDay(state, now);
      return at(state, now);
    });
  }

  /** Ends when all that was learned so far is put down. */
  async flush(): Promise<void> {
    clearTimeout(this.#timer);
    await Promise.all(this.#looks);
    await this.#store.flush();
  }

  #slot(id: string): Slot {
    return {
      note: (seen) => {
        // As it was when the answer came: the store may be slow to be told.
        const answeredAt = performance.now();
        return this.#look((state, now) =>
          noteExchange(state, id, seen, now, Math.min(now, this.#clock.latest(answeredAt))),
        );
      },
      giveBack: () => this.#look((state) => giveBack(state, id)),
    };
  }

  /** A change of the state that shows how the two clocks stand. */
  async #change<Value>(act: (state: BudgetState, now: number) => Value): Promise<Value> {
    const askedAt = performance.now();
    let storeNow = 0;
    const value = await this.#store.change((state, now) => {
      storeNow = now;
      return act(state, now);
    });
    this.#clock.learn(storeNow, askedAt, performance.now());
    return value;
  }

  #lookIn(ms: number): void {
    clearTimeout(this.#timer);
    const pause = Math.min(ms, this.#store.shared ? pollMs : longestMs);
    this.#timer = setTimeout(() => void this.#look(), Math.max(0, pause));
  }

  /** Lets go whose turn has come. What has been learned just then (`act`) may let somebody go earlier. */
  #look(act?: Act): Promise<void> {
    const look = this.#lookOnce(act).finally(() => this.#looks.delete(look));
    this.#looks.add(look);
    return look;
  }

  async #lookOnce(act?: Act): Promise<void> {
    const given = this.#givenUp();
    let nextMs = pollMs;
    try {
      const seen = await this.#change((state, now) => {
        act?.(state, now);
        for (const id of given) leaveLine(state, id);
        const next = goNext(state, this.#process, now, this.#aheadMs);
        return {
          ...next,
          now,
          takenOut: this.#takenOut(state, [...given, ...next.gone.map(({ id }) => id)]),
        };
      });
      this.#release(seen);
      for (const id of seen.takenOut) this.#settle(id, { admitted: false, why: "left", dueMs: 0 });
      // One that is due and may not go yet stands behind another process: that one is given a moment.
      if (seen.dueAt !== undefined) nextMs = Math.max(seen.dueAt - this.#aheadMs - seen.now, momentMs);
    } catch (error) {
      log.error({ err: error }, "the line for the gateway could not be looked at");
    }
    for (const id of given) this.#settle(id, { admitted: false, why: "late", dueMs: 0 });
    if (this.#isAnyWaiting()) this.#lookIn(nextMs);
  }

  #givenUp(): string[] {
    return [...this.#waiters]
      .filter(([, { until, stage }]) => stage !== "going" && Date.now() >= until)
      .map(([id]) => id);
  }

  /** Who was in line and is not any more, but for those we know of: another process took them out. */
  #takenOut({ line }: BudgetState, known: readonly string[]): string[] {
    const inLine = new Set(line.map(({ id }) => id));
    return [...this.#waiters]
      .filter(([id, { stage }]) => stage === "in line" && !inLine.has(id) && !known.includes(id))
      .map(([id]) => id);
  }

  #isAnyWaiting(): boolean {
    return [...this.#waiters.values()].some(({ stage }) => stage !== "going");
  }

  /** Lets them leave, each at its time of the store's clock. */
  #release({ gone, now }: { gone: readonly { id: string; at: number }[]; now: number }): void {
    for (const { id, at } of gone) {
      const go = () => this.#settle(id, { admitted: true, slot: this.#slot(id) });
      const waiter = this.#waiters.get(id);
      if (at <= now || !waiter) go();
      else {
        waiter.stage = "going";
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

/** How often a process looks whether its turn has come while others are in the line too. */
const pollMs = 400;
const longestMs = 1000;
const momentMs = 200;

/** So long before its turn a request is let go where several processes share the line: neither the way to the store nor the wait for the row costs the limit a part of its minute. */
const aheadMs = 1000;
