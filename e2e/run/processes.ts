import { type ChildProcess, type SpawnOptions, spawn } from "node:child_process";
import { once } from "node:events";
import { compileCache } from "#e2e/support/out-folder.ts";
import { projectRoot } from "#server/start/project-root.ts";

/** Runs a program of node_modules on our own Node, in our terminal. Resolves with whether it ended with 0. */
export function node(
  program: string,
  args: string[],
  environment: Record<string, string> = {},
  limitMs?: number,
): Promise<boolean> {
  return command(process.execPath, [program, ...args], { environment, ...(limitMs && { limitMs }) });
}

/** Runs a command in our terminal. Resolves with false also when it is not there or takes longer than `limitMs`. */
export async function command(
  file: string,
  args: string[],
  options: { environment?: Record<string, string>; limitMs?: number } & Pick<
    SpawnOptions,
    "uid" | "gid" | "stdio"
  > = {},
): Promise<boolean> {
  const { environment, limitMs, ...rest } = options;
  const child = startProcess(file, args, {
    stdio: "inherit",
    env: { ...process.env, NEXT_TELEMETRY_DISABLED: "1", NODE_COMPILE_CACHE: compileCache, ...environment },
    ...rest,
  });
  const late = limitMs === undefined ? undefined : setTimeout(() => signalGroup(child, "SIGKILL"), limitMs);
  const code = await ended(child);
  clearTimeout(late);
  return code === 0;
}

/** Starts a process in its own process group, so that its children end with it. */
export function startProcess(file: string, args: string[], options: SpawnOptions): ChildProcess {
  const child = spawn(file, args, { cwd: projectRoot, ...options, detached: true });
  running.add(child);
  void ended(child).then(() => running.delete(child));
  return child;
}

/** The exit code; null after a signal, or when there is no such program. */
export async function ended(child: ChildProcess): Promise<number | null> {
  if (child.exitCode !== null || child.signalCode !== null) return child.exitCode;
  try {
    const [code] = (await once(child, "exit")) as [number | null]; // as Node documents the event
    return code;
  } catch {
    return null;
  }
}

/** Ends what still runs, with a grace period to clean up. */
export async function stopProcesses(): Promise<void> {
  await Promise.all([...running].map(stopProcess));
}

/** Asks as Ctrl-C does, which test runners answer by ending what they have started. */
export async function stopProcess(child: ChildProcess): Promise<void> {
  signalGroup(child, "SIGINT");
  const late = setTimeout(() => signalGroup(child, "SIGKILL"), GRACE_MS);
  await ended(child);
  clearTimeout(late);
}

const GRACE_MS = 10_000;
const running = new Set<ChildProcess>();

process.once("exit", () => {
  for (const child of running) signalGroup(child, "SIGKILL");
});

function signalGroup({ pid }: ChildProcess, signal: NodeJS.Signals): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, signal);
  } catch {
    // It has already ended.
  }
}
