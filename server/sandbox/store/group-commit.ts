import type { SqliteFile } from "./sqlite-file.ts";
import type { Db, Store } from "./store.ts";

/**
 * SQLite: all work that has arrived by the end of the current turn of the event loop runs in one transaction, each in a
 * savepoint of its own, and is answered after the one commit that puts it on the disk. Work that comes alone does not
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

async function runGroup(db: Db, steps: Steps, group: Work[]): Promise<void> {
  const answers: (() => void)[] = [];
  let begun = false;
  try {
    if (group.some(({ writes }) => writes)) steps.beginWriting();
    else steps.beginReading();
    begun = true;
    const [only] = group;
    if (only && group.length === 1) answers.push(await runAlone(db, only));
    else for (const work of group) answers.push(await runOne(db, steps, work));
    steps.commit();
  } catch (error) {
    if (begun) rollBack(steps);
    for (const work of group) work.reject(error);
    return;
  }
  for (const answer of answers) answer();
}

/**
 * Needs no savepoint: the whole transaction is its own. With one SQLite would copy every page before it changes it, which
 * for the many pages of a bulk file's lines takes longer than the change.
 */
async function runAlone(db: Db, { run, resolve }: Work): Promise<() => void> {
  const result = await run(db);
  return () => resolve(result);
}

function rollBack(steps: Steps): void {
  try {
    steps.rollback();
  } catch {
    // SQLite has done so by itself after an error of the disk.
  }
}

async function runOne(db: Db, steps: Steps, { run, writes, resolve, reject }: Work): Promise<() => void> {
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
