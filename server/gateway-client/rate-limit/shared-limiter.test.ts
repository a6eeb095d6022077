import { expect, test } from "vitest";
import { beforeClose } from "#server/db/close-store.ts";
import { describeStores } from "#server/db/test-store.ts";
import { isPostgres } from "#server/sql/dialect.ts";
import type { Exchange } from "../exchange.ts";
import { countDay } from "./day.ts";
import { memoryStore } from "./memory-store.ts";
import type { Admission } from "./permit.ts";
import { postgresStore } from "./postgres-store.ts";
import { SharedLimiter } from "./shared-limiter.ts";
import type { RateLimitState } from "./state.ts";

const ada = { id: "ada", name: "Ada" };
const reply = (status: number, rateLimit: string): Exchange => ({
  kind: "reply",
  status,
  body: "",
  rateLimit,
  retryAfterMs: status === 429 ? 1000 : undefined,
  tookMs: 5,
});
const seen = (exchange: Exchange) => ({ host: "one", what: "sale", exchange, readable: true, isMoney: true });

describeStores("the queue for the shared limit", (open, onSqlite) => {
  async function twoBrokers() {
    const store = await open();
    const make = () => {
      const db = store.another();
      const limiter = new SharedLimiter(isPostgres(db) ? postgresStore(db) : memoryStore(db));
      beforeClose(db, () => limiter.flush());
      return limiter;
    };
    return { one: make(), other: make(), isShared: store.settings.databaseUrl !== undefined };
  }

  /** Asks and answers one request, so that the limit is known. */
  async function learn(limiter: SharedLimiter, limit = "1 of 45/min; 1 of 5000/day"): Promise<void> {
    const first = await ask(limiter);
    if (!first.admitted) throw new Error("the first request has to go");
    await first.permit.note(seen(reply(200, limit)));
  }
  const ask = (limiter: SharedLimiter, id?: string, waitMs = 0): Promise<Admission> =>
    limiter.ask({ priority: "money", caller: ada, waitMs, ...(id && { id }) });

  test("refuses a request without capacity in time, says how long it would have waited, and sends nothing", async () => {
    const { one } = await twoBrokers();
    await learn(one, "45 of 45/min; 45 of 5000/day");
    const admission = await ask(one);
    expect(admission).toMatchObject({ admitted: false, why: "late" });
    expect(admission.admitted ? 0 : admission.dueMs).toBeGreaterThan(50_000);
    expect(await one.read(({ queue }) => queue)).toEqual([]);
  });

  test("a waiting user sees their place in the queue, and may leave before anything is sent", async () => {
    const { one } = await twoBrokers();
    await learn(one, "45 of 45/min; 45 of 5000/day");
    const waiting = ask(one, "attempt-1", 100_000);
    const next = ask(one, "attempt-2", 100_000);
    await expect.poll(() => one.placeOf("attempt-2")).toMatchObject({ place: 2 });
    expect(await one.leave("attempt-1")).toBe(true);
    expect(await waiting).toMatchObject({ admitted: false, why: "left" });
    expect(await one.placeOf("attempt-2")).toMatchObject({ place: 1 });
    expect(await one.leave("attempt-1")).toBe(false);
    await one.leave("attempt-2");
    await next;
  });

  onSqlite("a 429 holds everybody, then the one that met it goes first", async () => {
    const { one } = await twoBrokers();
    await learn(one);
    const met = await ask(one, "met");
    if (!met.admitted) throw new Error("there is capacity");
    await met.permit.note(seen(reply(429, "45 of 45/min; 9 of 5000/day")));
    expect(await ask(one)).toMatchObject({ admitted: false, why: "late" });
    const order: string[] = [];
    const go = async (id: string, isRetry: boolean) => {
      const admission = await one.ask({ priority: "money", caller: ada, id, waitMs: 30_000, isRetry });
      order.push(id);
      if (admission.admitted) await admission.permit.note(seen(reply(200, "3 of 45/min; 9 of 5000/day")));
    };
    await Promise.all([go("later", false), go("met", true)]);
    expect(order).toEqual(["met", "later"]);
  });

  test("a start after a stop goes on counting where it was", async () => {
    const { one, other } = await twoBrokers();
    await learn(one, "40 of 45/min; 321 of 5000/day");
    await one.flush();
    const known = await other.read(({ spent, day }) => [spent.length, day.used]);
    expect(known).toEqual([40, 321]);
  });

  test.each([
    ["an hour", 3_600_000],
    ["a year", 31_536_000_000],
  ])(
    "a clock that was ahead by %s does not keep payments waiting, also after a restart",
    async (_, aheadMs) => {
      const { one, other } = await twoBrokers();
      await learn(one, "3 of 45/min; 9 of 5000/day");
      const ahead = (state: RateLimitState) => {
        const by = (at: number) => at + aheadMs;
        state.at = by(state.at);
        state.lastGrantAt = by(state.lastGrantAt);
        state.spent = state.spent.map((spent) => ({ ...spent, at: by(spent.at), until: by(spent.until) }));
        state.day.endsAt = by(state.day.endsAt);
        state.pause = { until: by(Date.now() - 1000), times: 1 };
      };
      await one.change(ahead);
      await one.flush();
      for (const limiter of [one, other]) {
        const admission = await ask(limiter);
        expect(admission).toMatchObject({ admitted: true });
        // As after a start one goes ahead, and its answer shows what is used.
        if (admission.admitted) await admission.permit.note(seen(reply(200, "5 of 45/min; 11 of 5000/day")));
        expect(await ask(limiter)).toMatchObject({ admitted: true });
        const known = await limiter.read(({ at, day, pause }) => ({ at, day, pause }));
        expect(Math.abs(known.at - Date.now())).toBeLessThan(5_000);
        expect(known).toMatchObject({ day: { used: expect.any(Number), limit: 5000 }, pause: undefined });
      }
    },
  );

  test("a pause of an hour from an earlier version ends within a minute", async () => {
    const { one } = await twoBrokers();
    await learn(one);
    await one.change((state) => {
      state.pause = { until: state.at + 3_600_000, times: 1 };
    });
    const admission = await ask(one);
    expect(admission).toMatchObject({ admitted: false, why: "late" });
    expect(admission.admitted ? 0 : admission.dueMs).toBeLessThanOrEqual(60_000);
  });

  test("a clock set back by seconds keeps counting the minute", async () => {
    const { one } = await twoBrokers();
    await learn(one, "45 of 45/min; 45 of 5000/day");
    await one.change((state) => {
      state.at += 20_000;
    });
    expect(await ask(one)).toMatchObject({ admitted: false, why: "late" });
  });

  onSqlite(
    "refuses a person's reads above two thirds of the minute, but neither payments nor other people",
    async () => {
      const { one, other, isShared } = await twoBrokers();
      await learn(one, "1 of 45/min; 1 of 5000/day");
      const read = { priority: "person", caller: ada, waitMs: 10_000, isShareBound: true } as const;
      for (let count = 0; count < 30; count += 1)
        expect(await one.ask(read), String(count)).toMatchObject({ admitted: true });
      const refused = { admitted: false, why: "late", usedUpShare: "minute" };
      expect(await one.ask(read)).toMatchObject(refused);
      if (isShared) expect(await other.ask(read)).toMatchObject(refused);
      expect(await one.read(({ queue }) => queue)).toEqual([]);
      expect(await one.ask({ ...read, caller: { id: "ben", name: "Ben" } })).toMatchObject({
        admitted: true,
      });
      expect(await one.ask({ ...read, isShareBound: false })).toMatchObject({ admitted: true });
      // A payment after a burst is paced.
      expect(await ask(one, undefined, 5000)).toMatchObject({ admitted: true });
    },
  );

  onSqlite(
    "refuses a person's reads above half of the day, also after a restart, until the day ends",
    async () => {
      const { one, other } = await twoBrokers();
      await learn(one, "1 of 45/min; 1 of 500/day");
      const read = { priority: "person", caller: ada, waitMs: 10_000, isShareBound: true } as const;
      for (let count = 0; count < 250; count += 1) {
        await one.change((state) => Object.assign(state, { spent: [], lastGrantAt: 0 }));
        expect(await one.ask(read), String(count)).toMatchObject({ admitted: true });
      }
      await one.change((state) => Object.assign(state, { spent: [], lastGrantAt: 0 }));
      await one.flush();
      for (const limiter of [one, other])
        expect(await limiter.ask(read)).toMatchObject({ admitted: false, usedUpShare: "day" });
      expect(await one.ask({ ...read, caller: { id: "ben", name: "Ben" } })).toMatchObject({
        admitted: true,
      });
      await one.change((state) => Object.assign(state.day, { endsAt: state.at }));
      await one.change((state, now) => countDay(state, now));
      expect(await one.ask(read)).toMatchObject({ admitted: true });
    },
  );

  test("a read that was never sent is given back to its person's share", async () => {
    const { one } = await twoBrokers();
    await learn(one);
    const read = { priority: "person", caller: ada, waitMs: 0, isShareBound: true } as const;
    const admission = await one.ask(read);
    expect(await one.read(({ readsOfDay }) => readsOfDay)).toEqual({ ada: 1 });
    if (admission.admitted) await admission.permit.release();
    expect(await one.read(({ readsOfDay }) => readsOfDay)).toEqual({ ada: 0 });
  });

  test("processes share one limit and one queue", async ({ skip }) => {
    const { one, other, isShared } = await twoBrokers();
    if (!isShared) return skip("a SQLite file has one process");
    await learn(one, "38 of 45/min; 50 of 5000/day");
    const admissions = await Promise.all(
      Array.from({ length: 40 }, (_, place) => ask(place % 2 ? one : other)),
    );
    expect(admissions.filter(({ admitted }) => admitted).length).toBeLessThanOrEqual(7);
    const waiting = ask(one, "in-one", 100_000);
    await expect.poll(() => other.placeOf("in-one")).toMatchObject({ place: 1 });
    expect(await other.leave("in-one")).toBe(true);
    expect(await waiting).toMatchObject({ admitted: false, why: "left" });
  });
});
