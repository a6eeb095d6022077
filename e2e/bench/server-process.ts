import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { readdirSync, readFileSync } from "node:fs";
import { createInterface } from "node:readline";
import { setTimeout as delay } from "node:timers/promises";
import { cpus, onCpu } from "./pinning.ts";

type Start = { ready: RegExp; environment?: Record<string, string>; where?: "apart" | "anywhere" };

/** A measured server in a separate process, on the servers' CPU. */
export class ServerProcess {
  readonly child: ChildProcess;
  readonly port: number;

  private constructor(child: ChildProcess, port: number) {
    this.child = child;
    this.port = port;
  }

  /** Resolves once a line of its output matches `ready`, whose first group is the port. */
  static async start(
    command: readonly string[],
    { ready, environment = {}, where = "apart" }: Start,
  ): Promise<ServerProcess> {
    const [program = "", ...args] = onCpu(where === "apart" ? cpus.server : undefined, command);
    const child = spawn(program, args, {
      env: { ...process.env, ...environment },
      stdio: ["ignore", "pipe", "pipe"],
    });
    let output = "";
    const found = await new Promise<number>((resolve, reject) => {
      const look = (line: string) => {
        output += `${line}\n`;
        const match = ready.exec(line);
        if (match) resolve(Number(match[1]));
      };
      for (const stream of [child.stdout, child.stderr]) createInterface({ input: stream }).on("line", look);
      child.once("error", reject);
      child.once("exit", () => reject(new Error(`${command.join(" ")} did not start:\n${output}`)));
    });
    return new ServerProcess(child, found);
  }

  /** The same for a program that does not say when it is ready: it is asked until it answers. */
  static async startAt(
    command: readonly string[],
    port: number,
    answers: () => Promise<boolean>,
  ): Promise<ServerProcess> {
    const [program = "", ...args] = onCpu(cpus.server, command);
    const child = spawn(program, args, { stdio: "ignore" });
    for (const startedAt = performance.now(); !(await answers().catch(() => false)); await delay(100))
      if (child.exitCode !== null || performance.now() - startedAt > 60_000) {
        child.kill("SIGKILL");
        throw new Error("it does not start");
      }
    return new ServerProcess(child, port);
  }

  /** Processor time of all its threads so far, in seconds; NaN where the system does not report it. */
  cpuSeconds(): number {
    return cpuSecondsOf(this.child.pid ?? 0);
  }

  /** Pauses it while `work` runs, so that one server's background work does not slow down the other. */
  async heldStill<Result>(work: () => Promise<Result>): Promise<Result> {
    this.child.kill("SIGSTOP");
    try {
      return await work();
    } finally {
      this.child.kill("SIGCONT");
    }
  }

  residentBytes(): number {
    const pages = Number(readFileSync(`/proc/${this.child.pid}/statm`, "utf8").split(" ")[1]);
    return pages * 4096;
  }

  async stop(signal: NodeJS.Signals = "SIGTERM"): Promise<void> {
    if (this.child.exitCode !== null || this.child.signalCode !== null) return;
    const exited = once(this.child, "exit");
    this.child.kill(signal);
    await exited;
  }
}

/** Processor time of all threads of a process so far, in seconds; NaN where the system does not report it. */
export function cpuSecondsOf(pid: number): number {
  const folder = `/proc/${pid}/task`;
  try {
    const spent = readdirSync(folder).map((thread) =>
      Number(readFileSync(`${folder}/${thread}/schedstat`, "utf8").split(" ")[0]),
    );
    return spent.reduce((sum, nanoseconds) => sum + nanoseconds, 0) / 1e9;
  } catch {
    return Number.NaN;
  }
}
