import { sql } from "kysely";
import type { Db, Store } from "./store.ts";

/**
 * SQLite: all work that has arrived by the end of the current turn of the event loop runs in one transaction, each in a
 * savepoint of its own, and is answered after the one commit that puts it on the disk. Work that comes alone does not wait.
 */
export function groupCommits(db: Db): Store {
  const waiting: Work[] = [];
  let running: Promise<void> | undefined;

  function wake(): void {
    running ??= endOfTurn()
      .then(() =>
        db.connection().execute((connection) => runGroup(connection, waiting.splice(0, LARGEST_GROUP))),
      )
      .finally(() => {
        running = undefined;
        if (waiting.length > 0) wake();
      });
  }

  const add = <Result>(run: (db: Db) => Promise<Result>, writes: boolean) =>
    new Promise<Result>((resolve, reject) => {
      // What `resolve` gets is what this very `run` gave.
      waiting.push({ run, writes, resolve: resolve as (result: unknown) => void, reject });
      wake();
    });

  return {
    transact: (work) => add(work, true),
    read: (work) => add(work, false),
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

async function runGroup(db: Db, group: Work[]): Promise<void> {
  const answers: (() => void)[] = [];
  try {
    await sql`begin immediate`.execute(db);
    for (const work of group) answers.push(await runOne(db, work));
    await sql`commit`.execute(db);
  } catch (error) {
    await sql`rollback`.execute(db).catch(() => undefined);
    for (const work of group) work.reject(error);
    return;
  }
  for (const answer of answers) answer();
}

async function runOne(db: Db, { run, writes, resolve, reject }: Work): Promise<() => void> {
  if (writes) await sql`savepoint work`.execute(db);
  try {
    const result = await run(db);
    if (writes) await sql`release work`.execute(db);
    return () => resolve(result);
  } catch (error) {
    if (writes) {
      await sql`rollback to work`.execute(db);
      await sql`release work`.execute(db);
    }
    return () => reject(error);
  }
}
