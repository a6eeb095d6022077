import { once } from "node:events";
import { closeSync, fstatSync, openSync, readdirSync, readFileSync, readSync, rmSync } from "node:fs";
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
  const written = () => snapshots().find((name) => !before.has(name) && isWhole(join(folder, name)));
  await until(async () => written() !== undefined, 60_000);
  const text = readFileSync(join(folder, written() ?? ""), "latin1");
  for (const name of snapshots()) if (!before.has(name)) rmSync(join(folder, name));
  return text.slice(text.lastIndexOf('"strings":['));
}

/** Whether a snapshot ends as its JSON does: reading all of it each time would take longer than writing it. */
function isWhole(path: string): boolean {
  const file = openSync(path, "r");
  try {
    const end = Buffer.alloc(8);
    const count = readSync(file, end, 0, end.length, Math.max(0, fstatSync(file).size - end.length));
    return end.toString("latin1", 0, count).trimEnd().endsWith("]}");
  } finally {
    closeSync(file);
  }
}

/**
 * Opens the inspector of a process that was started with `--inspect-port=0` and whose output goes to `logFile`. `collectGarbage` makes it
 * collect all garbage, as a snapshot does, for a tenth of the work.
 */
export async function openInspector(pid: number, logFile: string) {
  const addresses = () => [...readFileSync(logFile, "utf8").matchAll(/Debugger listening on (ws:[^\s"]+)/g)];
  // One that is open stays open, and is not named again.
  process.kill(pid, "SIGUSR1");
  await until(async () => addresses().length > 0, 60_000);
  const socket = new WebSocket(addresses().at(-1)?.[1] ?? "");
  await once(socket, "open");
  return {
    async collectGarbage(): Promise<void> {
      const answered = once(socket, "message");
      socket.send(JSON.stringify({ id: 1, method: "HeapProfiler.collectGarbage" }));
      await answered;
    },
    close: () => socket.close(),
  };
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
