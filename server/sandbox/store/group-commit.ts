import type { SqliteFile } from "#server/sql/sqlite.ts";
import type { Store } from "../context.ts";
import type { Db } from "./database.ts";

/**
 * SQLite: work that arrives in the same turns of the event loop shares one transaction, and therefore one flush to disk, and
 * is answered after its commit. Work that arrives alone does not wait. Large work has a transaction to itself.
 */
export function groupCommits(db: Db, file: SqliteFile): Store {
  const steps = prepareSteps(file);
  const waiting: Work[] = [];
  const large: Work[] = [];
  let wasLarge = false;
  let running: Promise<void> | undefined;

  /** Ends with the first turn without new work, since a commit costs about the same for one as for many. */
  async function gather(): Promise<void> {
    let before: number;
    do {
      before = waiting.length;
      await new Promise((done) => setImmediate(done));
    } while (
      waiting.length > before &&
      waiting.length < LARGEST_GROUP &&
      waiting.some(({ isWrite }) => isWrite)
    );
  }

  /** Large work and groups take turns. */
  function takeGroup(): Work[] {
    wasLarge = large.length > 0 && (waiting.length === 0 || !wasLarge);
    return wasLarge ? large.splice(0, 1) : waiting.splice(0, LARGEST_GROUP);
  }

  function wake(): void {
    running ??= gather()
      .then(() => runGroup(db, steps, takeGroup()))
      .finally(() => {
        running = undefined;
        if (waiting.length > 0 || large.length > 0) wake();
      });
  }

  const add = <Result>(queue: Work[], run: (db: Db) => Promise<Result>, isWrite: boolean) =>
    new Promise<Result>((resolve, reject) => {
      // `resolve` receives what this very `run` returned.
      queue.push({ run, isWrite, resolve: resolve as (result: unknown) => void, reject });
      wake();
    });

  return {
    transact: (work) => add(waiting, work, true),
    transactLarge: (work) => add(large, work, true),
    read: (work) => add(waiting, work, false),
    close: async () => {
      while (running) await running;
      await db.destroy();
    },
  };
}

type Work = {
  run: (db: Db) => Promise<unknown>;
  isWrite: boolean;
  resolve: (result: unknown) => void;
  reject: (reason: unknown) => void;
};

const LARGEST_GROUP = 512;

type Steps = ReturnType<typeof prepareSteps>;

function prepareSteps(file: SqliteFile) {
  const step = (text: string) => () => void file.prepare(text).run([]);
  return {
    begin: step("begin"),
    beginWriting: step("begin immediate"),
    save: step("savepoint work"),
    release: step("release work"),
    undo: step("rollback to work"),
    commit: step("commit"),
    rollback: step("rollback"),
  };
}

/** Runs without savepoints first, since they slow down all work. If one fails, the group runs again with them, so that only its writes are rolled back. */
async function runGroup(db: Db, steps: Steps, group: readonly Work[]): Promise<void> {
  try {
    const answers = (await tryGroup(db, steps, group, false)) ?? (await tryGroup(db, steps, group, true));
    for (const answer of answers ?? []) answer();
  } catch (error) {
    for (const work of group) work.reject(error);
  }
}

/** Returns how each work is to be answered; undefined when one of them failed and there were no savepoints. */
async function tryGroup(db: Db, steps: Steps, group: readonly Work[], savepoints: boolean) {
  if (group.some(({ isWrite }) => isWrite)) steps.beginWriting();
  else steps.begin();
  try {
    const answers: (() => void)[] = [];
    for (const { run, isWrite, resolve, reject } of group) {
      if (savepoints) steps.save();
      try {
        const result = await run(db);
        answers.push(() => resolve(result));
      } catch (error) {
        if (isWrite && !savepoints) {
          rollBack(steps);
          return undefined;
        }
        if (savepoints) steps.undo();
        answers.push(() => reject(error));
      }
      if (savepoints) steps.release();
    }
    steps.commit();
    return answers;
  } catch (error) {
    rollBack(steps);
    throw error;
  }
}

function rollBack(steps: Steps): void {
  try {
    steps.rollback();
  } catch {
    // After a disk error SQLite has rolled back itself.
  }
}
