import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { setTimeout as delay } from "node:timers/promises";
import { capitalized } from "#lib/format/capitalized.ts";
import { projectRoot } from "../project-root.ts";
import { Backoff } from "./backoff.ts";

export type ChildOptions = {
  /** As used within a sentence: "the sandbox gateway". */
  name: string;
  /** Arguments to Node. Never a secret: every user of the machine can read them. */
  args: string[];
  environment: NodeJS.ProcessEnv;
  /** How long it may take to end when it is asked to; 8 s when left out. */
  graceMs?: number;
  /** Restarted by `keepRunning` when it ends unexpectedly. */
  keepsRunning?: boolean;
  /** Asked to end before those that serve others, all at once. */
  endsFirst?: boolean;
  /** Gets each line of standard output. */
  onLine(line: string): void;
  /** Gets each line of standard error, which otherwise goes to ours. */
  onErrorLine?(line: string): void;
};

/** A child process of this start. */
export type Child = {
  name: string;
  /** Resolves when the process has ended. `how`: "exit code 1", "signal SIGKILL". */
  ended: Promise<{ code: number | null; how: string }>;
};

/** The child processes of one start. None outlives it. */
export class Children {
  /** In the order of their starts. */
  readonly #running = new Map<Child, { process: ChildProcess; graceMs: number; endsFirst: boolean }>();
  readonly #lasting: { options: ChildOptions; child: Child }[] = [];
  #stopping = false;

  constructor() {
    // The last resort, when this process ends on a path that does not wait for stop().
    process.once("exit", () => {
      for (const child of this.#running.values()) child.process.kill("SIGKILL");
    });
  }

  start(options: ChildOptions): Child {
    const child = this.#spawn(options);
    if (options.keepsRunning) this.#lasting.push({ options, child });
    return child;
  }

  #spawn(options: ChildOptions): Child {
    const { name, args, environment, onLine, onErrorLine, graceMs = GRACE_MS, endsFirst = false } = options;
    if (this.#stopping) throw new Error(`${name} is not started: everything is being stopped.`);
    const process_ = spawn(process.execPath, args, {
      cwd: projectRoot,
      env: environment,
      stdio: ["ignore", "pipe", onErrorLine ? "pipe" : "inherit"],
    });
    if (process_.stdout) createInterface({ input: process_.stdout }).on("line", onLine);
    if (process_.stderr && onErrorLine) createInterface({ input: process_.stderr }).on("line", onErrorLine);
    const child: Child = { name, ended: endOf(process_) };
    this.#running.set(child, { process: process_, graceMs, endsFirst });
    void child.ended.then(() => this.#running.delete(child));
    return child;
  }

  /** Restarts each lasting process when it ends, with a backoff while its runs are short. Never resolves. */
  keepRunning(): Promise<never> {
    for (const { options, child } of this.#lasting) void this.#restart(options, child);
    return new Promise(() => {});
  }

  /** Whether all are being stopped: none is to be started any more. */
  get isStopping(): boolean {
    return this.#stopping;
  }

  /** Asks one to end, and kills it after its grace period. */
  async end(child: Child): Promise<void> {
    const running = this.#running.get(child);
    if (running) await stopOne(child, running.process, running.graceMs);
  }

  async #restart(options: ChildOptions, first: Child): Promise<void> {
    const backoff = new Backoff({ firstMs: 500, longestMs: 30_000 });
    for (let child = first; ; child = this.#spawn(options)) {
      const startedAt = performance.now();
      const { how } = await child.ended;
      // A shutdown ends the children too.
      if (this.#stopping) return;
      const waitMs = backoff.waitAfter(performance.now() - startedAt);
      console.error(`${capitalized(options.name)} ended (${how}). Starting it again in ${waitMs / 1000} s.`);
      await delay(waitMs);
      if (this.#stopping) return;
    }
  }

  /**
   * Asks those to end that end first, all at once, then the others, the last started first: what the consoles wait for may come from
   * the sandbox. Kills one that is still running after its grace period.
   */
  async stop(): Promise<void> {
    this.#stopping = true;
    const all = [...this.#running].reverse();
    const stopAll = (first: boolean) =>
      all
        .filter(([, { endsFirst }]) => endsFirst === first)
        .map(
          ([child, { process: running, graceMs }]) =>
            () =>
              stopOne(child, running, graceMs),
        );
    await Promise.all(stopAll(true).map((stop) => stop()));
    for (const stop of stopAll(false)) await stop();
  }
}

const GRACE_MS = 8_000;

async function stopOne(child: Child, process_: ChildProcess, graceMs: number): Promise<void> {
  process_.kill("SIGTERM");
  const late = setTimeout(() => process_.kill("SIGKILL"), graceMs);
  await child.ended;
  clearTimeout(late);
}

async function endOf(process_: ChildProcess): Promise<{ code: number | null; how: string }> {
  const ended = await once(process_, "close").catch((error: Error) => error);
  // The process could not be spawned.
  if (ended instanceof Error) return { code: null, how: ended.message };
  const [code, signal] = ended as [number | null, NodeJS.Signals | null]; // as Node documents the event
  return { code, how: signal ? `signal ${signal}` : `exit code ${code}` };
}
