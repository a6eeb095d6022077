import { type Bundle, openBundle } from "./bundle.ts";
import type { SqliteFile } from "./sqlite-file.ts";
import type { Db, Store } from "./store.ts";

/**
 * SQLite: all work that arrives while turns of the event loop bring more of it runs in one transaction, where each stands
 * or falls by itself, and is answered after the one commit that puts it on the disk. Work that comes alone does not wait.
 * Large work has a transaction to itself, between those of others.
 */
export function groupCommits(db: Db, file: SqliteFile): Store {
  const place: Place = { db, bundle: openBundle(db), steps: prepareSteps(file) };
  const waiting: Work[] = [];
  const large: Work[] = [];
  let wasLarge = false;
  let running: Promise<void> | undefined;

  /** Ends with the first turn that brings nothing more to commit: a commit costs as much for one as for many. */
  async function gather(): Promise<void> {
    let before: number;
    do {
      before = waiting.length;
      await endOfTurn();
    } while (waiting.length > before && waiting.length < LARGEST_GROUP && waiting.some(isWrite));
  }

  function takeGroup(): Work[] {
    wasLarge = large.length > 0 && (waiting.length === 0 || !wasLarge);
    return wasLarge ? large.splice(0, 1) : waiting.splice(0, LARGEST_GROUP);
  }

  function wake(): void {
    running ??= gather()
      .then(() => runGroup(place, takeGroup()))
      .finally(() => {
        running = undefined;
        if (waiting.length > 0 || large.length > 0) wake();
      });
  }

  const add = <Result>(queue: Work[], run: (db: Db, bundle: Bundle) => Promise<Result>, kind: Work["kind"]) =>
    new Promise<Result>((resolve, reject) => {
      // What `resolve` gets is what this very `run` gave.
      queue.push({ run, kind, resolve: resolve as (result: unknown) => void, reject });
      wake();
    });

  return {
    transact: (work) => add(waiting, work, "writes"),
    transactAdding: (work) => add(waiting, work, "adds"),
    transactLarge: (work) => add(large, work, "writes"),
    read: (work) => add(waiting, work, "reads"),
    shared: false,
    close: async () => {
      while (running) await running;
      await db.destroy();
    },
  };
}

type Work = {
  run: (db: Db, bundle: Bundle) => Promise<unknown>;
  kind: "reads" | "adds" | "writes";
  resolve: (result: unknown) => void;
  reject: (reason: unknown) => void;
};

const LARGEST_GROUP = 512;

const isWrite = ({ kind }: Work) => kind !== "reads";

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

/** Where works are run. The bundle is good from one to the next, and over commits, while all that is written is payments added. */
type Place = { db: Db; bundle: Bundle; steps: Steps };

/**
 * Runs a group without savepoints, which every work would pay for, in the hope that none of those that write is refused.
 * When one is, the whole group is undone and run again with a savepoint for each, so that nothing of that one stays.
 */
async function runGroup(place: Place, group: Work[]): Promise<void> {
  try {
    const answers = (await tryGroup(place, group, runBare)) ?? (await tryGroup(place, group, runSaved));
    for (const answer of answers ?? []) answer();
  } catch (error) {
    for (const work of group) work.reject(error);
  }
}

type Answers = (() => void)[];
/** Runs one work and tells how it is to be answered; undefined when the group has to be undone. */
type RunOne = (place: Place, work: Work) => Promise<(() => void) | undefined>;

async function tryGroup(place: Place, group: Work[], runOne: RunOne): Promise<Answers | undefined> {
  const { bundle, steps } = place;
  if (group.some(isWrite)) steps.beginWriting();
  else steps.beginReading();
  const answers: Answers = [];
  try {
    for (const work of group) {
      // It may look for anything that payments before it have written.
      if (work.kind === "writes") await bundle.settle();
      const answer = await runOne(place, work);
      if (!answer) {
        rollBack(place);
        return undefined;
      }
      answers.push(answer);
      if (work.kind === "writes") bundle.forget();
    }
    await bundle.settle();
    steps.commit();
    return answers;
  } catch (error) {
    rollBack(place);
    throw error;
  }
}

function rollBack({ bundle, steps }: Place): void {
  bundle.undo();
  try {
    steps.rollback();
  } catch {
    // SQLite has done so by itself after an error of the disk.
  }
}

async function runBare({ db, bundle }: Place, { run, kind, resolve, reject }: Work) {
  try {
    const result = await run(db, bundle);
    return () => resolve(result);
  } catch (error) {
    return kind === "reads" ? () => reject(error) : undefined;
  }
}

async function runSaved({ db, bundle, steps }: Place, { run, kind, resolve, reject }: Work) {
  const writes = kind !== "reads";
  if (writes) steps.save();
  try {
    const result = await run(db, bundle);
    if (writes) {
      await bundle.settle();
      steps.keep();
    }
    return () => resolve(result);
  } catch (error) {
    if (writes) {
      steps.undo();
      steps.keep();
      bundle.undo();
    }
    return () => reject(error);
  }
}
