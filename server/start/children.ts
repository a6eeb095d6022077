import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { projectRoot } from "./project-root.ts";

export type ChildOptions = {
  /** As it stands in a sentence: "the sandbox gateway". */
  name: string;
  /** Arguments to Node. Never a secret: every user of the machine can read them. */
  args: string[];
  environment: NodeJS.ProcessEnv;
  /** Gets each line of standard output; standard error goes to ours. */
  onLine(line: string): void;
};

/** A process that was started here, by its name. */
export type Child = {
  name: string;
  /** Resolves when it has ended, with how: "exit code 1", "signal SIGKILL". */
  ended: Promise<{ code: number | null; how: string }>;
};

/** The processes of one start. None of them outlives it. */
export class Children {
  readonly #running = new Map<Child, ChildProcess>();
  #stopping = false;

  constructor() {
    // The last resort, when this process ends on a path that does not wait for stop().
    process.once("exit", () => {
      for (const child of this.#running.values()) child.kill("SIGKILL");
    });
  }

  start({ name, args, environment, onLine }: ChildOptions): Child {
    const process_ = spawn(process.execPath, args, {
      cwd: projectRoot,
      env: environment,
      stdio: ["ignore", "pipe", "inherit"],
    });
    createInterface({ input: process_.stdout }).on("line", onLine);
    const child: Child = { name, ended: endOf(process_) };
    this.#running.set(child, process_);
    void child.ended.then(() => this.#running.delete(child));
    return child;
  }

  /** Resolves with a sentence when one of them has ended without being asked to. */
  async firstEnd(): Promise<string> {
    const ends = [...this.#running.keys()].map(async ({ name, ended }) => ({ name, ...(await ended) }));
    const { name, how } = await Promise.race(ends);
    // Whoever stops us stops our children too: that is no news.
    if (this.#stopping) return new Promise(() => {});
    return `${capitalized(name)} ended by itself (${how}). Everything else was stopped; npm start brings it back.`;
  }

  /** Asks all of them to end, and ends those that do not within the grace. */
  async stop(): Promise<void> {
    this.#stopping = true;
    await Promise.all([...this.#running].map(([child, process_]) => stopOne(child, process_)));
  }
}

const GRACE_MS = 8_000;

async function stopOne(child: Child, process_: ChildProcess): Promise<void> {
  process_.kill("SIGTERM");
  const late = setTimeout(() => process_.kill("SIGKILL"), GRACE_MS);
  await child.ended;
  clearTimeout(late);
}

async function endOf(process_: ChildProcess): Promise<{ code: number | null; how: string }> {
  const [code, signal] = (await once(process_, "close")) as [number | null, NodeJS.Signals | null]; // as Node documents the event
  return { code, how: signal ? `signal ${signal}` : `exit code ${code}` };
}

function capitalized(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
}
