import { readFileSync } from "node:fs";

/** Watches the resident memory of a process from now until it is stopped. */
export function watchMemory(pid: number) {
  const idleBytes = residentBytes(pid);
  let peakBytes = idleBytes;
  const watch = setInterval(() => {
    peakBytes = Math.max(peakBytes, residentBytes(pid));
  }, 20);
  return {
    grownBytes: () => peakBytes - idleBytes,
    stop: () => {
      clearInterval(watch);
      return { idleBytes, peakBytes };
    },
  };
}

function residentBytes(pid: number): number {
  const [, kB = "0"] = /VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, "utf8")) ?? [];
  return Number(kB) * 1024;
}
