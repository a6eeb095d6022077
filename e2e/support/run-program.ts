import { spawnSync } from "node:child_process";

/** What a program printed. Throws with its errors where it failed. */
export function runProgram(name: string, args: readonly string[]): string {
  const { status, stdout, stderr, error } = spawnSync(name, args, { encoding: "utf8", timeout: 120_000 });
  if (error) throw error;
  if (status !== 0) throw new Error(`${name} ended with ${status}: ${stderr}${stdout}`);
  return stdout;
}

/** Whether a program is installed: `--version`, or another harmless call, ends well. */
export function hasProgram(name: string, args: readonly string[] = ["--version"]): boolean {
  return spawnSync(name, args, { timeout: 60_000 }).status === 0;
}
