import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

/**
 * Collects what a long stream has left behind, now. Without it the engine lets the garbage of a file of 100 MB grow to
 * several hundred MiB before it looks, which on a small machine is memory that payments need.
 */
export function collectGarbage(): void {
  collect ??= openCollector();
  collect();
}

let collect: (() => void) | undefined;

function openCollector(): () => void {
  setFlagsFromString("--expose-gc");
  // Another context has it under its name; without it nothing is lost but the memory.
  const gc: unknown = runInNewContext("typeof gc === 'function' ? gc : undefined");
  return typeof gc === "function" ? () => gc({ type: "major" }) : () => undefined;
}
