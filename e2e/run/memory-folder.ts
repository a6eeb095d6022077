import { accessSync, constants, mkdtempSync, rmSync, statfsSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** A folder of this run for databases and other files that end with it. Removed when the process exits. */
export function makeRunFolder(): string {
  const folder = mkdtempSync(join(memoryFolder(), "console-tests-"));
  process.once("exit", () => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/**
 * The folder for files that end with the run: in memory where Linux has room for them, since databases are created and dropped there
 * for a tenth of the processor time. Otherwise, and when `TMPDIR` names one, the usual folder for temporary files.
 */
export function memoryFolder(): string {
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
