import { endOfTurn } from "../end-of-turn.ts";
import { Refusal } from "../refusal.ts";
import { countPermits, type Permit } from "./permit.ts";
import { type Filled, openSlipBook } from "./slip-book.ts";
import type { Db, Store } from "./store.ts";
import { isUnreachable } from "./unreachable.ts";

/**
 * PostgreSQL: work is first put down on a slip, without the store; the slips of all that has arrived meanwhile are then
 * recorded by one statement, with one commit for all, which counts the requests first that are not counted yet. Work that
 * asks the store for more than a slip can tell, or whose slip turned out to be wrong, runs in a transaction of its own, where
 * rows that matter are locked where they are read.
 */
export function recordTogether(db: Db): Store {
  const waiting: Work[] = [];
  const book = openSlipBook(db);
  let running: Promise<void> | undefined;

  function wake(): void {
    running ??= lastArrivals()
      .then(() => runGroup(waiting.splice(0, LARGEST_GROUP)))
      .finally(() => {
        running = undefined;
        if (waiting.length > 0) wake();
      });
  }

  async function runGroup(group: readonly Work[]): Promise<void> {
    try {
      const filled = await book.fill(group.map(({ run }) => run));
      const ready: Ready[] = [];
      const alone: Work[] = [];
      for (const [place, work] of group.entries()) {
        const slip = filled[place];
        if (slip) ready.push({ ...work, ...slip });
        else alone.push(work);
      }
      runAlone(alone);
      if (ready.length > 0) await record(ready);
    } catch (error) {
      for (const { reject } of group) reject(error);
    }
  }

  async function record(ready: readonly Ready[]): Promise<void> {
    try {
      const leftOut = await book.record(ready);
      for (const work of ready) if (!leftOut.has(work)) work.resolve(work.result);
      runAlone([...leftOut]);
    } catch (error) {
      // Those who were counted already are counted twice then: never too few are.
      if (isServersNo(error)) runAlone(ready);
      else for (const work of ready) work.reject(error);
    }
  }

  /** Each by itself, once it is let in. */
  function runAlone(works: readonly Work[]): void {
    const counted = countPermits(
      db,
      works.map(({ permit }) => permit),
    );
    for (const { run, permit, resolve, reject } of works)
      counted
        .then(() => {
          if (permit?.used?.allowed === false) throw new Refusal("rateLimit");
          return transactAlone(db, run);
        })
        .then(resolve, reject);
  }

  const transact: Store["transact"] = <Result>(run: (db: Db) => Promise<Result>, permit?: Permit) =>
    new Promise<Result>((resolve, reject) => {
      // What `resolve` gets is what this very `run` gave.
      waiting.push({ run, permit, resolve: resolve as (result: unknown) => void, reject });
      wake();
    });

  return {
    transact,
    transactAdding: (work, permit) => transact((db) => work(db, undefined), permit),
    transactLarge: (work) => transactAlone(db, work),
    read: (work) => work(db),
    shared: true,
    close: async () => {
      while (running) await running;
      await db.destroy();
    },
  };
}

type Work = {
  run: (db: Db) => Promise<unknown>;
  permit: Permit | undefined;
  resolve: (result: unknown) => void;
  reject: (reason: unknown) => void;
};
type Ready = Work & Filled;

const LARGEST_GROUP = 64;

/** A few turns of the event loop: of payments answered together, the next come together. */
async function lastArrivals(): Promise<void> {
  for (let turn = 0; turn < 4; turn++) await endOfTurn();
}

/** What the server says no to, be it for one of them, has happened to none. After any other error, such as its end, all may have. */
const isServersNo = (error: unknown) =>
  error instanceof Error && "severity" in error && !isUnreachable(error);

async function transactAlone<Result>(db: Db, work: (db: Db) => Promise<Result>): Promise<Result> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await db.transaction().execute(work);
    } catch (error) {
      if (attempt === 5 || !isContention(error)) throw error;
    }
  }
}

const contention = new Set(["40001", "40P01"]);

function isContention(error: unknown): boolean {
  return error instanceof Error && "code" in error && contention.has(String(error.code));
}
