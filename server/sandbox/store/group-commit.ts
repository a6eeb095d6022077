import type { SqliteFile } from "./sqlite-file.ts";
import type { Db, Store } from "./store.ts";

/**
 * SQLite: all work that has arrived by the end of the current turn of the event loop runs in one transaction, where each
 * stands or falls by itself, and is answered after the one commit that puts it on the disk. Work that comes alone does not
 * wait. Large work has a transaction to itself, between those of others.
 */
export function groupCommits(db: Db, file: SqliteFile): Store {
  const steps = prepareSteps(file);
  const waiting: Work[] = [];
  const large: Work[] = [];
  let wasLarge = false;
  let running: Promise<void> | undefined;

  function takeGroup(): Work[] {
    wasLarge = large.length > 0 && (waiting.length === 0 || !wasLarge);
    return wasLarge ? large.splice(0, 1) : waiting.splice(0, LARGEST_GROUP);
  }

  function wake(): void {
    running ??= endOfTurn()
      .then(() => runGroup(db, steps, takeGroup()))
      .finally(() => {
        running = undefined;
        if (waiting.length > 0 || large.length > 0) wake();
      });
  }

  const add = <Result>(queue: Work[], run: (db: Db) => Promise<Result>, writes: boolean) =>
    new Promise<Result>((resolve, reject) => {
      // What `resolve` gets is what this very `run` gave.
      queue.push({ run, writes, resolve: resolve as (result: unknown) => void, reject });
      wake();
    });

  return {
    transact: (work) => add(waiting, work, true),
    transactLarge: (work) => add(large, work, true),
    read: (work) => add(waiting, work, false),
    admit: (work) => add(waiting, work, true),
    shared: false,
    close: async () => {
      while (running) await running;
      await db.destroy();
    },
  };
}

type Work = {
  run: (db: Db) => Promise<unknown>;
  writes: boolean;
  resolve: (result: unknown) => void;
  reject: (reason: unknown) => void;
};

const LARGEST_GROUP = 512;

const endOfTurn = () => new Promise<void>((done) => setImmediate(done));

/** The borders of a transaction, each of which takes effect within its call. */
function prepareSteps(file: SqliteFile) {
  const step = (text: string) => {
    const statement = file.prepare(text);
    return () => void statement.run([]);
  };
  return {
    beginReading: step("begin"),
    beginWriting: step("begin immediate"),
    save: step("savepoint work"),
    keep: step("release work"),
    undo: step("rollback to work"),
    commit: step("commit"),
    rollback: step("rollback"),
  };
}

type Steps = ReturnType<typeof prepareSteps>;

/**
 * Runs a group without savepoints, which every work would pay for, in the hope that none of those that write is refused.
 * When one is, the whole group is undone and run again with a savepoint for each, so that nothing of that one stays.
 */
async function runGroup(db: Db, steps: Steps, group: Work[]): Promise<void> {
  try {
    const answers =
      (await tryGroup(db, steps, group, runBare)) ?? (await tryGroup(db, steps, group, runSaved));
    for (const answer of answers ?? []) answer();
  } catch (error) {
    for (const work of group) work.reject(error);
  }
}

type Answers = (() => void)[];
/** Runs one work and tells how it is to be answered; undefined when the group has to be undone. */
type RunOne = (db: Db, steps: Steps, work: Work) => Promise<(() => void) | undefined>;

async function tryGroup(db: Db, steps: Steps, group: Work[], runOne: RunOne): Promise<Answers | undefined> {
  if (group.some(({ writes }) => writes)) steps.beginWriting();
  else steps.beginReading();
  const answers: Answers = [];
  try {
    for (const work of group) {
      const answer = await runOne(db, steps, work);
      if (!answer) {
        steps.rollback();
        return undefined;
      }
      answers.push(answer);
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
    // SQLite has done so by itself after an error of the disk.
  }
}

async function runBare(db: Db, _steps: Steps, { run, writes, resolve, reject }: Work) {
  try {
    const result = await run(db);
    return () => resolve(result);
  } catch (error) {
    return writes ? undefined : () => reject(error);
  }
}

async function runSaved(db: Db, steps: Steps, { run, writes, resolve, reject }: Work) {
  if (writes) steps.save();
  try {
    const result = await run(db);
    if (writes) steps.keep();
    return () => resolve(result);
  } catch (error) {
    if (writes) {
      steps.undo();
      steps.keep();
    }
    return () => reject(error);
  }
}
