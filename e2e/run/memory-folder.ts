import { accessSync, chmodSync, constants, mkdtempSync, readdirSync, rmSync, statfsSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/**
 * A folder of this run for databases and other files that end with it. Removed when the process exits, and by a later run if
 * the process was killed.
 */
export function makeRunFolder(): string {
  const parent = memoryFolder();
  for (const name of readdirSync(parent)) {
    const [, pid] = /^console-tests-(\d+)-/.exec(name) ?? [];
    if (pid && !isRunning(Number(pid))) remove(join(parent, name));
  }
  const folder = mkdtempSync(join(parent, `console-tests-${process.pid}-`));
  // PostgreSQL has a folder in it and may run as another user.
  chmodSync(folder, 0o711);
  process.once("exit", () => remove(folder));
  return folder;
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    // Another user's.
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
}

function remove(folder: string): void {
  try {
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  } catch (error) {
    console.error(`${folder} could not be removed: ${String(error)}`);
  }
}

/**
 * The folder for files that end with the run: in memory where Linux has room for them, since databases are created and dropped there
 * in a fraction of the time. Otherwise, and when `TMPDIR` names one, the usual folder for temporary files.
 */
function memoryFolder(): string {
  return !process.env.TMPDIR && hasRoom(SHARED_MEMORY) ? SHARED_MEMORY : tmpdir();
}

const SHARED_MEMORY = "/dev/shm";
/** A run needs less than half a gigabyte; Chromium and the programs need the same memory. A container may have no more than 64 MB. */
const ROOM_BYTES = 4 * 1024 ** 3;

function hasRoom(folder: string): boolean {
  try {
    accessSync(folder, constants.W_OK | constants.X_OK);
    const { bavail, bsize } = statfsSync(folder);
    return Math.min(bavail * bsize, process.availableMemory()) >= ROOM_BYTES;
  } catch {
    return false;
  }
}
