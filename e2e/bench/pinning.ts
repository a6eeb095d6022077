import { spawnSync } from "node:child_process";
import { availableParallelism } from "node:os";

const canPin = availableParallelism() > 1 && spawnSync("taskset", ["--version"]).status === 0;

/** The processors of the measured servers and of what loads them; undefined where they cannot be kept apart. */
export const cpus = canPin ? { server: 0, load: 1 } : { server: undefined, load: undefined };

/** A command line that runs on one processor. */
export function onCpu(cpu: number | undefined, command: readonly string[]): string[] {
  return cpu === undefined ? [...command] : ["taskset", "-c", String(cpu), ...command];
}
