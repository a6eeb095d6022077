import { closeSync, openSync, readdirSync, readFileSync, readSync, rmSync } from "node:fs";
import { join } from "node:path";
import { until } from "./until.ts";

/**
 * The memory of a process: a heap snapshot, taken after a full collection, so it shows what is still reachable, and
 * its raw memory (Linux, own child processes), in which freed data may remain until it is overwritten.
 */

/** The strings of a heap snapshot as one text. The process was started with `--heapsnapshot-signal=SIGUSR2` and this folder as its `--diagnostic-dir`. */
export async function heapStrings(pid: number, folder: string): Promise<string> {
  const snapshots = () => readdirSync(folder).filter((name) => name.endsWith(".heapsnapshot"));
  const before = new Set(snapshots());
  process.kill(pid, "SIGUSR2");
  let text = "";
  await until(async () => {
    const name = snapshots().find((one) => !before.has(one));
    if (name === undefined) return false;
    text = readFileSync(join(folder, name), "latin1");
    return text.trimEnd().endsWith("]}");
  }, 60_000);
  for (const name of snapshots()) if (!before.has(name)) rmSync(join(folder, name));
  return text.slice(text.lastIndexOf('"strings":['));
}

/** Calls `look` with each stretch of the memory that the process can write to. Neighboring stretches share a few bytes. */
export function readMemory(pid: number, look: (stretch: Buffer) => void): void {
  const memory = openSync(`/proc/${pid}/mem`, "r");
  const buffer = Buffer.alloc(stretchBytes + overlapBytes);
  try {
    for (const line of readFileSync(`/proc/${pid}/maps`, "utf8").split("\n")) {
      const [, first = "", last = ""] = /^([0-9a-f]+)-([0-9a-f]+) rw/.exec(line) ?? [];
      if (first === "") continue;
      const end = Number.parseInt(last, 16);
      for (let at = Number.parseInt(first, 16); at < end; at += stretchBytes)
        look(buffer.subarray(0, readAt(memory, buffer, at, end)));
    }
  } finally {
    closeSync(memory);
  }
}

const stretchBytes = 4 * 1024 * 1024;
const overlapBytes = 64;

function readAt(memory: number, buffer: Buffer, at: number, end: number): number {
  try {
    return readSync(memory, buffer, 0, Math.min(buffer.length, end - at), at);
  } catch {
    // Unmapped since the map was read, or owned by the kernel.
    return 0;
  }
}
